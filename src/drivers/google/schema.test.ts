import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toGoogleSchema } from "./schema.js";

const refuse = (place: string, message: string): never => {
  throw new Error(`${place}: ${message}`);
};
const openAPI = (schema: object) => toGoogleSchema(schema, false, "s", refuse);
const jsonSchema = (schema: object) => toGoogleSchema(schema, true, "s", refuse);

describe("in both dialects", () => {
  test.each<[string, object, object]>([
    ["annotations go", { $schema: "x", $id: "y", type: "string", default: "a", examples: ["b"] }, { type: "string" }],
    [
      "descriptions stay",
      { type: "string", title: "T", description: "D" },
      { type: "string", title: "T", description: "D" },
    ],
    ["an enum keeps its order", { enum: ["b", "a", "c"] }, { type: "string", enum: ["b", "a", "c"] }],
    ["const is an enum of one", { const: "a" }, { type: "string", enum: ["a"] }],
    [
      "an exclusive limit of whole numbers",
      { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 9.5 },
      { type: "integer", minimum: 1, maximum: 9 },
    ],
    [
      "a property named like a keyword survives",
      {
        type: "object",
        properties: { $ref: { type: "string" }, const: { type: "string" }, pattern: { type: "string" } },
      },
      {
        type: "object",
        properties: { $ref: { type: "string" }, const: { type: "string" }, pattern: { type: "string" } },
      },
    ],
    [
      "oneOf is anyOf",
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      "what stands beside anyOf holds for each branch",
      {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      {
        anyOf: [["a"], ["b"]].map((required) => ({
          type: "object",
          properties: { a: { type: "string" }, b: { type: "string" } },
          required,
        })),
      },
    ],
    [
      "anyOf stands alone, what it is about told in each branch",
      { description: "D", anyOf: [{ type: "string" }, { type: "integer", description: "E" }] },
      {
        anyOf: [
          { type: "string", description: "D" },
          { type: "integer", description: "E" },
        ],
      },
    ],
    [
      "allOf is merged",
      {
        allOf: [
          { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
          { properties: { a: { type: "integer", minimum: 1 }, b: { type: "string" } }, required: ["b"] },
        ],
      },
      {
        type: "object",
        properties: { a: { type: "integer", minimum: 1 }, b: { type: "string" } },
        required: ["a", "b"],
      },
    ],
    [
      "references are inlined, with what stands beside them",
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/x~1y", description: "mine" }, b: { $ref: "#/properties/a" } },
        $defs: { "x/y": { type: "string", description: "theirs" } },
      },
      {
        type: "object",
        properties: { a: { type: "string", description: "mine" }, b: { type: "string", description: "mine" } },
      },
    ],
    [
      "what cannot be said is told",
      { type: "number", description: "D.", multipleOf: 5, not: { const: 10 } },
      { type: "number", description: 'D. Must also satisfy: {"multipleOf":5,"not":{"const":10}}' },
    ],
    [
      "an unknown keyword inside",
      { type: "array", items: { type: "string", "x-mine": 1 } },
      { type: "array", items: { type: "string", description: 'Must also satisfy: {"x-mine":1}' } },
    ],
    ["true allows all", { type: "object", properties: { a: true } }, { type: "object", properties: { a: {} } }],
  ])("%s", (_, schema, expected) => {
    const before = structuredClone(schema);
    expect(openAPI(schema)).toEqual(expected);
    expect(jsonSchema(schema)).toEqual(expected);
    expect(schema).toEqual(before);
  });

  test.each<[string, object, string]>([
    [
      "a cycle",
      { type: "object", properties: { next: { $ref: "#" } } },
      "s.properties.next: refers to itself through #",
    ],
    [
      "a cycle in definitions",
      { $ref: "#/$defs/a", $defs: { a: { type: "array", items: { $ref: "#/$defs/a" } } } },
      "s.items: refers to itself through #/$defs/a",
    ],
    ["a reference that leads nowhere", { $ref: "#/$defs/a" }, 's: the reference "#/$defs/a" leads nowhere'],
    ["a reference elsewhere", { $ref: "https://e.example/a" }, "leads nowhere in this schema"],
    ["a reference that is no pointer", { $ref: "#/%" }, "leads nowhere"],
    ["a reference that is no string", { $ref: 1 }, "leads nowhere"],
    ["an unknown type", { type: "object", properties: { a: { type: "date" } } }, "s.properties.a.type: must be one of"],
    ["properties that are none", { type: "object", properties: [] }, "s.properties: must be an object"],
    ["an empty anyOf", { anyOf: [] }, "s.anyOf: must be a list"],
    ["false", { type: "object", properties: { a: false } }, "s.properties.a: is not a schema"],
    ["an allOf of two types", { allOf: [{ type: "string" }, { type: "number" }] }, "s: allows no value"],
    [
      "an allOf of two patterns",
      { type: "string", allOf: [{ pattern: "a" }, { pattern: "b" }] },
      "two different values of pattern",
    ],
    ["an allOf of enums that share nothing", { allOf: [{ enum: ["a"] }, { enum: ["b"] }] }, "allows no value"],
  ])("%s is refused, and the place named", (_, schema, message) => {
    expect(() => openAPI(schema)).toThrow(message);
    expect(() => jsonSchema(schema)).toThrow(message);
  });

  test("references that multiply each other are refused", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `d${i}`,
        { type: "object", properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } } },
      ]),
    );
    expect(() => openAPI({ $ref: "#/$defs/d0", $defs: { ...$defs, d20: { type: "string" } } })).toThrow(
      "more than 10000",
    );
  });
});

describe("null", () => {
  test.each<[string, object, object, object]>([
    [
      "in a list of types",
      { type: ["string", "null"] },
      { type: "string", nullable: true },
      { type: ["string", "null"] },
    ],
    [
      "in anyOf",
      { description: "D", anyOf: [{ type: "string" }, { type: "null" }] },
      { type: "string", description: "D", nullable: true },
      { type: ["string", "null"], description: "D" },
    ],
    [
      "as nullable",
      { type: "string", nullable: true },
      { type: "string", nullable: true },
      { type: ["string", "null"] },
    ],
    [
      "in an enum",
      { enum: ["a", null] },
      { type: "string", enum: ["a"], nullable: true },
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    ],
    [
      "that the enum leaves out",
      { type: ["string", "null"], enum: ["a"] },
      { type: "string", enum: ["a"] },
      { type: "string", enum: ["a"] },
    ],
    ["alone", { type: "null" }, { type: "null" }, { type: "null" }],
    [
      "beside two types",
      { type: ["string", "number", "null"], minLength: 1, minimum: 2 },
      {
        anyOf: [
          { type: "string", minLength: 1, nullable: true },
          { type: "number", minimum: 2, nullable: true },
        ],
      },
      {
        anyOf: [
          { type: "string", description: 'Must also satisfy: {"minLength":1}' },
          { type: "number", minimum: 2 },
          { type: "null" },
        ],
      },
    ],
  ])("%s", (_, schema, inOpenAPI, inJSONSchema) => {
    expect(openAPI(schema)).toEqual(inOpenAPI);
    expect(jsonSchema(schema)).toEqual(inJSONSchema);
  });
});

describe("where the dialects differ", () => {
  test.each<[string, object, object, object]>([
    [
      "closed objects",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      { type: "object", properties: { a: { type: "string" } } },
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    ],
    [
      "maps",
      { type: "object", additionalProperties: { type: "number" } },
      { type: "object", description: 'Must also satisfy: {"additionalProperties":{"type":"number"}}' },
      { type: "object", additionalProperties: { type: "number" } },
    ],
    [
      "tuples",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
      {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "number" }] },
        description: 'Must also satisfy: {"prefixItems":[{"type":"string"},{"type":"number"}]}',
      },
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
    ],
    [
      "patterns",
      { type: "string", pattern: "^a$" },
      { type: "string", pattern: "^a$" },
      { type: "string", description: 'Must also satisfy: {"pattern":"^a$"}' },
    ],
    [
      "enums of numbers",
      { enum: [1, 2] },
      { type: "integer", description: 'Must also satisfy: {"enum":[1,2]}' },
      { type: "integer", enum: [1, 2] },
    ],
    [
      "formats",
      { type: "string", format: "date" },
      { type: "string", description: 'Must also satisfy: {"format":"date"}' },
      { type: "string", format: "date" },
    ],
    ["arrays of anything", { type: "array" }, { type: "array", items: {} }, { type: "array" }],
  ])("%s", (_, schema, inOpenAPI, inJSONSchema) => {
    expect(openAPI(schema)).toEqual(inOpenAPI);
    expect(jsonSchema(schema)).toEqual(inJSONSchema);
  });
});

test("what zod makes has only keywords that Google takes", () => {
  const shape = z.object({
    name: z.string().min(1).max(9),
    email: z.email(),
    age: z.number().int().positive(),
    kind: z.enum(["b", "a"]),
    tags: z.array(z.string()).max(3),
    nick: z.string().nullable().optional(),
    place: z.union([z.object({ kind: z.literal("x") }), z.object({ kind: z.literal("y") })]),
  });
  const schema = z.toJSONSchema(shape);
  const known = new Set([
    ...["type", "title", "description", "format", "enum", "items", "minItems", "maxItems", "minimum", "maximum"],
    ...["anyOf", "properties", "additionalProperties", "required", "prefixItems", "propertyOrdering"],
  ]);
  const keywords = (node: unknown): string[] => {
    if (Array.isArray(node)) return node.flatMap(keywords);
    if (typeof node !== "object" || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) => [
      key,
      ...(key === "properties" ? Object.values(value as object).flatMap(keywords) : keywords(value)),
    ]);
  };
  expect(keywords(jsonSchema(schema)).filter((key) => !known.has(key))).toEqual([]);
});

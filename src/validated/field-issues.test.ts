import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldIssues } from "./field-issues.js";

const search = {
  type: "object",
  properties: { query: { type: "string" }, limit: { type: "integer", minimum: 1, maximum: 100 } },
  required: ["query"],
  additionalProperties: false,
};
const zodSearch = z.object({ query: z.string(), limit: z.int().min(1).max(100).optional() }).strict();

describe.each([
  ["a JSON Schema", search],
  ["a Standard Schema", zodSearch],
])("%s", (_, schema) => {
  it.each([
    [{ limit: 5 }, { field: "query", constraint: "missing_field" }],
    [
      { query: "example", limit: "ten" },
      { field: "limit", constraint: "invalid_field_type" },
    ],
    [
      { query: "example", limit: 101 },
      { field: "limit", constraint: "invalid_range", expected: { maximum: 100 } },
    ],
    [
      { query: "example", limit: 1.5 },
      { field: "limit", constraint: "invalid_field_type" },
    ],
    [
      { query: "example", extra: 1 },
      { field: "extra", constraint: "unknown_field" },
    ],
    [[], { field: "", constraint: "invalid_field_type", expected: { type: "object" } }],
  ])("tells what is wrong with %j", async (value, issue) => {
    const [first, ...others] = await fieldIssues(schema, value);
    expect(first).toMatchObject(issue);
    expect(others).toEqual([]);
  });

  it("has nothing to say of what fits", async () => {
    expect(await fieldIssues(schema, { query: "example", limit: 5 })).toEqual([]);
  });

  it("refuses whole numbers that may have been rounded", async () => {
    expect(await fieldIssues(schema, JSON.parse('{"query":"q","limit":9007199254740993}'))).toContainEqual(
      expect.objectContaining({ field: "limit", constraint: "invalid_range" }),
    );
  });
});

/** A schema, a value, and the issues as `field constraint`. */
const jsonCases: readonly (readonly [name: string, schema: object, value: unknown, issues: readonly object[]])[] = [
  [
    "allowed values in the order of the schema",
    { properties: { kind: { type: "string", enum: ["b", "a"] } } },
    { kind: "c" },
    [{ field: "kind", constraint: "invalid_enum_value", allowed: ["b", "a"] }],
  ],
  [
    "a type before the values that it rules out",
    { properties: { kind: { type: "string", enum: ["b", "a"] } } },
    { kind: 5 },
    [{ field: "kind", constraint: "invalid_field_type", expected: { type: "string" } }],
  ],
  [
    "a constant",
    { properties: { v: { const: 1 } } },
    { v: 2 },
    [{ field: "v", constraint: "invalid_enum_value", allowed: [1] }],
  ],
  [
    "lengths of texts, lists and objects",
    { properties: { a: { minLength: 2 }, b: { maxItems: 1 }, c: { minProperties: 1 } } },
    { a: "x", b: [1, 2], c: {} },
    [
      { field: "a", constraint: "invalid_length", expected: { minLength: 2 } },
      { field: "b", constraint: "invalid_length", expected: { maxItems: 1 } },
      { field: "c", constraint: "invalid_length", expected: { minProperties: 1 } },
    ],
  ],
  [
    "formats and patterns",
    { properties: { a: { format: "email" }, b: { pattern: "^a$" } } },
    { a: "x", b: "x" },
    [
      { field: "a", constraint: "invalid_format", expected: { format: "email" } },
      { field: "b", constraint: "invalid_pattern", expected: { pattern: "^a$" } },
    ],
  ],
  [
    "places deep inside, through references",
    {
      $defs: { n: { type: "object", properties: { "a.b": { type: "number", multipleOf: 5 } } } },
      properties: { list: { items: { $ref: "#/$defs/n" } } },
    },
    { list: [{}, { "a.b": 3 }] },
    [{ field: "list[1].a.b", constraint: "invalid_range", expected: { multipleOf: 5 } }],
  ],
  [
    "the branch of a union that has the type",
    {
      properties: {
        u: { anyOf: [{ type: "null" }, { type: "object", properties: { n: { type: "number" } }, required: ["n"] }] },
      },
    },
    { u: { n: "1" } },
    [{ field: "u.n", constraint: "invalid_field_type", expected: { type: "number" } }],
  ],
  [
    "the branch of a union whose kind was named",
    {
      properties: {
        u: {
          oneOf: [
            { type: "object", properties: { t: { const: "x" } }, required: ["t"] },
            { type: "object", properties: { t: { const: "y" }, a: {}, b: {} }, required: ["t", "a", "b"] },
          ],
        },
      },
    },
    { u: { t: "y" } },
    [
      { field: "u.a", constraint: "missing_field" },
      { field: "u.b", constraint: "missing_field" },
    ],
  ],
  [
    "all types of a union that has none of the value's",
    { properties: { u: { anyOf: [{ type: "string" }, { type: ["number", "null"] }] } } },
    { u: true },
    [{ field: "u", constraint: "invalid_field_type", expected: { type: ["string", "number", "null"] } }],
  ],
  [
    "all values of a union of values",
    { properties: { u: { anyOf: [{ enum: ["a"] }, { const: "b" }, { type: "null" }] } } },
    { u: "c" },
    [{ field: "u", constraint: "invalid_enum_value", allowed: ["a", "b"] }],
  ],
  [
    "each element of a list of unions",
    { properties: { l: { items: { anyOf: [{ type: "string" }, { type: "null" }] } } } },
    { l: [1, "a", 2] },
    [
      { field: "l[0]", constraint: "invalid_field_type", expected: { type: ["string", "null"] } },
      { field: "l[2]", constraint: "invalid_field_type", expected: { type: ["string", "null"] } },
    ],
  ],
  [
    "what fits two branches of which one is meant",
    { properties: { u: { oneOf: [{ type: "number" }, { type: "integer" }] } } },
    { u: 1 },
    [{ field: "u", constraint: "invalid_field_type" }],
  ],
  [
    "names that are not allowed, a field that another one needs",
    { propertyNames: { pattern: "^[a-z]+$" }, dependentRequired: { a: ["b"] } },
    { a: 1, X: 1 },
    [
      { field: "X", constraint: "unknown_field" },
      { field: "b", constraint: "missing_field" },
    ],
  ],
  [
    "a misfit, and not that it is unexpected too",
    { properties: { a: { type: "string" }, ab: { type: "string" } }, additionalProperties: false },
    { a: 1, ab: "", abc: 2 },
    [
      { field: "a", constraint: "invalid_field_type", expected: { type: "string" } },
      { field: "abc", constraint: "unknown_field" },
    ],
  ],
  [
    "a key of digits, which is no position",
    { additionalProperties: { type: "string" } },
    { "12": 1 },
    [{ field: "12", constraint: "invalid_field_type", expected: { type: "string" } }],
  ],
  [
    "what must not be",
    { properties: { a: { not: { const: 1 } } } },
    { a: 1 },
    [{ field: "a", constraint: "invalid_format" }],
  ],
];

describe("the issues of a JSON Schema", () => {
  it.each(jsonCases)("tell %s", async (_, schema, value, issues) => {
    const found = await fieldIssues({ type: "object", ...schema }, value);
    expect(found).toEqual(expect.arrayContaining(issues.map((issue) => issue)));
    expect(found).toHaveLength(issues.length);
  });
});

describe("the issues of a Standard Schema that tells no JSON Schema", () => {
  const bare = (schema: z.ZodType) => {
    const { version, vendor, validate } = schema["~standard"];
    return { "~standard": { version, vendor, validate } };
  };
  it("are told by the codes of its library", async () => {
    const schema = z
      .object({
        q: z.string().min(2),
        p: z.string().regex(/^a/),
        m: z.email(),
        n: z.number().lt(3),
        k: z.enum(["a", "b"]),
        l: z.array(z.string()).max(1),
        u: z.union([z.string(), z.number()]),
        d: z.discriminatedUnion("t", [z.object({ t: z.literal("x") }), z.object({ t: z.literal("y") })]),
        v: z.number().multipleOf(5),
        i: z.int(),
      })
      .strict();
    const value = { q: "a", p: "b", m: "c", n: 3, k: "c", l: ["a", "b"], u: true, d: { t: "z" }, v: 3, i: "1", x: 1 };
    expect(await fieldIssues(bare(schema), value)).toEqual([
      { field: "q", constraint: "invalid_length", expected: { minLength: 2 } },
      { field: "p", constraint: "invalid_pattern" },
      { field: "m", constraint: "invalid_format", expected: { format: "email" } },
      { field: "n", constraint: "invalid_range", expected: { exclusiveMaximum: 3 } },
      { field: "k", constraint: "invalid_enum_value", allowed: ["a", "b"] },
      { field: "l", constraint: "invalid_length", expected: { maxItems: 1 } },
      { field: "u", constraint: "invalid_field_type", expected: { type: ["string", "number"] } },
      { field: "d.t", constraint: "invalid_enum_value", allowed: ["x", "y"] },
      { field: "v", constraint: "invalid_range", expected: { multipleOf: 5 } },
      { field: "i", constraint: "invalid_field_type", expected: { type: "number" } },
      { field: "x", constraint: "unknown_field" },
    ]);
  });

  it("are told by the value where the library gives no code", async () => {
    const schema = {
      "~standard": {
        version: 1 as const,
        vendor: "plain",
        validate: () => ({
          issues: [
            { message: "no", path: ["a"] },
            { message: "no", path: [{ key: "b" }, 0] },
          ],
        }),
      },
    };
    expect(await fieldIssues(schema, { b: ["secret"] })).toEqual([
      { field: "a", constraint: "missing_field" },
      { field: "b[0]", constraint: "invalid_format" },
    ]);
  });

  it("are one where the validator throws", async () => {
    const validate = () => {
      throw new Error("no clock");
    };
    const schema = { "~standard": { version: 1 as const, vendor: "plain", validate } };
    expect(await fieldIssues(schema, {})).toEqual([{ field: "", constraint: "invalid_format" }]);
  });
});

describe("a schema that cannot be used", () => {
  it.each([
    ["a bad pattern", { properties: { a: { pattern: "(" } } }, "properties.a.pattern"],
    ["an unknown type", { properties: { a: { type: "strnig" } } }, "properties.a.type"],
    ["a reference that leads out", { properties: { a: { $ref: "https://example.com/a.json" } } }, "properties.a.$ref"],
    ["a reference to nothing", { properties: { a: { $ref: "#/$defs/a" } } }, "properties.a.$ref"],
    ["a reference that the validator reads over", { properties: { a: { $dynamicRef: "#a" } } }, "$dynamicRef"],
    ["a circle that consumes nothing", { allOf: [{ $ref: "#" }] }, "without end"],
    ["an enum that is no list", { enum: "a" }, "enum"],
    ["required as in OpenAPI", { properties: { a: { required: [1] } } }, "required"],
    ["a bound that is no number", { minLength: "2" }, "minLength"],
    ["a list for a schema", { properties: { a: [] } }, "properties.a"],
    ["more than 1 MiB", { description: "x".repeat(1024 * 1024) }, "1 MiB"],
    ["65 levels", JSON.parse(`${'{"items":'.repeat(65)}{}${"}".repeat(65)}`), "64 levels"],
  ])("is refused: %s", async (_, schema, place) => {
    await expect(fieldIssues(schema, {})).rejects.toMatchObject({
      code: "LLM_INVALID_SCHEMA",
      message: expect.stringContaining(place),
    });
  });
});

describe("names that every object inherits", () => {
  const named = (name: string) =>
    JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}},"required":["${name}"]}`) as object;
  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("are fields as any other: %s", async (name) => {
    const issues = (json: string) => fieldIssues(named(name), JSON.parse(json));
    expect(await issues(`{"${name}":"Ferrari"}`)).toEqual([]);
    expect(await issues("{}")).toEqual([{ field: name, constraint: "missing_field" }]);
    expect(await issues(`{"${name}":1}`)).toMatchObject([{ field: name, constraint: "invalid_field_type" }]);
  });
});

it("a schema that refers to itself without end cannot be used, wherever it does", async () => {
  const $defs = { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ type: "null" }, { $ref: "#/$defs/a" }] } };
  const schema = { type: "object", properties: { x: { $ref: "#/$defs/a" } }, $defs };
  await expect(fieldIssues(schema, {})).rejects.toMatchObject({
    code: "LLM_INVALID_SCHEMA",
    message: expect.stringContaining("refers to itself without end"),
  });
  const tree = {
    type: "object",
    properties: { left: { $ref: "#" }, right: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
  };
  expect(await fieldIssues(tree, { left: { right: null } })).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { type Accepted, declare, generate } from "./testing/requests.js";

const object = (properties: object, over: object = {}) => ({ type: "OBJECT", properties, ...over });
const one = (schema: object) => object({ a: schema });

type Row = readonly [rule: string, schema: object, at: string, what: string];

// biome-ignore format: a table, a row a rule
const refused: readonly Row[] = [
  ["an object without properties", one({ type: "OBJECT" }), ".properties[a].properties", "should be non-empty for OBJECT type"],
  ["a required property that is none", object({ a: { type: "STRING" } }, { required: ["a", "b"] }), ".required[1]", "property is not defined"],
  ["properties of what is no object", one({ type: "STRING", properties: { b: { type: "STRING" } } }), ".properties[a].properties", "only allowed for OBJECT type"],
  ["required properties of what has no type", one({ required: ["b"] }), ".properties[a].required", "only allowed for OBJECT type"],
  ["a list of nothing", one({ type: "ARRAY" }), ".properties[a].items", "missing field."],
  ["items of what is no list", one({ type: "STRING", items: { type: "STRING" } }), ".properties[a].items", "only allowed for ARRAY type"],
  ["an enum of numbers", one({ type: "INTEGER", enum: ["1"] }), ".properties[a].enum", "only allowed for STRING type"],
  ["an empty value of an enum", one({ type: "STRING", enum: ["b", ""] }), ".properties[a].enum[1]", "cannot be empty"],
  ["the enum format without an enum", one({ type: "STRING", format: "enum" }), ".properties[a].enum", "should be non-empty for STRING type with enum format"],
  ["a format that there is not", one({ type: "STRING", format: "uri" }), ".properties[a].format", "only 'enum' and 'date-time' are supported for STRING type"],
  ["a fault within a list", one({ type: "ARRAY", items: { type: "ARRAY" } }), ".properties[a].items.items", "missing field."],
  ["a fault within a choice", one({ anyOf: [{ type: "STRING" }, { type: "ARRAY" }] }), ".properties[a].any_of[1].items", "missing field."],
];

// biome-ignore format: a table
const accepted: readonly Accepted[] = [
  ["types in lower case", { type: "object", properties: { a: { type: "string", nullable: true } }, required: ["a"] }],
  ["every keyword of the subset", one({ anyOf: [{ type: "STRING", format: "date-time", title: "A", description: "x", pattern: "a", minLength: 1, maxLength: "2", default: "a", example: "b" }, { type: "NUMBER", minimum: 0, maximum: 1.5 }, { type: "ARRAY", items: { type: "NULL" }, minItems: 1, maxItems: 2 }, object({ b: { type: "BOOLEAN" } }, { minProperties: 1, maxProperties: 1, propertyOrdering: ["b"] })] })],
  ["a keyword in snake case", one({ any_of: [{ type: "STRING" }, { type: "INTEGER" }] })],
  ["properties that are named like keywords", object({ $ref: { type: "STRING" }, type: { type: "STRING" }, anyOf: { type: "STRING" } })],
];

const places = [
  [
    "parameters",
    "tools[0].function_declarations[0].parameters",
    (parameters: object) => declare({ name: "f", parameters }),
  ],
  [
    "a response",
    "generation_config.response_schema",
    (responseSchema: object) => ({ generationConfig: { responseMimeType: "application/json", responseSchema } }),
  ],
] as const;

describe.each(places)("the schema of %s", (_, place, asking) => {
  it.each(refused)("may not have %s", async (_, schema, at, what) => {
    const { body } = await generate(asking(schema));
    const message = `* GenerateContentRequest.${place}${at}: ${what}\n`;
    expect(body).toEqual({ error: { code: 400, status: "INVALID_ARGUMENT", message } });
  });

  it.each<Accepted>(accepted)("may have %s", async (_, schema) => {
    const { body, status } = await generate(asking(schema));
    expect(body).not.toHaveProperty("error");
    expect(status).toBe(200);
  });

  it.each([
    ["$schema", "x"],
    ["$ref", "#/$defs/a"],
    ["additionalProperties", false],
    ["exclusiveMinimum", 0],
    ["const", 1],
    ["oneOf", []],
    ["uniqueItems", true],
  ])("knows no %s, at any depth", async (keyword, value) => {
    const inner = { type: "ARRAY", items: { type: "STRING", [keyword]: value } };
    const { body } = await generate(asking(object({ a: { type: "STRING" }, b: inner })));
    const at = `${place}.properties[1].value.items`;
    const description = `Invalid JSON payload received. Unknown name "${keyword}" at '${at}': Cannot find field.`;
    expect(body).toEqual({
      error: {
        code: 400,
        status: "INVALID_ARGUMENT",
        message: description,
        details: [
          { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: at, description }] },
        ],
      },
    });
  });

  it("takes one type, not a list of them", async () => {
    const { body } = await generate(asking(one({ type: ["STRING", "NULL"] })));
    expect(body).toMatchObject({
      error: {
        message: `Invalid JSON payload received. Unknown name "type" at '${place}.properties[0].value': Proto field is not repeating, cannot start list.`,
      },
    });
  });
});

it("wants parameters to be an object", async () => {
  const { body } = await generate(declare({ name: "f", parameters: { type: "STRING" } }));
  expect(body).toMatchObject({
    error: {
      message: "* GenerateContentRequest.tools[0].function_declarations[0].parameters.type: should be OBJECT\n",
    },
  });
});

import { describe, expect, it } from "vitest";
import { schemaIssues } from "../generation/json-schema.js";
import { smallestInput } from "./smallest-input.js";

const property = (schema: object, more: object = {}) => ({
  type: "object",
  properties: { a: schema },
  required: ["a"],
  ...more,
});

/** A schema, and the smallest input that it admits. */
const rows: [schema: object, smallest: unknown][] = [
  [{ type: "object" }, {}],
  [{ type: "object", properties: { a: { type: "string" } } }, {}],
  [property({ type: "string" }), { a: "" }],
  [property({ type: "string", minLength: 3 }), { a: "xxx" }],
  [property({ const: "x" }), { a: "x" }],
  [property({ enum: ["sent", "paid"] }), { a: "sent" }],
  [property({ type: "integer" }), { a: 0 }],
  [property({ type: "integer", minimum: 5 }), { a: 5 }],
  [property({ type: "integer", exclusiveMinimum: 5 }), { a: 6 }],
  [property({ type: "integer", maximum: -2 }), { a: -2 }],
  [property({ type: "integer", minimum: 5, multipleOf: 4 }), { a: 8 }],
  [property({ type: "number", minimum: 0.25 }), { a: 0.25 }],
  [property({ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.6 }), { a: 0.3 }],
  [property({ type: "number", exclusiveMaximum: 0 }), { a: -1 }],
  [property({ type: "boolean" }), { a: false }],
  [property({ type: "null" }), { a: null }],
  [property({ type: ["null", "string"] }), { a: null }],
  [property({ type: "array", items: { type: "string" }, minItems: 2 }), { a: ["", ""] }],
  [property({ type: "array", items: { type: "integer" }, minItems: 2, uniqueItems: true }), { a: [0, 1] }],
  [property({ type: "array", items: { type: "string" }, minItems: 2, uniqueItems: true }), { a: ["", "x"] }],
  [property({ type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2 }), { a: ["", 0] }],
  [property({ type: "array", contains: { const: 7 } }), { a: [7] }],
  [property({ type: "object", minProperties: 1 }), { a: { x1: null } }],
  [property({ type: "string", format: "date" }), { a: "2000-01-01" }],
  [property({ type: "string", format: "email" }), { a: "a@example.com" }],
  [property({ type: "string", format: "uuid" }), { a: "00000000-0000-4000-8000-000000000000" }],
  [property({ anyOf: [{ type: "integer" }, { type: "string" }] }), { a: 0 }],
  [property({ oneOf: [{ type: "string", minLength: 1 }, { type: "null" }] }), { a: "x" }],
  [
    property({
      allOf: [
        { type: "object", required: ["b"] },
        { type: "object", required: ["c"] },
      ],
    }),
    { a: { b: null, c: null } },
  ],
  [property({ $ref: "#/$defs/n" }, { $defs: { n: { type: "integer", minimum: 2 } } }), { a: 2 }],
  [
    { type: "object", properties: { a: {}, b: {} }, required: ["a"], dependentRequired: { a: ["b"] } },
    { a: {}, b: {} },
  ],
];

describe("the smallest input", () => {
  it.each(rows)("of %j", async (schema, smallest) => {
    expect(smallestInput(schema)).toEqual(smallest);
    expect(await schemaIssues(schema, smallest)).toEqual([]);
  });

  it("of a schema that refers to itself ends", () => {
    const tree = { $ref: "#/$defs/tree", $defs: { tree: property({ $ref: "#/$defs/tree" }) } };
    expect(JSON.stringify(smallestInput(tree)).length).toBeLessThan(1000);
  });
});

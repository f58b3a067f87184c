import { describe, expect, test } from "vitest";
import { describeIssues, schemaIssues } from "./json-schema.js";

const order = {
  type: "object",
  properties: {
    items: { type: "array", items: { type: "object", properties: { "a/b~c": { type: "number" } } } },
    size: { enum: ["s", "m"] },
  },
  required: ["items"],
  additionalProperties: false,
};

test("a value that fits has no issues", async () => {
  expect(await schemaIssues(order, { items: [{ "a/b~c": 1 }], size: "s" })).toEqual([]);
});

test.each<[unknown, string[]]>([
  [{ items: [{}, { "a/b~c": "x" }] }, ["items[1].a/b~c"]],
  [{ items: [], size: "xl" }, ["size"]],
  [{ items: [], surprise: 1 }, ["surprise"]],
  [{ items: 1, size: 2 }, ["items", "size"]],
  ["text", [""]],
])("every misfit of %j once, with its path as it is written in code", async (value, paths) => {
  expect((await schemaIssues(order, value)).map(({ path }) => path)).toEqual(paths);
});

test("a property that is not allowed is called so", async () => {
  const [issue] = await schemaIssues(order, { items: [], surprise: 1 });
  expect(issue?.message).toBe("is not a property that the schema allows");
});

describe("drafts", () => {
  test.each<[string, object, unknown]>([
    ["draft 4", { $schema: "http://json-schema.org/draft-04/schema#", maximum: 5, exclusiveMaximum: true }, 5],
    ["draft 7", { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] }, [1]],
    ["2019-09", { $schema: "https://json-schema.org/draft/2019-09/schema", items: [{ type: "string" }] }, [1]],
    ["2020-12, the default", { prefixItems: [{ type: "string" }] }, [1]],
  ])("%s", async (_, schema, misfit) => {
    expect(await schemaIssues(schema, misfit)).not.toEqual([]);
  });
});

test("a reference that leads nowhere is thrown", async () => {
  await expect(schemaIssues({ $ref: "#/nowhere" }, 1)).rejects.toThrow(/nowhere/);
});

test("issues as one sentence, five at the most", () => {
  const issues = Array.from({ length: 7 }, (_, i) => ({ path: i ? `p${i}` : "", message: "bad" }));
  expect(describeIssues(issues)).toBe("bad; p1: bad; p2: bad; p3: bad; p4: bad; and 2 more");
});

test.each(["constructor", "__proto__", "toString"])("takes %s for a field as any other", async (name) => {
  const schema = JSON.parse(`{"properties":{"${name}":{"type":"string"}},"required":["${name}"]}`) as object;
  expect(await schemaIssues(schema, JSON.parse(`{"${name}":"Ferrari"}`))).toEqual([]);
  expect(await schemaIssues(schema, {})).toHaveLength(1);
});

import { expect, test } from "vitest";
import { fencedIn, misfit } from "./json-schema.js";

const place = {
  type: "object",
  properties: {
    name: { type: "string" },
    size: { type: ["integer", "null"] },
    tags: { type: "array", items: { $ref: "#/$defs/tag" } },
  },
  required: ["name"],
  additionalProperties: false,
  $defs: { tag: { type: "string", enum: ["old", "new"] } },
};

test.each([
  [{ name: "Oslo" }, undefined],
  [{ name: "Oslo", size: null, tags: ["old"] }, undefined],
  [{ size: 3 }, "`$.name` is missing"],
  [{ name: 3 }, "`$.name` is a number, and must be string"],
  [{ name: "Oslo", size: 1.5 }, "`$.size` is a number, and must be integer or null"],
  [{ name: "Oslo", tags: ["old", "grey"] }, '`$.tags[1]` is "grey", which is not one of its enum'],
  [{ name: "Oslo", mayor: "?" }, "`$.mayor` is not a property of the schema"],
  [[], "`$` is an array, and must be object"],
])("%j: %s", (value, expected) => {
  expect(misfit(value, place)).toBe(expected);
});

test("Google's types are in capitals, and may be nullable", () => {
  const schema = { type: "OBJECT", properties: { name: { type: "STRING", nullable: true } }, required: ["name"] };
  expect(misfit({ name: null, other: 1 }, schema)).toBeUndefined();
  expect(misfit({ name: 1 }, schema)).toBe("`$.name` is a number, and must be STRING");
});

test("what cannot be followed is not judged", () => {
  expect(misfit(1, { $ref: "https://elsewhere.test/schema" })).toBeUndefined();
  expect(misfit(1, { anyOf: [{ type: "string" }, { type: "number" }] })).toBeUndefined();
  expect(misfit(true, { anyOf: [{ type: "string" }, { type: "number" }] })).toMatch(/none of the schemas/);
});

test("a fence is one only around the whole", () => {
  expect(fencedIn('```json\n{"a":1}\n```\n')).toBe('{"a":1}');
  expect(fencedIn('Here: ```json\n{"a":1}\n```')).toBeUndefined();
});

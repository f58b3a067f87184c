import { expect, test } from "vitest";
import { isStrict } from "./strict-schema.js";

const closed = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const open = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const text = { type: "string" };

test.each<[string, object]>([
  ["a closed object", closed({ a: text })],
  ["an empty one", closed({})],
  ["nested ones", closed({ a: closed({ b: text }), c: { type: "array", items: closed({ d: text }) } })],
  ["nullable ones", closed({ a: { anyOf: [closed({ b: text }), { type: "null" }] } })],
  ["references", closed({ a: { $ref: "#/$defs/x" } }, { $defs: { x: closed({ b: text }) } })],
  ["a property that is called like a keyword", closed({ not: text, default: text })],
])("%s is strict", (_, schema) => {
  expect(isStrict(schema)).toBe(true);
});

test.each<[string, object]>([
  ["an open object", open],
  ["an optional key", { ...closed({ a: text, b: text }), required: ["a"] }],
  ["an object that allows others", { ...closed({ a: text }), additionalProperties: true }],
  ["an open one within", closed({ a: open })],
  ["an open item", closed({ a: { type: "array", items: open } })],
  ["an open alternative", closed({ a: { anyOf: [open, { type: "null" }] } })],
  ["an open definition", closed({ a: { $ref: "#/$defs/x" } }, { $defs: { x: open } })],
  ["an open nullable object", closed({ a: { type: ["object", "null"], properties: { b: text } } })],
  ["a list at the root", { type: "array", items: text }],
  ["alternatives at the root", { anyOf: [closed({ a: text })] }],
  ["a keyword that strict mode does not know", closed({ a: { oneOf: [text] } })],
  ["a schema of anything", closed({ a: true })],
])("%s is not", (_, schema) => {
  expect(isStrict(schema)).toBe(false);
});

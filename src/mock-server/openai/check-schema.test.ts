import { expect, it } from "vitest";
import { type Accepted, post, type Refused, refusal, tool } from "./testing/chat-requests.js";

const a = { type: "string" };
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const format = (schema: unknown, strict = true) => ({
  response_format: { type: "json_schema", json_schema: { name: "r", schema, strict } },
});
const strictTool = (parameters: unknown) => ({ tools: [tool({ parameters, strict: true })] });

// biome-ignore format: a table, a row a rule
const refused: readonly Refused[] = [
  ["parameters without a type", { tools: [tool({ parameters: { properties: {} } })] }, `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`, "tools[0].function.parameters", "invalid_function_parameters"],
  ["parameters that are a list", { tools: [tool({ parameters: { type: "array" } })] }, `got 'type: "array"'.`, "tools[0].function.parameters", "invalid_function_parameters"],
  ["parameters without properties", { tools: [tool({ parameters: { type: "object" } })] }, "In context=(), object schema missing properties.", "tools[0].function.parameters", "invalid_function_parameters"],
  ["a list parameter without items", { tools: [tool({ parameters: { type: "object", properties: { l: { type: "array" } } } })] }, "In context=('properties', 'l'), array schema missing items.", "tools[0].function.parameters", "invalid_function_parameters"],
  ["a strict tool that is open", strictTool({ type: "object", properties: { a }, required: ["a"] }), "Invalid schema for function 'f': In context=(), 'additionalProperties' is required to be supplied and to be false.", "tools[0].function.parameters", "invalid_function_parameters"],
  ["a schema that is a list", format({ type: "array", items: a }, false), `Invalid schema for response_format 'r': schema must be a JSON Schema of 'type: "object"', got 'type: "array"'.`, "response_format", null],
  ["a strict schema that is open", format({ type: "object", properties: { a }, required: ["a"] }), "Invalid schema for response_format 'r': In context=(), 'additionalProperties' is required to be supplied and to be false.", "response_format", null],
  ["a strict schema that is open deep down", format(closed({ l: { type: "array", items: { type: "object", properties: {} } } })), "In context=('properties', 'l', 'items'), 'additionalProperties' is required", "response_format", null],
  ["a strict schema that is open in its definitions", format({ ...closed({ a: { $ref: "#/$defs/d" } }), $defs: { d: { type: "object" } } }), "In context=('$defs', 'd'), 'additionalProperties' is required", "response_format", null],
  ["a strict schema that is open in a union", format(closed({ u: { anyOf: [a, { type: "object", properties: {} }] } })), "In context=('properties', 'u', 'anyOf', '1'), 'additionalProperties' is required", "response_format", null],
  ["a strict schema with an optional key", format(closed({ a, b: a }, ["a"])), "In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'b'.", "response_format", null],
  ["a strict schema without required", format({ type: "object", properties: { a }, additionalProperties: false }), "Missing 'a'.", "response_format", null],
  ["a strict schema that requires too much", format(closed({ a }, ["a", "z"])), "In context=(), Extra required key 'z' supplied.", "response_format", null],
  ["a strict schema with oneOf", format(closed({ u: { oneOf: [a] } })), "In context=('properties', 'u'), 'oneOf' is not permitted.", "response_format", null],
  ["a strict schema without a type", format(closed({ x: {} })), "In context=('properties', 'x'), schema must have a 'type' key.", "response_format", null],
];

// biome-ignore format: a table
const accepted: readonly Accepted[] = [
  ["a tool without parameters", { tools: [{ type: "function", function: { name: "f" } }], tool_choice: "none" }],
  ["a strict tool that is closed", strictTool(closed({ a, n: { type: ["integer", "null"] } }))],
  ["a strict schema with a union, a reference and an enum", format({ ...closed({ u: { anyOf: [a, { type: "null" }] }, d: { $ref: "#/$defs/d" }, e: { enum: ["x"] } }), $defs: { d: closed({ a }) } })],
  ["an open schema without strict", format({ type: "object", properties: { a } }, false)],
];

it.each(refused)("refuses %s", async (_, sent, message, param, code) => {
  const { answer, request } = await post(sent);
  expect(answer).toEqual({ ...refusal(param, code), message: expect.stringContaining(message) });
  expect(request).toMatchObject({ kind: expect.stringMatching(/generate|stream/), status: 400 });
  expect(request).not.toHaveProperty("turn");
});

it.each(accepted)("accepts %s", async (_, sent) => {
  const { answer, request } = await post(sent);
  expect(answer).toEqual({ status: 200 });
  expect(request?.turn?.model).toBe("m");
});

import { expect, test } from "vitest";
import { callDelta, delta, readWire, sse, turnIn } from "../testing/read-wire.js";

/** A call in three pieces; without the second its arguments would be JSON too, and others. */
const first = callDelta({ index: 0, id: "c1", function: { name: "f", arguments: '{"path":"/srv' } });
const second = { index: 0, function: { arguments: "/mine" } };
const rest = [callDelta({ index: 0, function: { arguments: '"}' } }), delta({}, "tool_calls")];

test.each<[string, unknown]>([
  ["tool calls that are no list", delta({ tool_calls: "x" })],
  ["a tool call that is a list", delta({ tool_calls: [[second]] })],
  ["a tool call that is a string", delta({ tool_calls: [JSON.stringify(second)] })],
  ["choices that are no list", { choices: "x" }],
  ["a choice that is a list", { choices: [[{ index: 0, delta: { tool_calls: [second] } }]] }],
])("%s leave no hole in a call's arguments", async (_, chunk) => {
  const { error, events } = await readWire(sse(first, chunk as object, ...rest));
  expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE", status: 502 });
  expect(events).toEqual([]);
});

test.each<[string, unknown]>([
  ["tool calls that are one object", delta({ tool_calls: second })],
  ["choices that are one object", { choices: { index: 0, delta: { tool_calls: [second] } } }],
  ["an index that is a list", { choices: [{ index: [[]], delta: { tool_calls: [second] } }] }],
  ["an index that is a string", { choices: [{ index: "0", delta: { tool_calls: [second] } }] }],
])("%s are read as what they can only be", async (_, chunk) => {
  const { toolCalls } = turnIn(await readWire(sse(first, chunk as object, ...rest)));
  expect(toolCalls).toEqual([{ id: "c1", name: "f", input: { path: "/srv/mine" } }]);
});

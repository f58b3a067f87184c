import { describe, expect, test } from "vitest";
import { callDelta, delta, joined, readWire, sse, turnIn } from "../testing/read-wire.js";

// Kin of the endings that the catalogue has.

const hello = delta({ content: "Hello" });
const whole = callDelta({ index: 0, id: "c1", function: { name: "f", arguments: '{"a":1}' } });
const data = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

describe("an answer", () => {
  test.each([
    ["without the field", { choices: [{ index: 0, delta: { content: "Hello" } }] }],
    ["with a number in it", { choices: [{ index: 0, delta: { content: "Hello" }, finish_reason: 0 }] }],
    ["with false in it", { choices: [{ index: 0, delta: { content: "Hello" }, finish_reason: false }] }],
  ])("goes on behind a chunk %s for a finish reason", async (_, chunk) => {
    const outcome = await readWire(sse(chunk, delta({ content: " there" }), delta({}, "stop")));
    expect(joined(outcome, "text")).toBe("Hello there");
  });

  test("ends at a sentinel that comes early, before the usage", async () => {
    const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } };
    const wire = `${sse(hello, delta({}, "stop"))}${data(usage)}data: [DONE]\n\n`;
    expect(turnIn(await readWire(wire))).toEqual({ text: "Hello", providerFinishReason: "stop" });
  });

  test("is whole where its last event is a sentinel without a blank line", async () => {
    const wire = sse(hello, delta({}, "stop")).trimEnd();
    expect(turnIn(await readWire(wire)).text).toBe("Hello");
  });

  test("with whole calls is whole where only half of the sentinel came", async () => {
    const wire = sse(whole, delta({}, "tool_calls")).replace("[DONE]\n\n", "[DO");
    expect(turnIn(await readWire(wire)).toolCalls).toEqual([{ id: "c1", name: "f", input: { a: 1 } }]);
  });

  test("is cut where only half of the sentinel came, and no finish reason", async () => {
    const { error } = await readWire(sse(hello).replace("[DONE]\n\n", "[DO"));
    expect(error?.code).toBe("LLM_STREAM_INTERRUPTED");
  });
});

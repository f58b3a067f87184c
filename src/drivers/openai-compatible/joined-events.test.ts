import { describe, expect, test } from "vitest";
import { callDelta, delta, joined, readWire, turnIn } from "../testing/read-wire.js";

const line = (chunk: object | string) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n`;
const lines = (...chunks: readonly (object | string)[]) => chunks.map(line).join("");

describe("events without a blank line between them", () => {
  const call = [
    callDelta({ index: 0, id: "c1", function: { name: "f", arguments: '{"a":' } }),
    callDelta({ index: 0, function: { arguments: "1}" } }),
  ];

  test("are as many chunks, in pairs", async () => {
    const wire = `${lines(delta({ content: "Hel" }), delta({ content: "lo" }))}\n${lines(delta({}, "stop"), "[DONE]")}\n`;
    const outcome = await readWire(wire);
    expect(joined(outcome, "text")).toBe("Hello");
    expect(turnIn(outcome).providerFinishReason).toBe("stop");
  });

  test("are as many chunks, all of them", async () => {
    const turn = turnIn(await readWire(lines(...call, delta({}, "tool_calls"), "[DONE]")));
    expect(turn.toolCalls).toEqual([{ id: "c1", name: "f", input: { a: 1 } }]);
  });

  test("end at the sentinel among them", async () => {
    const wire = `${lines(delta({ content: "Hi" }), "[DONE]", delta({ content: " there" }))}\n`;
    expect(joined(await readWire(wire), "text")).toBe("Hi");
  });

  test("keep what is whole where the body ends within the last", async () => {
    const outcome = await readWire(`${lines(delta({ content: "Hi" }), delta({}, "stop"))}data: {"choices":[{"index"`);
    expect(joined(outcome, "text")).toBe("Hi");
    expect(turnIn(outcome).providerFinishReason).toBe("stop");
  });

  test("are told from one chunk in several lines", async () => {
    const pretty = JSON.stringify(delta({ content: "Hi" }), null, 2).replaceAll("\n", "\ndata: ");
    const outcome = await readWire(`data: ${pretty}\n\n${lines(delta({}, "stop"))}\n`);
    expect(joined(outcome, "text")).toBe("Hi");
  });

  test("are an error where one of them is no JSON", async () => {
    const { error } = await readWire(`${lines(delta({ content: "Hi" }), "{broken", delta({}, "stop"))}\n`);
    expect(error?.code).toBe("LLM_BAD_RESPONSE");
  });
});

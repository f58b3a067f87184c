import { describe, expect, test } from "vitest";
import type { FinishReason, Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { hello } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const calls: Partial<Turn> = { toolCalls: [{ name: "f", input: {} }] };
const generate = (turn: Partial<Turn>) => createLLM(scriptedDriver(turn)).generate(hello);

describe("labels of any protocol, in any case", () => {
  test.each<[string, FinishReason]>([
    ["stop", "stop"],
    ["STOP", "stop"],
    ["end_turn", "stop"],
    ["eos", "stop"],
    ["COMPLETE", "stop"],
    ["length", "length"],
    ["MAX_TOKENS", "length"],
    ["max_output_tokens", "length"],
    ["model_length", "length"],
    ["content_filter", "content_filter"],
    ["SAFETY", "content_filter"],
    ["RECITATION", "content_filter"],
    ["PROHIBITED_CONTENT", "content_filter"],
    ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
    ["refusal", "content_filter"],
    ["MALFORMED_FUNCTION_CALL", "error"],
    ["UNEXPECTED_TOOL_CALL", "error"],
    ["error", "error"],
    ["OTHER", "other"],
    ["something_new", "other"],
    ["constructor", "other"],
    ["__proto__", "other"],
  ])("%s is %s", async (providerFinishReason, finishReason) => {
    expect(await generate({ text: "a", providerFinishReason })).toMatchObject({ finishReason, providerFinishReason });
  });
});

describe("by what happened", () => {
  test.each(["stop", "STOP", "OTHER", "something_new", undefined, ""])(
    "complete calls under %s are tool_use",
    async (label) => {
      expect((await generate({ ...calls, providerFinishReason: label })).finishReason).toBe("tool_use");
    },
  );

  test.each(["tool_calls", "tool_use", "function_call"])("calls announced by %s alone are not", async (label) => {
    expect((await generate({ text: "a", providerFinishReason: label })).finishReason).toBe("stop");
  });

  test.each(["length", "content_filter", "error"] as const)("%s is never promoted", async (finishReason) => {
    expect((await generate({ ...calls, finishReason })).finishReason).toBe(finishReason);
    expect((await generate({ ...calls, providerFinishReason: finishReason })).finishReason).toBe(finishReason);
  });

  test.each([undefined, ""])("an end without a label (%j) is stop, and no raw label is made up", async (label) => {
    const response = await generate({ text: "a", providerFinishReason: label });
    expect(response.finishReason).toBe("stop");
    expect(response).not.toHaveProperty("providerFinishReason");
  });

  test("what the driver knows beats the label, which stays", async () => {
    const response = await generate({ text: "", finishReason: "content_filter", providerFinishReason: "STOP" });
    expect(response).toMatchObject({ finishReason: "content_filter", providerFinishReason: "STOP" });
  });
});

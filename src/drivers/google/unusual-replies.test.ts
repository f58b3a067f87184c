import { describe, expect, test } from "vitest";
import type { FinishReason } from "../../contract/index.js";
import { anyone, googleAt, hi, readWhole, readWire, reply, sse } from "../testing/google-wire.js";
import { joined, turnIn } from "../testing/read-wire.js";
import { json } from "../testing/serve.js";
import { createAnswer } from "./answer.js";

describe("every finish reason", () => {
  // https://ai.google.dev/api/generate-content#FinishReason
  test.each<[string, FinishReason]>([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content_filter"],
    ["RECITATION", "content_filter"],
    ["LANGUAGE", "other"],
    ["OTHER", "other"],
    ["BLOCKLIST", "content_filter"],
    ["PROHIBITED_CONTENT", "content_filter"],
    ["SPII", "content_filter"],
    ["MALFORMED_FUNCTION_CALL", "error"],
    ["IMAGE_SAFETY", "content_filter"],
    ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
    ["IMAGE_OTHER", "other"],
    ["NO_IMAGE", "other"],
    ["IMAGE_RECITATION", "content_filter"],
    ["UNEXPECTED_TOOL_CALL", "error"],
    ["TOO_MANY_TOOL_CALLS", "error"],
    ["MISSING_THOUGHT_SIGNATURE", "error"],
    ["MALFORMED_RESPONSE", "error"],
    ["A_REASON_TO_COME", "other"],
  ])("%s is %s, and kept", async (label, finishReason) => {
    const { llm } = await googleAt([json(reply([{ text: "So far" }], label))]);
    expect(await llm.generate(hi)).toMatchObject({ text: "So far", finishReason, providerFinishReason: label });
  });
});

// https://ai.google.dev/api/generate-content#BlockReason
test.each(["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK"])(
  "a prompt that is blocked for %s is content_filter, with empty candidates too",
  async (blockReason) => {
    for (const candidates of [undefined, []]) {
      const { llm } = await googleAt([json({ candidates, promptFeedback: { blockReason } })]);
      const blocked = { text: "", finishReason: "content_filter", providerFinishReason: blockReason };
      expect(await llm.generate(hi)).toMatchObject(blocked);
    }
  },
);

describe("several candidates", () => {
  const said = (text: string) => ({ content: { parts: [{ text }] }, finishReason: "STOP" });

  test.each([
    [
      "with indexes",
      [
        { ...said("yes"), index: 0 },
        { ...said("no"), index: 1 },
      ],
    ],
    ["without any", [said("yes"), said("no")]],
    ["with the first one's index left out", [said("yes"), { ...said("no"), index: 1 }]],
    [
      "in another order",
      [
        { ...said("yes"), index: 1 },
        { ...said("no"), index: 0 },
      ],
    ],
  ])("%s are one answer, the first", async (_, candidates) => {
    expect(readWhole({ candidates }).text).toBe("yes");
    expect(turnIn(await readWire(sse({ candidates }))).text).toBe("yes");
  });
});

describe("arguments", () => {
  const calls = (args: unknown) => reply([{ functionCall: { name: "f", args } }], "STOP");

  test.each<[string, unknown, unknown]>([
    ["null", null, {}],
    ["an empty string", "", {}],
    ["an empty list", [], {}],
    ["an empty list in a string", "[]", {}],
    ["null in a string", "null", {}],
    ["an object in a string", '{"a":1}', { a: 1 }],
    ["an object in a string in a string", JSON.stringify('{"a":1}'), { a: 1 }],
    ["a list", [1], [1]],
    ["a number", 7, 7],
  ])("that are %s", async (_, args, input) => {
    const call = { name: "f", input };
    expect(readWhole(calls(args)).toolCalls).toEqual([call]);
    expect(turnIn(await readWire(sse(calls(args)))).toolCalls).toEqual([call]);
  });

  test.each(['{"a":', "a city", '"{"'])("that are no JSON (%s) are listed as they came", (args) => {
    const [call] = readWhole(calls(args)).toolCalls ?? [];
    expect(call).toEqual({ name: "f", input: {}, invalidInput: args });
  });
});

describe("a call without a name", () => {
  const nameless = [{ text: "Let me see." }, { functionCall: { args: {} } }];

  test("is no answer, and never half of one", async () => {
    const { error, ...outcome } = await readWire(sse(reply(nameless), reply([], "STOP")));
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE" });
    expect(joined(outcome, "text")).toBe("Let me see.");
  });

  test.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MAX_TOKENS"])(
    "under %s is what that label says, streamed and whole",
    async (label) => {
      const turn = { text: "Let me see.", providerFinishReason: label };
      expect(readWhole(reply(nameless, label))).toMatchObject(turn);
      const streamed = turnIn(await readWire(sse(reply(nameless), reply([], label))));
      expect(streamed).toMatchObject(turn);
      expect(streamed).not.toHaveProperty("toolCalls");
    },
  );
});

describe("a finish reason before the end", () => {
  const take = (answer: ReturnType<typeof createAnswer>, ...chunks: object[]) => {
    for (const chunk of chunks) answer.take(chunk, []);
  };

  test("does not end an answer that has not begun", () => {
    const answer = createAnswer(anyone);
    take(answer, reply([], "STOP"));
    expect(answer.isFinished()).toBe(false);
    take(answer, reply([{ text: "a" }]), reply([], "STOP"));
    expect(answer.isFinished()).toBe(true);
  });

  test("does not end an answer that goes on behind it", () => {
    const answer = createAnswer(anyone);
    take(answer, reply([{ text: "a" }], "STOP"));
    expect(answer.isFinished()).toBe(true);
    take(answer, reply([{ text: "b" }], "STOP"));
    expect(answer.isFinished()).toBe(false);
  });

  test("ends one that was stopped before its first word", () => {
    const answer = createAnswer(anyone);
    take(answer, reply([], "MAX_TOKENS"));
    expect(answer.isFinished()).toBe(true);
  });

  test("is overruled by the last one", async () => {
    const wire = sse(reply([{ text: "a" }], "STOP"), reply([{ text: "b" }], "MAX_TOKENS"));
    expect(turnIn(await readWire(wire))).toMatchObject({ text: "ab", providerFinishReason: "MAX_TOKENS" });
  });
});

describe("a list where events were asked for", () => {
  const list = [reply([{ text: "a" }]), reply([{ text: "b" }], "STOP")].map((chunk) => JSON.stringify(chunk));

  test("is the same answer", async () => {
    expect(turnIn(await readWire(`[${list.join("\n,\r\n")}\n]`)).text).toBe("ab");
  });

  test("that breaks off is no success", async () => {
    const { error } = await readWire(`[${list[0]}\n,\r\n`);
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE" });
  });

  test("that ends before a finish reason is cut", async () => {
    const { error } = await readWire(`[${list[0]}\n]`);
    expect(error).toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  });
});

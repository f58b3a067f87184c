import { expect, it } from "vitest";
import type { Reply } from "../../contract/index.js";
import { generate } from "./testing/requests.js";

const play = async (reply: Reply) => (await generate({}, "m", [reply])).body as { candidates: object[] };

it("says a text as Gemini does", async () => {
  const usage = { inputTokens: 9, outputTokens: 6, cachedInputTokens: 3, reasoningTokens: 2 };
  expect(await play({ text: "Hello", usage })).toEqual({
    candidates: [{ content: { parts: [{ text: "Hello" }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: 9,
      candidatesTokenCount: 4,
      totalTokenCount: 15,
      cachedContentTokenCount: 3,
      thoughtsTokenCount: 2,
    },
    modelVersion: "m",
    responseId: expect.stringMatching(/^[\w-]{22}$/),
  });
});

it("says nothing of a usage that the script does not know", async () => {
  expect(await play({ text: "x", usage: {} })).not.toHaveProperty("usageMetadata");
  expect(await play({ text: "x", usage: { outputTokens: 4 } })).toHaveProperty("usageMetadata", {
    candidatesTokenCount: 4,
  });
});

it("sends thoughts before the text, calls after it, and its sources beside them", async () => {
  const body = await play({
    reasoning: "hm",
    text: "Looking.",
    toolCalls: [
      { id: "a", name: "f", input: { x: 1 } },
      { name: "g", input: {} },
    ],
    sources: [
      { type: "url", url: "https://e.test/a", title: "A" },
      { type: "url", url: "https://e.test/b" },
    ],
    model: "gemini-other",
  });
  expect(body).toMatchObject({ modelVersion: "gemini-other" });
  expect(body.candidates).toEqual([
    {
      content: {
        parts: [
          { text: "hm", thought: true },
          { text: "Looking." },
          { functionCall: { id: "a", name: "f", args: { x: 1 } }, thoughtSignature: expect.any(String) },
          { functionCall: { name: "g", args: {} } },
        ],
        role: "model",
      },
      finishReason: "STOP",
      index: 0,
      groundingMetadata: {
        groundingChunks: [{ web: { uri: "https://e.test/a", title: "A" } }, { web: { uri: "https://e.test/b" } }],
      },
    },
  ]);
});

it.each<[Reply, string]>([
  ["x", "STOP"],
  [{ text: "x", finishReason: "length" }, "MAX_TOKENS"],
  [{ text: "x", finishReason: "content_filter" }, "SAFETY"],
  [{ text: "x", finishReason: "error" }, "MALFORMED_FUNCTION_CALL"],
  [{ text: "x", finishReason: "other" }, "OTHER"],
  [{ toolCalls: [{ name: "f", input: {} }] }, "STOP"],
  [{ text: "x", finishReason: "content_filter", providerFinishReason: "RECITATION" }, "RECITATION"],
  [{ finishReason: "content_filter", providerFinishReason: "RECITATION" }, "RECITATION"],
])("ends %j with %s", async (reply, finishReason) => {
  expect((await play(reply)).candidates).toMatchObject([{ finishReason }]);
});

it("has no parts where there is nothing to say", async () => {
  expect((await play({ finishReason: "length" })).candidates).toEqual([
    { content: { role: "model" }, finishReason: "MAX_TOKENS", index: 0 },
  ]);
});

it("calls a turn failed whose arguments are broken, and shows none of its calls", async () => {
  const toolCalls = [
    { name: "f", input: {} },
    { name: "g", input: {}, invalidInput: '{"x' },
  ];
  expect((await play({ text: "Looking.", toolCalls })).candidates).toEqual([
    {
      content: { parts: [{ text: "Looking." }], role: "model" },
      finishReason: "MALFORMED_FUNCTION_CALL",
      finishMessage: 'Malformed function call: g({"x)',
      index: 0,
    },
  ]);
});

it.each([
  [undefined, "SAFETY"],
  ["PROHIBITED_CONTENT", "PROHIBITED_CONTENT"],
])("blocks a prompt for %s, without a candidate", async (providerFinishReason, blockReason) => {
  const usage = { inputTokens: 7 };
  const body = await play({
    finishReason: "content_filter",
    usage,
    ...(providerFinishReason && { providerFinishReason }),
  });
  expect(body).toEqual({
    promptFeedback: { blockReason },
    usageMetadata: { promptTokenCount: 7 },
    modelVersion: "m",
    responseId: expect.any(String),
  });
});

import {
  APICallError,
  type EmbeddingModelV4,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  UnsupportedFunctionalityError,
} from "ai-sdk-provider-4";
import { expect, expectTypeOf, test } from "vitest";
import { isLLMError, type Reply } from "../../contract/index.js";
import { createMemoryLLM, llmCalls, memoryLLM, memoryToolCall } from "../../memory/index.js";
import { type AISDKEmbeddingModel, type AISDKLanguageModel, fromAISDK, toAISDK } from "./index.js";

// `ai` 7 wants Node 22, and this package runs on 20: what it asks of a model is written down here in the types of its
// @ai-sdk/provider, so that the compiler judges both ways.

const prompt: LanguageModelV4CallOptions["prompt"] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "How warm is it?" }] },
];

/** A scripted model as one of `ai` 7. */
function scripted(...replies: readonly Reply[]) {
  const llm = memoryLLM(...replies);
  const model: LanguageModelV4 = toAISDK(llm, { specificationVersion: "v4" });
  return { model, calls: () => llmCalls(llm) };
}

async function partsOf(model: LanguageModelV4, options: LanguageModelV4CallOptions) {
  const parts: LanguageModelV4StreamPart[] = [];
  const { stream } = await model.doStream(options);
  for await (const part of stream) parts.push(part);
  return parts;
}

test("the models of its types are taken, and given", () => {
  expectTypeOf<LanguageModelV4>().toExtend<AISDKLanguageModel>();
  expectTypeOf<EmbeddingModelV4>().toExtend<AISDKEmbeddingModel>();
  expect(scripted().model).toMatchObject({ specificationVersion: "v4", provider: "memory" });
});

test("text, usage and the finish reason", async () => {
  const { model, calls } = scripted({ text: "Warm.", usage: { inputTokens: 9, outputTokens: 3, reasoningTokens: 1 } });
  const { content, finishReason, usage, warnings } = await model.doGenerate({ prompt, reasoning: "none", topK: 3 });
  expect(content).toEqual([{ type: "text", text: "Warm." }]);
  expect(finishReason.unified).toBe("stop");
  expect(usage.inputTokens.total).toBe(9);
  expect(usage.outputTokens).toEqual({ total: 3, text: 2, reasoning: 1 });
  expect(warnings).toEqual([{ type: "unsupported", feature: "topK" }]);
  expect(calls()).toMatchObject([
    { system: "Be brief.", messages: [{ role: "user", content: "How warm is it?" }], reasoning: "off" },
  ]);
});

test("tools, their calls and results", async () => {
  const { model, calls } = scripted({ toolCalls: [memoryToolCall("weather", { city: "Oslo" })] }, "Cold.");
  const tools: LanguageModelV4CallOptions["tools"] = [
    { type: "function", name: "weather", inputSchema: { type: "object", properties: { city: { type: "string" } } } },
  ];
  const { content, finishReason } = await model.doGenerate({ prompt, tools, toolChoice: { type: "required" } });
  const [call] = content;
  if (call?.type !== "tool-call") throw new Error(`no call came, but ${call?.type}`);
  expect(JSON.parse(call.input)).toEqual({ city: "Oslo" });
  expect(finishReason.unified).toBe("tool-calls");
  const { toolCallId, toolName } = call;
  await model.doGenerate({
    prompt: [
      ...prompt,
      { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input: { city: "Oslo" } }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId, toolName, output: { type: "error-text", value: "no sensor" } }],
      },
    ],
    tools,
  });
  expect(calls()[0]).toMatchObject({ toolChoice: "required", tools: [{ name: "weather" }] });
  expect(calls()[1]?.messages.at(-1)).toEqual({
    role: "tool",
    results: [{ id: toolCallId, name: "weather", output: "no sensor", isError: true }],
  });
});

test("a schema", async () => {
  const { model, calls } = scripted('{"city":"Oslo"}');
  const schema = { type: "object", properties: { city: { type: "string" } } } as const;
  await model.doGenerate({ prompt, responseFormat: { type: "json", name: "place", schema } });
  expect(calls()[0]?.schema).toMatchObject({ name: "place", schema });
});

test("files, each in the object that v4 puts it into", async () => {
  const { model, calls } = scripted("A dot.");
  const content = [
    { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
    { type: "file", mediaType: "text/plain", data: { type: "text", text: "hi" } },
    { type: "file", mediaType: "application/pdf", data: { type: "url", url: new URL("https://example.com/a.pdf") } },
  ] as const;
  await model.doGenerate({ prompt: [{ role: "user", content: [...content] }] });
  expect(calls()[0]?.messages[0]?.role === "user" && calls()[0]?.messages[0]).toMatchObject({
    content: [
      { type: "image", mediaType: "image/png", data: "AQID" },
      { type: "file", mediaType: "text/plain", data: "aGk=" },
      { type: "file", mediaType: "application/pdf", url: "https://example.com/a.pdf" },
    ],
  });
});

test("a stream, whole and broken off", async () => {
  const { model } = scripted({ reasoning: "Hm.", text: "Warm today." }, { text: "Wa", error: { code: "LLM_TIMEOUT" } });
  const whole = await partsOf(model, { prompt });
  const types = whole.map(({ type }) => type);
  expect([...new Set(types)]).toEqual([
    ...["stream-start", "reasoning-start", "reasoning-delta", "reasoning-end"],
    ...["text-start", "text-delta", "text-end", "response-metadata", "finish"],
  ]);
  expect(whole.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("")).toBe("Warm today.");
  const broken = (await partsOf(model, { prompt })).at(-1);
  expect(broken?.type === "error" && APICallError.isInstance(broken.error)).toBe(true);
});

test("errors are those of its own copy of the package", async () => {
  const { model } = scripted({ error: { code: "LLM_RATE_LIMITED", message: "slow down", retryAfterMs: 7 } });
  const limited: unknown = await model.doGenerate({ prompt }).then(undefined, (thrown) => thrown);
  if (!APICallError.isInstance(limited)) throw limited;
  expect(limited).toMatchObject({ statusCode: 429, isRetryable: true, message: "slow down" });
  expect(limited.responseHeaders).toEqual({ "retry-after-ms": "7" });
  expect(isLLMError(limited.cause)).toBe(true);
  const mute = toAISDK(createMemoryLLM({ replies: ["x"], capabilities: { tools: false } }), {
    specificationVersion: "v4",
  });
  const tools = [{ type: "function", name: "weather", inputSchema: { type: "object" } }];
  const refused: unknown = await mute.doGenerate({ prompt, tools }).then(undefined, (thrown) => thrown);
  expect(UnsupportedFunctionalityError.isInstance(refused)).toBe(true);
});

test("a model of its types is an LLM", async () => {
  const asked: LanguageModelV4CallOptions[] = [];
  const usage = {
    inputTokens: { total: 9, noCache: undefined, cacheRead: 4, cacheWrite: undefined },
    outputTokens: { total: 3, text: undefined, reasoning: 1 },
  };
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "acme.chat",
    modelId: "acme-2",
    supportedUrls: { "image/*": [/^https:/] },
    async doGenerate(options) {
      asked.push(options);
      return {
        content: [{ type: "text", text: "Warm." }],
        finishReason: { unified: "stop", raw: "STOP" },
        usage,
        warnings: [],
      };
    },
    async doStream() {
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            controller.enqueue({ type: "stream-start", warnings: [] });
            controller.enqueue({ type: "text-start", id: "1" });
            controller.enqueue({ type: "text-delta", id: "1", delta: "Warm." });
            controller.enqueue({ type: "text-end", id: "1" });
            controller.enqueue({ type: "finish", finishReason: { unified: "stop", raw: "STOP" }, usage });
            controller.close();
          },
        }),
      };
    },
  };
  const llm = fromAISDK(model);
  const request = {
    messages: [{ role: "user", content: [{ type: "image", url: "https://example.com/a.png" }] }],
    reasoning: "high",
  } as const;
  expect(await llm.generate(request)).toMatchObject({
    text: "Warm.",
    usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 4, reasoningTokens: 1 },
  });
  expect(asked[0]?.reasoning).toBe("high");
  expect(asked[0]?.prompt[0]?.content[0]).toMatchObject({
    type: "file",
    data: { type: "url", url: new URL("https://example.com/a.png") },
  });
  expect((await (await llm.stream(request)).response()).text).toBe("Warm.");
});

import { inspect } from "node:util";
import type { EmbeddingModelV3, LanguageModelV3 } from "@ai-sdk/provider";
import { describe, expect, expectTypeOf, test } from "vitest";
import { LLMError, type LLMRequest } from "../../contract/index.js";
import { type AISDKEmbeddingModel, type AISDKLanguageModel, fromAISDK, fromAISDKEmbedder } from "./index.js";

const usage = {
  inputTokens: { total: 9, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
};
const end = { finishReason: { unified: "stop", raw: "STOP" }, usage, warnings: [] };
const hello: LLMRequest = { messages: [{ role: "user", content: "Hello?" }] };

/** A model that gives what it is told to, and keeps what it was asked. */
function fake(result: object, more: Partial<AISDKLanguageModel> = {}) {
  const asked: Record<string, unknown>[] = [];
  const model: AISDKLanguageModel = {
    specificationVersion: "v3",
    provider: "acme.chat",
    modelId: "acme-1",
    async doGenerate(options) {
      asked.push(options);
      return result;
    },
    async doStream(options) {
      asked.push(options);
      return result;
    },
    ...more,
  };
  return { model, asked };
}

const streamOf = (...parts: readonly object[]) => ({
  stream: new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  }),
});

test("takes the models of the SDK's own types", () => {
  expectTypeOf<LanguageModelV3>().toExtend<AISDKLanguageModel>();
  expectTypeOf<EmbeddingModelV3>().toExtend<AISDKEmbeddingModel>();
});

test.each([
  ["a name", "gpt-5", /the name "gpt-5"/],
  ["a provider", () => {}, /a function: call it/],
  ["a model of an older specification", { specificationVersion: "v2", doGenerate() {} }, /specification "v2"/],
  ["an embedding model", { specificationVersion: "v3", doEmbed() {} }, /without doGenerate\(\)/],
  ["nothing", undefined, /undefined/],
])("refuses %s, and says what it wants", (_, given, message) => {
  expect(() => fromAISDK(given as never)).toThrow(message);
});

test("asks for what the request asks for", async () => {
  const { model, asked } = fake({ content: [{ type: "text", text: "Hi." }], ...end });
  await fromAISDK(model, { strictOff: { strict: false } })
    .generate({
      ...hello,
      system: "Be brief.",
      maxTokens: 7,
      temperature: 0.5,
      topP: 0.9,
      seed: 3,
      stopSequences: ["END"],
      schema: { name: "city", schema: { type: "object" }, strict: false },
      tools: [{ name: "clock", description: "Tells the time.", inputSchema: { type: "object" } }],
      toolChoice: { tool: "clock" },
      providerOptions: { trace: { id: 1 } },
    })
    .catch(() => {});
  expect(asked[0]).toMatchObject({
    prompt: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Hello?" }] },
    ],
    maxOutputTokens: 7,
    temperature: 0.5,
    topP: 0.9,
    seed: 3,
    stopSequences: ["END"],
    responseFormat: { type: "json", name: "city", schema: { type: "object" } },
    tools: [{ type: "function", name: "clock", description: "Tells the time.", inputSchema: { type: "object" } }],
    toolChoice: { type: "tool", toolName: "clock" },
    providerOptions: { acme: { strict: false, trace: { id: 1 } } },
  });
  expect(asked[0]?.abortSignal).toBeInstanceOf(AbortSignal);
});

describe("claims", () => {
  test("no structured output where the model says so, and no reasoning without a way to ask for it", () => {
    const { model } = fake({}, { supportsStructuredOutputs: false } as object);
    expect(fromAISDK(model).capabilities).toMatchObject({ structuredOutput: false, reasoning: false, sources: false });
  });

  test("reasoning of a v4 model, which has a setting for it", async () => {
    const { model, asked } = fake({ content: [], ...end }, { specificationVersion: "v4" });
    await fromAISDK(model).generate({ ...hello, reasoning: "max" });
    await fromAISDK(model).generate({ ...hello, reasoning: "off" });
    expect(asked.map(({ reasoning }) => reasoning)).toEqual(["max", "none"]);
  });

  test("reasoning of a v3 model in its provider's options; an effort that it does not have is refused", async () => {
    const { model, asked } = fake({ content: [], ...end });
    const llm = fromAISDK(model, { reasoning: (effort) => (effort === "off" ? undefined : { effort }) });
    await llm.generate({ ...hello, reasoning: "low" });
    expect(asked[0]?.providerOptions).toEqual({ acme: { effort: "low" } });
    await expect(llm.generate({ ...hello, reasoning: "off" })).rejects.toMatchObject({ code: "LLM_UNSUPPORTED" });
    expect(asked).toHaveLength(1);
  });
});

describe("refuses before anything is sent", () => {
  test.each<[string, Partial<LLMRequest>]>([
    ["another model", { model: "acme-2" }],
    ["a schema that must not be strict", { schema: { name: "x", schema: { type: "object" }, strict: false } }],
    [
      "an address that the model does not take",
      { messages: [{ role: "user", content: [{ type: "image", url: "https://example.com/a.png" }] }] },
    ],
    [
      "a detail",
      {
        messages: [{ role: "user", content: [{ type: "image", mediaType: "image/png", data: "AA==", detail: "low" }] }],
      },
    ],
  ])("%s", async (_, request) => {
    const { model, asked } = fake({ content: [], ...end });
    await expect(fromAISDK(model).generate({ ...hello, ...request })).rejects.toMatchObject({
      code: "LLM_UNSUPPORTED",
    });
    expect(asked).toEqual([]);
  });
});

test("an address goes to a model that takes it", async () => {
  const supportedUrls = Promise.resolve({ "image/*": [/^https:\/\/example\.com\//g] });
  const { model, asked } = fake({ content: [], ...end }, { supportedUrls });
  const url = "https://example.com/A.png";
  for (let i = 0; i < 2; i++)
    await fromAISDK(model).generate({ messages: [{ role: "user", content: [{ type: "image", url }] }] });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    prompt: [{ content: [{ type: "file", mediaType: "image/*", data: new URL(url) }] }],
  });
});

test("a setting that the model warns that it has dropped is a refusal", async () => {
  const warnings = [{ type: "unsupported", feature: "seed", details: "not on this model" }];
  const { model } = fake({ content: [], ...end, warnings });
  await expect(fromAISDK(model).generate({ ...hello, seed: 1 })).rejects.toMatchObject({
    code: "LLM_UNSUPPORTED",
    message: "acme.chat does not support seed (a warning of the model's: not on this model)",
  });
  const streaming = fake(streamOf({ type: "stream-start", warnings }));
  const stream = await fromAISDK(streaming.model).stream(hello);
  await expect(stream.response()).rejects.toMatchObject({ code: "LLM_UNSUPPORTED" });
});

test("metadata of the parts goes back with them, in their order", async () => {
  const metadata = (signature: string) => ({ acme: { signature } });
  const { model, asked } = fake({
    content: [
      { type: "reasoning", text: "Hm.", providerMetadata: metadata("a") },
      { type: "text", text: "Let me look. " },
      { type: "tool-call", toolCallId: "c1", toolName: "clock", input: "{}", providerMetadata: metadata("b") },
    ],
    ...end,
  });
  const llm = fromAISDK(model);
  const tools = [{ name: "clock", inputSchema: { type: "object" } }];
  const { messages } = await llm.generate({ ...hello, tools });
  const kept = JSON.parse(JSON.stringify(messages)) as typeof messages;
  const results = { role: "tool" as const, results: [{ id: "c1", name: "clock", output: "noon" }] };
  await llm.generate({ messages: [...hello.messages, ...kept, results], tools });
  expect(asked[1]?.prompt).toEqual([
    { role: "user", content: [{ type: "text", text: "Hello?" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: metadata("a") },
        { type: "text", text: "Let me look. " },
        { type: "tool-call", toolCallId: "c1", toolName: "clock", input: {}, providerOptions: metadata("b") },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "c1", toolName: "clock", output: { type: "text", value: "noon" } }],
    },
  ]);
});

test("a stream brings deltas, calls, and the turn", async () => {
  const { model } = fake(
    streamOf(
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", modelId: "acme-1b" },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Good " },
      { type: "text-delta", id: "t", delta: "day." },
      { type: "text-end", id: "t" },
      { type: "tool-call", toolCallId: "x", toolName: "search", input: "{}", providerExecuted: true },
      { type: "source", sourceType: "url", id: "made-up", url: "https://example.com/", title: "Example" },
      { type: "tool-call", toolCallId: "c1", toolName: "clock", input: '{"zone":"U' },
      { type: "finish", ...end },
    ),
  );
  const stream = await fromAISDK(model).stream({
    ...hello,
    tools: [{ name: "clock", inputSchema: { type: "object" } }],
  });
  const deltas: string[] = [];
  for await (const event of stream) if (event.type === "text") deltas.push(event.text);
  expect(deltas).toEqual(["Good ", "day."]);
  expect(await stream.response()).toMatchObject({
    text: "Good day.",
    reasoning: "Hm.",
    model: "acme-1b",
    finishReason: "tool_use",
    providerFinishReason: "STOP",
    usage: { inputTokens: 9, outputTokens: 3 },
    toolCalls: [{ id: "c1", name: "clock", invalidInput: '{"zone":"U' }],
    sources: [{ type: "url", url: "https://example.com/", title: "Example" }],
  });
});

test("a stream that never says that it is finished was interrupted", async () => {
  const { model } = fake(streamOf({ type: "text-delta", id: "t", delta: "Half" }));
  const stream = await fromAISDK(model).stream(hello);
  await expect(stream.response()).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
});

test("a stream that is left is cancelled, also one of a model that does not listen", async () => {
  let cancelled: (reason: unknown) => void = () => {};
  const left = new Promise((resolve) => {
    cancelled = resolve;
  });
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue({ type: "text-delta", id: "t", delta: "Once" }),
    cancel: (reason) => cancelled(reason),
  });
  const opened = await fromAISDK(fake({ stream }).model).stream(hello);
  for await (const _ of opened) break;
  await left;
});

describe("errors", () => {
  const call = (fields: object) =>
    Object.assign(new Error("said"), { name: "AI_APICallError", isRetryable: false }, fields);
  test.each<[string, unknown, object]>([
    ["a refused key", call({ statusCode: 401 }), { code: "LLM_UNAUTHORIZED", status: 401 }],
    [
      "a limit, with its wait",
      call({ statusCode: 429, responseHeaders: { "retry-after": "2" } }),
      { code: "LLM_RATE_LIMITED", retryAfterMs: 2000, retryable: true },
    ],
    [
      "a spent quota",
      call({ statusCode: 429, data: { error: { code: "insufficient_quota", message: "no more" } } }),
      { code: "LLM_QUOTA_EXCEEDED", retryable: false },
    ],
    [
      "a prompt that is too long",
      call({ statusCode: 400, responseBody: '{"error":{"code":"context_length_exceeded","message":"too long"}}' }),
      { code: "LLM_CONTEXT_TOO_LONG" },
    ],
    [
      "an outage",
      call({ statusCode: 503, responseHeaders: { "x-request-id": "r1" } }),
      { status: 503, requestId: "r1" },
    ],
    ["no connection", call({ isRetryable: true }), { code: "LLM_NETWORK_ERROR" }],
    [
      "no connection, told by its cause",
      call({ cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }),
      { code: "LLM_NETWORK_ERROR" },
    ],
    [
      "a time limit",
      call({ cause: Object.assign(new Error("x"), { code: "UND_ERR_HEADERS_TIMEOUT" }) }),
      { code: "LLM_TIMEOUT" },
    ],
    [
      "a body that was cut",
      call({ statusCode: 200, cause: new TypeError("terminated") }),
      { code: "LLM_STREAM_INTERRUPTED" },
    ],
    ["a reply that is not what it should be", call({ statusCode: 200 }), { code: "LLM_BAD_RESPONSE" }],
    [
      "what it cannot do",
      Object.assign(new Error("no audio"), { name: "AI_UnsupportedFunctionalityError" }),
      { code: "LLM_UNSUPPORTED" },
    ],
    [
      "a key that is missing",
      Object.assign(new Error("no key"), { name: "AI_LoadAPIKeyError" }),
      { code: "LLM_INVALID_CONFIG" },
    ],
    ["anything else", new RangeError("odd"), { code: "LLM_BAD_RESPONSE" }],
  ])("%s", async (_, thrown, expected) => {
    const { model } = fake({}, { doGenerate: () => Promise.reject(thrown) });
    const error = await fromAISDK(model, { maxRetries: 0 })
      .generate(hello)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LLMError);
    expect(error).toMatchObject({ provider: "acme.chat", model: "acme-1", ...expected });
  });

  test("hold no key, in whatever form a provider quotes it", async () => {
    const key = "k/e y+1234567890";
    const message = `not ${key}, ${encodeURIComponent(key)} or {"key":"${key.replaceAll("/", "\\/")}"}`;
    for (const thrown of [call({ statusCode: 401, responseBody: message }), call({ message })]) {
      const { model } = fake({}, { doGenerate: () => Promise.reject(thrown) });
      const llm = fromAISDK(model, { maxRetries: 0, secrets: [key] });
      const error = await llm.generate(hello).catch((caught: unknown) => caught);
      const shown = inspect(error, { depth: 9, showHidden: true });
      expect(shown).toContain("not …");
      expect(shown).not.toMatch(/1234567890/);
    }
  });

  test("that come as a part of a stream, as an error or as the provider sent it", async () => {
    for (const error of [call({ statusCode: 429 }), { code: 429, message: "slow down" }]) {
      const { model } = fake(streamOf({ type: "text-delta", id: "t", delta: "Half" }, { type: "error", error }));
      const stream = await fromAISDK(model).stream(hello);
      await expect(stream.response()).rejects.toMatchObject({ code: "LLM_RATE_LIMITED", retryable: false });
    }
  });
});

describe("embedding models", () => {
  const embedding = (more: object = {}) => {
    const asked: Record<string, unknown>[] = [];
    const model: AISDKEmbeddingModel = {
      specificationVersion: "v3",
      provider: "acme.embedding",
      modelId: "acme-e",
      maxEmbeddingsPerCall: 2,
      async doEmbed(options) {
        asked.push(options);
        return { embeddings: (options.values as string[]).map(() => [1, 0]), usage: { tokens: 4 }, warnings: [] };
      },
      ...more,
    };
    return { model, asked };
  };

  test("are split by their own limit, and their usage is added up", async () => {
    const { model, asked } = embedding();
    const { vectors, usage: used } = await fromAISDKEmbedder(model).embed({ texts: ["a", "b", "c"] });
    expect(vectors).toHaveLength(3);
    expect(used).toEqual({ inputTokens: 8 });
    expect(asked.map(({ values }) => values)).toEqual([["a", "b"], ["c"]]);
  });

  test("take a length as a setting of v4, or in a provider's options, or not at all", async () => {
    const v4 = embedding({ specificationVersion: "v4" });
    await fromAISDKEmbedder(v4.model).embed({ texts: ["a"], dimensions: 2 });
    expect(v4.asked[0]).toMatchObject({ dimensions: 2 });
    const v3 = embedding();
    await fromAISDKEmbedder(v3.model, { dimensions: (size) => ({ size }) }).embed({ texts: ["a"], dimensions: 2 });
    expect(v3.asked[0]).toMatchObject({ providerOptions: { acme: { size: 2 } } });
    await expect(fromAISDKEmbedder(v3.model).embed({ texts: ["a"], dimensions: 2 })).rejects.toMatchObject({
      code: "EMBED_UNSUPPORTED",
    });
  });

  test("that give no vectors have failed", async () => {
    const { model } = embedding({ doEmbed: async () => ({}) });
    await expect(fromAISDKEmbedder(model).embed({ texts: ["a"] })).rejects.toMatchObject({
      code: "EMBED_BAD_RESPONSE",
    });
  });
});

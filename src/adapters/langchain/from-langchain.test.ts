import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type AIMessageFields } from "@langchain/core/messages";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { LLMRequest } from "../../contract/index.js";
import { fromLangChain, fromLangChainEmbeddings, type LangChainChatModel, type LangChainSettings } from "./index.js";

const hello: LLMRequest = { messages: [{ role: "user", content: "Hello?" }] };

/** A model by its shape alone, which keeps what it was asked. */
function fake(answer: unknown, more: object = {}) {
  const asked: { messages: unknown; options: Record<string, unknown> }[] = [];
  const model = {
    _llmType: () => "acme",
    model: "acme-1",
    async invoke(messages: unknown, options: Record<string, unknown>) {
      asked.push({ messages, options });
      return answer;
    },
    async stream(messages: unknown, options: Record<string, unknown>) {
      asked.push({ messages, options });
      return (async function* () {
        yield* answer as Iterable<unknown>;
      })();
    },
    ...more,
  };
  return { model: model as unknown as LangChainChatModel, asked };
}

test("takes the chat models of LangChain's own type", () => {
  expectTypeOf<BaseChatModel>().toExtend<LangChainChatModel>();
  expect(() => fromLangChain({} as never)).toThrow(/expected a chat model of LangChain/);
});

test("LangChain's own test models answer, whole and in pieces", async () => {
  const whole = fromLangChain(new FakeListChatModel({ responses: ["Good day."] }));
  expect((await whole.generate(hello)).text).toBe("Good day.");
  const pieces = fromLangChain(
    new FakeStreamingChatModel({
      chunks: [new AIMessageChunk("Good "), new AIMessageChunk("day."), new AIMessageChunk("")],
    }),
  );
  const stream = await pieces.stream(hello);
  const deltas: string[] = [];
  for await (const event of stream) if (event.type === "text") deltas.push(event.text);
  expect(deltas).toEqual(["Good ", "day."]);
  expect((await stream.response()).text).toBe("Good day.");
});

test("the history goes as messages that LangChain can make of it", async () => {
  const { model, asked } = fake(new AIMessage("Noon."), { bindTools: () => model });
  const call = { id: "c1", name: "clock", input: { zone: "UTC" } };
  await fromLangChain(model).generate({
    system: "Be brief.",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image", url: "https://example.com/a.png" },
        ],
      },
      { role: "assistant", content: "", toolCalls: [call] },
      { role: "tool", results: [{ id: "c1", name: "clock", output: { hour: 12 }, isError: true }] },
    ],
  });
  expect(asked[0]?.messages).toEqual([
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image", source_type: "url", url: "https://example.com/a.png" },
      ],
    },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ type: "tool_call", id: "c1", name: "clock", args: { zone: "UTC" } }],
    },
    { role: "tool", tool_call_id: "c1", content: '{"hour":12}', status: "error" },
  ]);
  // Such objects are messages to LangChain itself.
  const { text } = await fromLangChain(new FakeListChatModel({ responses: ["Yes."] })).generate({
    messages: [
      ...hello.messages,
      { role: "assistant", content: "", toolCalls: [call] },
      { role: "tool", results: [{ id: "c1", name: "clock", output: "x" }] },
    ],
  });
  expect(text).toBe("Yes.");
});

test("a message's calls, usage, reasoning and metadata make the turn", async () => {
  const message = new AIMessage({
    content: [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Let me look." },
    ],
    tool_calls: [{ type: "tool_call", id: "c1", name: "clock", args: { zone: "UTC" } }],
    invalid_tool_calls: [{ type: "invalid_tool_call", id: "c2", name: "clock", args: '{"zone":', error: "cut" }],
    usage_metadata: {
      input_tokens: 9,
      output_tokens: 3,
      total_tokens: 12,
      input_token_details: { cache_read: 4 },
      output_token_details: { reasoning: 1 },
    },
    response_metadata: { finish_reason: "tool_calls", model_name: "acme-1b" },
  } as unknown as AIMessageFields);
  const { model } = fake(message, { bindTools: () => model });
  const response = await fromLangChain(model).generate({
    ...hello,
    tools: [{ name: "clock", inputSchema: { type: "object" } }],
  });
  expect(response).toMatchObject({
    text: "Let me look.",
    reasoning: "Hm.",
    model: "acme-1b",
    provider: "acme",
    providerFinishReason: "tool_calls",
    usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 4, reasoningTokens: 1 },
    toolCalls: [
      { id: "c1", input: { zone: "UTC" } },
      { id: "c2", invalidInput: '{"zone":' },
    ],
  });
  expect(JSON.parse(JSON.stringify(response.messages))).toEqual(response.messages);
});

test("tools and a choice are bound, and a schema is asked for with its answer as it came", async () => {
  const bound: unknown[] = [];
  const { model } = fake(
    { raw: new AIMessage('{"city":"Paris"}'), parsed: { city: "Paris" } },
    {
      bindTools: (...args: unknown[]) => {
        bound.push(args);
        return model;
      },
      withStructuredOutput: (...args: unknown[]) => {
        bound.push(args);
        return model;
      },
    },
  );
  const schema = { name: "place", schema: { type: "object" } };
  const { text } = await fromLangChain(model).generate({
    ...hello,
    schema,
    tools: [{ name: "clock", inputSchema: { type: "object" } }],
    toolChoice: "auto",
  });
  expect(text).toBe('{"city":"Paris"}');
  expect(bound).toEqual([
    [[{ type: "function", function: { name: "clock", parameters: { type: "object" } } }], { tool_choice: "auto" }],
    [{ type: "object" }, { name: "place", method: "jsonSchema", includeRaw: true }],
  ]);
});

test("an answer that came as a call of the schema's name is told as text", async () => {
  const raw = new AIMessage({
    content: "",
    tool_calls: [{ type: "tool_call", id: "c", name: "place", args: { city: "Oslo" } }],
  });
  const { model } = fake({ raw, parsed: { city: "Oslo" } }, { withStructuredOutput: () => model });
  const response = await fromLangChain(model).generate({
    ...hello,
    schema: { name: "place", schema: { type: "object" } },
  });
  expect(response).toMatchObject({ text: '{"city":"Oslo"}', toolCalls: [], finishReason: "stop" });
});

describe("settings", () => {
  test("belong to the constructor: a model alone refuses them, and is asked nothing", async () => {
    const { model, asked } = fake(new AIMessage("x"));
    for (const request of [{ temperature: 1 }, { maxTokens: 9 }, { seed: 1 }, { topP: 1 }, { model: "acme-2" }])
      await expect(fromLangChain(model).generate({ ...hello, ...request })).rejects.toMatchObject({
        code: "LLM_UNSUPPORTED",
      });
    expect(asked).toEqual([]);
  });

  test("a model alone takes those that a call can bring, and an effort that is off", async () => {
    const { model, asked } = fake(new AIMessage("x"));
    const options = { stopSequences: ["END"], providerOptions: { user: "u" }, reasoning: "off" } as const;
    await fromLangChain(model).generate({ ...hello, ...options });
    expect(asked[0]?.options).toMatchObject({ stop: ["END"], user: "u" });
    expect(asked[0]?.options.signal).toBeInstanceOf(AbortSignal);
  });

  test("what makes a model gets those of the request, and no others", async () => {
    const made: LangChainSettings[] = [];
    const { model } = fake(new AIMessage("x"));
    const make = (settings: LangChainSettings) => {
      made.push(settings);
      return model;
    };
    await fromLangChain(make).generate({ ...hello, temperature: 0, model: "acme-2" });
    expect(made).toEqual([{}, { temperature: 0, model: "acme-2" }]);
  });
});

describe("streams", () => {
  test("calls are put together from their chunks, by LangChain's own concat()", async () => {
    const piece = (args: string, more: object = {}) =>
      new AIMessageChunk({ content: "", tool_call_chunks: [{ type: "tool_call_chunk", index: 0, args, ...more }] });
    const chunks = [
      new AIMessageChunk("Let me look."),
      piece('{"zo', { id: "c1", name: "clock" }),
      piece('ne":"UTC"}'),
      new AIMessageChunk({
        content: "",
        usage_metadata: { input_tokens: 2, output_tokens: 1, total_tokens: 3 },
      } as unknown as AIMessageFields),
    ];
    const { model } = fake(chunks, { bindTools: () => model });
    const stream = await fromLangChain(model).stream({
      ...hello,
      tools: [{ name: "clock", inputSchema: { type: "object" } }],
    });
    expect(await stream.response()).toMatchObject({
      text: "Let me look.",
      toolCalls: [{ id: "c1", name: "clock", input: { zone: "UTC" } }],
      usage: { inputTokens: 2, outputTokens: 1 },
    });
  });

  test("one without a chunk was interrupted", async () => {
    const stream = await fromLangChain(fake([]).model).stream(hello);
    await expect(stream.response()).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  });
});

describe("errors", () => {
  const failing = (thrown: unknown) => fake(undefined, { invoke: () => Promise.reject(thrown) }).model;
  const refused = (status: number, more: object = {}) =>
    Object.assign(new Error(`${status} said`), { status, ...more });
  test.each<[string, unknown, object]>([
    ["a refused key", refused(401), { code: "LLM_UNAUTHORIZED" }],
    [
      "a limit",
      refused(429, { headers: new Headers({ "retry-after-ms": "15" }) }),
      { code: "LLM_RATE_LIMITED", retryAfterMs: 15 },
    ],
    [
      "what a library wraps",
      Object.assign(new Error("wrapped"), { cause: refused(404) }),
      { code: "LLM_MODEL_NOT_FOUND" },
    ],
    [
      "Google's details",
      refused(429, { errorDetails: [{ "@type": "x", violations: [{ quotaId: "RequestsPerDay" }] }] }),
      { code: "LLM_QUOTA_EXCEEDED" },
    ],
    [
      "a reply that the message quotes",
      refused(400, {
        message: 'got status: 400. {"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}',
      }),
      { code: "LLM_UNAUTHORIZED", status: 401 },
    ],
    [
      "no connection",
      Object.assign(new Error("Connection error."), { cause: { code: "ECONNRESET" } }),
      { code: "LLM_NETWORK_ERROR" },
    ],
    [
      "a quoted fetch",
      new Error("[Client Error]: Error fetching from http://x: fetch failed"),
      { code: "LLM_NETWORK_ERROR" },
    ],
    ["a time limit", Object.assign(new Error("x"), { name: "TimeoutError" }), { code: "LLM_TIMEOUT" }],
    ["a cut body", new TypeError("terminated"), { code: "LLM_STREAM_INTERRUPTED" }],
    ["anything else", new Error("odd"), { code: "LLM_BAD_RESPONSE" }],
  ])("%s", async (_, thrown, expected) => {
    const llm = fromLangChain(failing(thrown), { maxRetries: 0 });
    await expect(llm.generate(hello)).rejects.toMatchObject({ name: "LLMError", provider: "acme", ...expected });
  });

  test("what is no message is a bad response", async () => {
    await expect(fromLangChain(fake("text").model).generate(hello)).rejects.toMatchObject({ code: "LLM_BAD_RESPONSE" });
  });
});

describe("embeddings", () => {
  test("give vectors and no usage; a length needs what makes them", async () => {
    const embeddings = { model: "acme-e", embedDocuments: async (texts: string[]) => texts.map(() => [1, 0]) };
    const embedder = fromLangChainEmbeddings(embeddings, { provider: "acme" });
    expect(await embedder.embed({ texts: ["a", "b"] })).toEqual({
      vectors: [
        [1, 0],
        [1, 0],
      ],
      model: "acme-e",
      provider: "acme",
      usage: {},
    });
    await expect(embedder.embed({ texts: ["a"], dimensions: 2 })).rejects.toMatchObject({ code: "EMBED_UNSUPPORTED" });
    const made: object[] = [];
    const maker = fromLangChainEmbeddings((settings) => {
      made.push(settings);
      return embeddings;
    });
    await maker.embed({ texts: ["a"], dimensions: 2 });
    expect(made).toEqual([{}, { dimensions: 2 }]);
    expect(() => fromLangChainEmbeddings({} as never)).toThrow(/expected embeddings of LangChain/);
  });
});

import { ApiError, type FunctionDeclaration, GoogleGenAI, Type } from "@google/genai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bagOfWords } from "../../memory/index.js";
import { type ServedMock, serve } from "../serve.js";
import { createGoogleServer } from "./server.js";

const model = "gemini-3-flash-preview";
const embedder = "gemini-embedding-001";
const server = createGoogleServer({ apiKey: "right-key", models: [model, embedder] });
let served: ServedMock;
let client: GoogleGenAI;

const connect = (apiKey: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: `http://127.0.0.1:${served.port}` } });

beforeAll(async () => {
  served = await serve(server);
  client = connect("right-key");
});
afterAll(() => served.close());

/** Each test plays what it queues, after what the others have used up. */
let earlier = 0;
beforeEach(() => {
  earlier = server.requests.length;
});
const sent = () => server.requests.slice(earlier);

const ask = { model, contents: "Hi" };
const weather: FunctionDeclaration = {
  name: "weather",
  description: "The weather of a city.",
  parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ["city"] },
};

describe("the official SDK", () => {
  it("generates", async () => {
    server.queue({ text: "Hello", reasoning: "hm", usage: { inputTokens: 3, outputTokens: 4, reasoningTokens: 1 } });
    const config = { systemInstruction: "Be brief.", maxOutputTokens: 9, thinkingConfig: { includeThoughts: true } };
    const response = await client.models.generateContent({ ...ask, config });
    expect(response.text).toBe("Hello");
    expect(response.candidates?.[0]).toMatchObject({
      finishReason: "STOP",
      content: { parts: [{ thought: true }, {}] },
    });
    expect(response.usageMetadata).toMatchObject({
      candidatesTokenCount: 3,
      thoughtsTokenCount: 1,
      totalTokenCount: 7,
    });
    expect(response.modelVersion).toBe(model);
    expect(sent()).toMatchObject([{ kind: "generate", turn: { system: "Be brief.", maxTokens: 9 } }]);
    expect(JSON.stringify(sent())).not.toContain("right-key");
  });

  it("streams", async () => {
    server.queue({ text: "Hello 🎉 there", usage: { inputTokens: 3, outputTokens: 4 } });
    const deltas: string[] = [];
    let last: unknown;
    for await (const chunk of await client.models.generateContentStream(ask)) {
      deltas.push(chunk.text ?? "");
      last = chunk;
    }
    expect(deltas.join("")).toBe("Hello 🎉 there");
    expect(deltas.length).toBeGreaterThan(2);
    expect(last).toMatchObject({ candidates: [{ finishReason: "STOP" }], usageMetadata: { totalTokenCount: 7 } });
  });

  it("chats, and keeps what was said", async () => {
    server.queue("Hello", "Bye");
    const chat = client.chats.create({ model });
    for await (const _ of await chat.sendMessageStream({ message: "Hi" }));
    expect((await chat.sendMessage({ message: "So long" })).text).toBe("Bye");
    expect(
      sent()[1]
        ?.turn?.messages.map(({ role }) => role)
        .at(-1),
    ).toBe("user");
    expect(sent()[1]?.turn?.messages[1]).toEqual({ role: "assistant", content: "Hello" });
  });

  it.each([false, true])("calls functions, and sends back what signed the call (streamed: %s)", async (streamed) => {
    const call = (city: string) => ({ id: `call_${city}`, name: "weather", input: { city } });
    server.queue({ text: "Looking", toolCalls: [call("Oslo"), call("Rome")] }, "Cold and warm.");
    const chat = client.chats.create({ model, config: { tools: [{ functionDeclarations: [weather] }] } });
    const calls = [];
    if (streamed) {
      for await (const chunk of await chat.sendMessageStream({ message: "Hi" }))
        calls.push(...(chunk.functionCalls ?? []));
    } else calls.push(...((await chat.sendMessage({ message: "Hi" })).functionCalls ?? []));
    expect(calls).toEqual([
      { id: "call_Oslo", name: "weather", args: { city: "Oslo" } },
      { id: "call_Rome", name: "weather", args: { city: "Rome" } },
    ]);
    const answer = await chat.sendMessage({
      message: calls.map(({ id, name, args }) => ({
        functionResponse: { id: id ?? "", name: name ?? "", response: { warm: args?.city === "Rome" } },
      })),
    });
    expect(answer.text).toBe("Cold and warm.");
    expect(sent()[1]?.turn?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "Looking",
        toolCalls: [
          { id: "call_Oslo", name: "weather", input: { city: "Oslo" } },
          { id: "call_Rome", name: "weather", input: { city: "Rome" } },
        ],
      },
      {
        role: "tool",
        results: [
          { id: "call_Oslo", name: "weather", output: { warm: false } },
          { id: "call_Rome", name: "weather", output: { warm: true } },
        ],
      },
    ]);
  });

  it("asks for structured output, in either kind of schema", async () => {
    server.queue('{"city":"Oslo"}', '{"city":"Rome"}');
    const responseMimeType = "application/json";
    const responseSchema = { type: Type.OBJECT, properties: { city: { type: Type.STRING, nullable: true } } };
    const responseJsonSchema = { type: "object", properties: { city: { type: "string" } } };
    const first = await client.models.generateContent({ ...ask, config: { responseMimeType, responseSchema } });
    expect(JSON.parse(first.text ?? "")).toEqual({ city: "Oslo" });
    await client.models.generateContent({ ...ask, config: { responseMimeType, responseJsonSchema } });
    expect(sent().map(({ turn }) => turn?.schema?.schema)).toEqual([
      { type: "object", properties: { city: { type: ["string", "null"] } } },
      responseJsonSchema,
    ]);
  });

  it("embeds, one text or several", async () => {
    const { embeddings } = await client.models.embedContent({ model: embedder, contents: "red" });
    expect(embeddings?.map(({ values }) => values)).toEqual([bagOfWords("red", 8)]);
    const several = await client.models.embedContent({
      model: embedder,
      contents: ["red", "red blue"],
      config: { taskType: "RETRIEVAL_QUERY", outputDimensionality: 4 },
    });
    expect(several.embeddings?.map(({ values }) => values)).toEqual([bagOfWords("red", 4), bagOfWords("red blue", 4)]);
    expect(sent()[1]?.embed).toEqual({ texts: ["red", "red blue"], model: embedder, dimensions: 4, task: "query" });
  });

  it("counts tokens", async () => {
    expect(await client.models.countTokens({ model, contents: "Hello you" })).toMatchObject({ totalTokens: 3 });
    expect(sent()).toMatchObject([{ kind: "count-tokens" }]);
  });

  it("lists models", async () => {
    const names = [];
    for await (const { name } of await client.models.list()) names.push(name);
    expect(names).toEqual([`models/${model}`, `models/${embedder}`]);
    expect(await client.models.get({ model })).toMatchObject({ name: `models/${model}` });
  });

  it("reads what was blocked, and where an answer was found", async () => {
    server.queue(
      { finishReason: "content_filter", providerFinishReason: "PROHIBITED_CONTENT" },
      { text: "x", sources: [{ type: "url", url: "https://e.test/a", title: "A" }] },
    );
    expect((await client.models.generateContent(ask)).promptFeedback).toMatchObject({
      blockReason: "PROHIBITED_CONTENT",
    });
    const { candidates } = await client.models.generateContent({ ...ask, config: { tools: [{ googleSearch: {} }] } });
    expect(candidates?.[0]?.groundingMetadata?.groundingChunks).toEqual([
      { web: { uri: "https://e.test/a", title: "A" } },
    ]);
    expect(sent()[1]?.turn?.tools).toEqual([{ name: "google_search", providerType: "google_search" }]);
  });

  it("has one class for errors, with their status", async () => {
    const failing = async (request: Promise<unknown>, status: number) => {
      await expect(request).rejects.toThrow(ApiError);
      await expect(request).rejects.toMatchObject({ status });
    };
    await failing(connect("wrong-key").models.generateContent(ask), 400);
    await failing(client.models.generateContent({ ...ask, model: "x" }), 404);
    await failing(
      client.models.generateContent({ ...ask, contents: { role: "system", parts: [{ text: "Hi" }] } }),
      400,
    );
    server.queue({ error: { code: "LLM_RATE_LIMITED" } }, { error: { code: "LLM_PROVIDER_ERROR", status: 503 } });
    await failing(client.models.generateContent(ask), 429);
    await failing(client.models.generateContentStream(ask), 503);
  });

  it("meets an error in the middle of a stream", async () => {
    server.queue({ text: "Half", error: { code: "LLM_PROVIDER_ERROR", status: 503, message: "down" } });
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of await client.models.generateContentStream(ask)) read.push(chunk.text ?? "");
    })();
    await expect(reading).rejects.toThrow("down");
    expect(read.join("")).toBe("Half");
  });

  it("is seen to leave", async () => {
    server.queue({ text: "Hello", stall: true });
    const controller = new AbortController();
    const stream = await client.models.generateContentStream({ ...ask, config: { abortSignal: controller.signal } });
    const reading = (async () => {
      for await (const chunk of stream) if (chunk.text === "Hello") controller.abort();
    })();
    await expect(reading).rejects.toThrow(/abort/);
    await sent()[0]?.hungUp;
    expect(sent()).toMatchObject([{ kind: "stream", status: 200 }]);
  });
});

import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { bagOfWords } from "../../memory/index.js";
import { type ServedMock, serve } from "../serve.js";
import { createOpenAIServer } from "./server.js";

const server = createOpenAIServer({ apiKey: "right-key", models: ["m", "other"] });
let served: ServedMock;
let client: OpenAI;

beforeAll(async () => {
  served = await serve(server);
  client = new OpenAI({ baseURL: served.baseURL, apiKey: "right-key", maxRetries: 0 });
});
afterAll(() => served.close());

/** Each test plays what it queues, after what the others have used up. */
let earlier = 0;
beforeEach(() => {
  earlier = server.requests.length;
});
const sent = () => server.requests.slice(earlier);

const ask = { model: "m", messages: [{ role: "user" as const, content: "Hi" }] };

describe("the official SDK", () => {
  it("chats", async () => {
    server.queue({ text: "Hello", usage: { inputTokens: 3, outputTokens: 1, cachedInputTokens: 2 } });
    const { data, request_id } = await client.chat.completions.create(ask).withResponse();
    expect(data.choices[0]).toMatchObject({ message: { content: "Hello" }, finish_reason: "stop" });
    expect(data.usage).toMatchObject({ total_tokens: 4, prompt_tokens_details: { cached_tokens: 2 } });
    expect(request_id).toMatch(/^req_/);
  });

  it("streams", async () => {
    server.queue({ text: "Hello 🎉 there", usage: { inputTokens: 3, outputTokens: 4 } });
    const stream = client.chat.completions.stream({ ...ask, stream_options: { include_usage: true } });
    const deltas: string[] = [];
    for await (const chunk of stream) deltas.push(chunk.choices[0]?.delta.content ?? "");
    expect(deltas.join("")).toBe("Hello 🎉 there");
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]).toMatchObject({ message: { content: "Hello 🎉 there" }, finish_reason: "stop" });
    expect(completion.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
  });

  it.each([false, true])("runs tools (streamed: %s)", async (streamed) => {
    const call = (city: string) => ({ id: `call_${city}`, name: "weather", input: { city } });
    server.queue({ text: "Looking", toolCalls: [call("Oslo"), call("Rome")] }, "Cold and warm.");
    const request = {
      ...ask,
      tools: [
        {
          type: "function" as const,
          function: {
            name: "weather",
            description: "The weather of a city.",
            parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
            parse: JSON.parse,
            function: async ({ city }: { city: string }) => ({ city, warm: city === "Rome" }),
          },
        },
      ],
    };
    const runner = streamed
      ? client.chat.completions.runTools({ ...request, stream: true })
      : client.chat.completions.runTools(request);
    expect(await runner.finalContent()).toBe("Cold and warm.");
    expect(sent()[1]?.turn?.messages).toEqual([
      { role: "user", content: "Hi" },
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
          { id: "call_Oslo", name: "weather", output: '{"city":"Oslo","warm":false}' },
          { id: "call_Rome", name: "weather", output: '{"city":"Rome","warm":true}' },
        ],
      },
    ]);
  });

  it("parses structured output", async () => {
    server.queue('{"city":"Oslo","degrees":null}', '{"city":"Rome","degrees":20}');
    const Weather = z.object({ city: z.string(), degrees: z.number().nullable() });
    const response_format = zodResponseFormat(Weather, "weather");
    const whole = await client.chat.completions.parse({ ...ask, response_format });
    expect(whole.choices[0]?.message.parsed).toEqual({ city: "Oslo", degrees: null });
    const streamed = await client.chat.completions.stream({ ...ask, response_format }).finalChatCompletion();
    expect(streamed.choices[0]?.message.parsed).toEqual({ city: "Rome", degrees: 20 });
    expect(sent()[0]?.turn?.schema).toMatchObject({ name: "weather", strict: true });
  });

  it("reads a refusal", async () => {
    server.queue({ text: "No.", finishReason: "content_filter", providerFinishReason: "refusal" });
    const { choices } = await client.chat.completions.create(ask);
    expect(choices[0]?.message).toMatchObject({ content: null, refusal: "No." });
  });

  it("embeds, in base64 where it is not told otherwise", async () => {
    const { data, usage } = await client.embeddings.create({ model: "m", input: ["red", "red blue"] });
    expect(data.map(({ embedding }) => Array.from(embedding))).toEqual([
      bagOfWords("red", 8),
      bagOfWords("red blue", 8),
    ]);
    expect(usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
    expect(JSON.parse(sent()[0]?.body ?? "")).toMatchObject({ encoding_format: "base64" });
    const floats = await client.embeddings.create({
      model: "m",
      input: "red",
      dimensions: 4,
      encoding_format: "float",
    });
    expect(floats.data[0]?.embedding).toEqual(bagOfWords("red", 4));
  });

  it("lists models", async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(["m", "other"]);
    expect(await client.models.retrieve("other")).toMatchObject({ id: "other", object: "model" });
  });

  it("names errors by their class", async () => {
    const badKey = new OpenAI({ baseURL: served.baseURL, apiKey: "wrong-key", maxRetries: 0 });
    await expect(badKey.chat.completions.create(ask)).rejects.toThrow(OpenAI.AuthenticationError);
    await expect(client.chat.completions.create({ ...ask, model: "x" })).rejects.toThrow(OpenAI.NotFoundError);
    await expect(client.chat.completions.create({ ...ask, messages: [] })).rejects.toMatchObject({
      constructor: OpenAI.BadRequestError,
      code: "empty_array",
      param: "messages",
    });
    server.queue(
      { error: { code: "LLM_RATE_LIMITED" } },
      { error: { code: "LLM_PROVIDER_ERROR", status: 503 } },
      { error: { code: "LLM_NETWORK_ERROR" } },
      { error: { code: "LLM_UNAUTHORIZED", status: 403 } },
    );
    await expect(client.chat.completions.create(ask)).rejects.toThrow(OpenAI.RateLimitError);
    await expect(client.chat.completions.create(ask)).rejects.toThrow(OpenAI.InternalServerError);
    await expect(client.chat.completions.create(ask)).rejects.toThrow(OpenAI.APIConnectionError);
    await expect(client.chat.completions.create(ask)).rejects.toThrow(OpenAI.PermissionDeniedError);
  });

  it("tries again when it is told to, and soon", async () => {
    server.queue({ error: { code: "LLM_RATE_LIMITED" } }, { error: { code: "LLM_PROVIDER_ERROR" } }, "Hello");
    const { choices } = await client.chat.completions.create(ask, { maxRetries: 2 });
    expect(choices[0]?.message.content).toBe("Hello");
    const [first, , third] = sent();
    expect(sent().map(({ status }) => status)).toEqual([429, 502, 200]);
    // By itself it would wait for more than a second.
    expect((third?.at ?? Number.NaN) - (first?.at ?? Number.NaN)).toBeLessThan(1000);
  });

  it("meets an error in the middle of a stream", async () => {
    server.queue({ text: "Half", error: { code: "LLM_PROVIDER_ERROR", message: "down" } });
    const read: string[] = [];
    const reading = (async () => {
      const stream = await client.chat.completions.create({ ...ask, stream: true });
      for await (const chunk of stream) read.push(chunk.choices[0]?.delta.content ?? "");
    })();
    await expect(reading).rejects.toThrow("down");
    expect(read.join("")).toBe("Half");
  });

  it("is seen to leave", async () => {
    server.queue({ text: "Hello", stall: true });
    const stream = await client.chat.completions.create({ ...ask, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === "Hello") break;
    await sent()[0]?.hungUp;
    expect(sent()).toMatchObject([{ kind: "stream", status: 200 }]);
  });
});

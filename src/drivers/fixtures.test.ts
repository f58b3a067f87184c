import { describe, expect, test } from "vitest";
import { isLLMError, type LLM, type LLMRequest } from "../contract/index.js";
import { type Fixture, readFixtures } from "../quirks/testing/fixtures.js";
import { createAnswer as createGoogleAnswer } from "./google/answer.js";
import { google, openAICompatible } from "./index.js";
import { createAnswer as createOpenAIAnswer } from "./openai-compatible/answer.js";
import { readStream } from "./read-stream.js";
import { anyone, readEveryCut } from "./testing/read-wire.js";

/** A driver whose provider gives this reply to everything. */
function llmFor({ exchange: { protocol, reply } }: Fixture): LLM {
  const fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const read of reply.reads) controller.enqueue(read);
        if (reply.ending === "complete") controller.close();
      },
      pull(controller) {
        if (reply.ending === "stall") return new Promise<void>(() => {});
        controller.error(new TypeError("terminated"));
      },
    });
    return new Response(body, { status: reply.status, headers: reply.headers });
  };
  const options = { baseURL: "http://fixture.test/v1", apiKey: "key-of-a-test", fetch, maxRetries: 0, model: "m" };
  return protocol === "openai" ? openAICompatible(options) : google(options);
}

/** What came of one turn, in a fixture's words. */
async function outcomeOf(fixture: Fixture): Promise<object> {
  const { gives, exchange } = fixture;
  const names = new Set("calls" in gives ? gives.calls?.map(({ name }) => name) : []);
  const request: LLMRequest = {
    messages: [{ role: "user", content: "Go on." }],
    ...(names.size > 0 && {
      tools: [...names].map((name) => ({ name, description: name, inputSchema: { type: "object" } })),
    }),
  };
  const llm = llmFor(fixture);
  let text = "";
  try {
    let response: Awaited<ReturnType<LLM["generate"]>>;
    if (exchange.request.kind === "stream") {
      const stream = await llm.stream(request);
      for await (const event of stream) if (event.type === "text") text += event.text;
      response = await stream.response();
      expect(response.text).toBe(text);
    } else {
      response = await llm.generate(request);
    }
    const { reasoning, finishReason, toolCalls, usage } = response;
    return {
      text: response.text,
      ...(reasoning !== undefined && { reasoning }),
      finishReason,
      ...("calls" in gives && {
        calls: toolCalls.map(({ name, input, invalidInput }) => ({
          name,
          input,
          ...(invalidInput !== undefined && { invalidInput }),
        })),
      }),
      ...("sources" in gives && { sources: response.sources.map(({ url }) => url) }),
      ...("usage" in gives && { usage: JSON.parse(JSON.stringify(usage)) }),
    };
  } catch (error) {
    if (!isLLMError(error)) throw error;
    return {
      error: error.code,
      ...("status" in gives && { status: error.status }),
      ...("retryAfterMs" in gives && { retryAfterMs: error.retryAfterMs }),
      ...("text" in gives && { text }),
    };
  } finally {
    await llm.close();
  }
}

describe.each(["openai", "google"] as const)("fixtures/%s", (protocol) => {
  const fixtures = readFixtures(protocol).filter(({ exchange }) => exchange.request.kind !== "embed");

  test.each(fixtures)("$name: $about", async (fixture) => {
    expect(await outcomeOf(fixture)).toEqual(fixture.gives);
  });

  const streamed = fixtures.filter(
    ({ exchange: { request, reply } }) => request.kind === "stream" && reply.status < 300,
  );
  test.each(streamed)("$name gives the same, wherever its bytes are cut", async ({ exchange: { reply } }) => {
    const [bytes = new Uint8Array()] = reply.reads;
    const createAnswer = protocol === "openai" ? createOpenAIAnswer : createGoogleAnswer;
    const { events } = await readEveryCut(bytes, (response) => readStream(response, createAnswer(anyone), anyone));
    expect(events).toBeDefined();
  });
});

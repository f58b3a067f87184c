import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { collect, joined } from "../generation/testing/helpers.js";
import { embedderCases, runEmbedderCases, runLLMCases } from "../suite/index.js";
import {
  cityAnswer,
  cityRequest,
  hello,
  imageRequest,
  redPixel,
  temperatureAnswer,
  temperatureRequest,
} from "../suite/prompts.js";
import { liveStage } from "./live-stage.js";
import { answerLivePrompts, expectAllGreen, parisCall, promptOf } from "./testing/live-answers.js";

// A mock server of OpenAI's API that others wrote, from their reading of it: what ours and our driver might have wrong in
// the same way shows here.

const apiKey = "sk-aimock-0123456789";
const model = "some-model";
// Cut by code units, also within a surrogate pair.
const mock = new LLMock({ host: "127.0.0.1", port: 0, chunkSize: 1, auth: { apiKeys: [apiKey] } });

beforeAll(async () => {
  await mock.start();
});
afterEach(() => {
  mock.clearFixtures();
  mock.clearRequests();
});
afterAll(() => mock.stop());

const options = () => ({ baseURL: `${mock.url}/v1`, apiKey, model, maxRetries: 0 });

function driver() {
  const llm = openAICompatible(options());
  onTestFinished(() => llm.close());
  return llm;
}

function embedder() {
  const made = openAICompatibleEmbedder(options());
  onTestFinished(() => made.close());
  return made;
}

describe("the driver", () => {
  const usage = { prompt_tokens: 12, completion_tokens: 5 };
  const said = { content: "Hello 👋🏽, hello!\n", reasoning: "They greet 🙂.", usage, model: "served-2026" };
  const heard = {
    text: said.content,
    reasoning: said.reasoning,
    model: said.model,
    finishReason: "stop",
    providerFinishReason: "stop",
    usage: { inputTokens: 12, outputTokens: 5 },
  };

  test("generates", async () => {
    mock.onMessage(promptOf(hello), said);
    expect(await driver().generate(hello)).toMatchObject(heard);
  });

  test("streams the same", async () => {
    mock.onMessage(promptOf(hello), said);
    const stream = await driver().stream(hello);
    const events = await collect(stream);
    expect(joined(events, "text")).toBe(said.content);
    expect(joined(events, "reasoning")).toBe(said.reasoning);
    expect(events.every((event) => !("text" in event) || event.text.isWellFormed())).toBe(true);
    expect(await stream.response()).toMatchObject(heard);
    expect(mock.getLastRequest()?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test.each(["generate", "stream"] as const)("runs tools to the end, with %s", async (method) => {
    const calls = ["Paris", "Oslo"].map((city) => ({ ...parisCall, arguments: JSON.stringify({ city }) }));
    mock
      .on({ hasToolResult: false }, { content: "Let me see.", toolCalls: calls })
      .on({ hasToolResult: true }, { content: temperatureAnswer });
    const llm = driver();
    const request = temperatureRequest();
    const response = method === "generate" ? await llm.generate(request) : await (await llm.stream(request)).response();
    expect(response).toMatchObject({
      text: temperatureAnswer,
      steps: 2,
      toolCalls: [
        { input: { city: "Paris" }, outcome: "ran", output: '{"celsius":21}' },
        { input: { city: "Oslo" }, outcome: "ran", output: '{"celsius":21}' },
      ],
    });
    const ids = response.toolCalls.map(({ id }) => id);
    expect(mock.getLastRequest()?.body?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "Let me see.", tool_calls: ids.map((id) => ({ id, type: "function" })) },
      ...ids.map((id) => ({ role: "tool", tool_call_id: id, content: '{"celsius":21}' })),
    ]);
  });

  test("asks for JSON by schema", async () => {
    mock.on({ responseFormat: "json_schema" }, { content: cityAnswer });
    expect((await driver().generate(cityRequest)).text).toBe(cityAnswer);
  });

  test("sends an image", async () => {
    mock.onMessage(promptOf(imageRequest), { content: "Red." });
    expect((await driver().generate(imageRequest)).text).toBe("Red.");
    expect(mock.getLastRequest()?.body?.messages).toMatchObject([
      { content: [{ type: "text" }, { type: "image_url", image_url: { url: `data:image/png;base64,${redPixel}` } }] },
    ]);
  });

  test.each([
    [401, "invalid_api_key", { code: "LLM_UNAUTHORIZED", status: 401 }],
    [404, "model_not_found", { code: "LLM_MODEL_NOT_FOUND" }],
    [429, "rate_limit_exceeded", { code: "LLM_RATE_LIMITED", retryAfterMs: 1000 }],
    [400, "context_length_exceeded", { code: "LLM_CONTEXT_TOO_LONG" }],
    [500, "server_error", { code: "LLM_PROVIDER_ERROR", status: 500, retryable: true }],
  ])("reports %i %s", async (status, code, expected) => {
    mock.onMessage(/./, { error: { message: "as configured", type: "some_type", code }, status });
    await expect(driver().generate(hello)).rejects.toMatchObject(expected);
    await expect(driver().stream(hello)).rejects.toMatchObject(expected);
  });

  test("reports a refused key", async () => {
    const llm = openAICompatible({ ...options(), apiKey: "sk-another-0123456789" });
    onTestFinished(() => llm.close());
    await expect(llm.generate(hello)).rejects.toMatchObject({ code: "LLM_UNAUTHORIZED", status: 401 });
  });

  test("reports a stream that was cut", async () => {
    // With some milliseconds between the chunks: without, the connection is gone before any of them is sent.
    mock.onMessage(/./, { content: "Hello there." }, { truncateAfterChunks: 5, latency: 5 });
    const stream = await driver().stream(hello);
    await expect(collect(stream)).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  });
});

describe("the embedder", () => {
  test("gives the vector that is configured, for each text", async () => {
    mock.onEmbedding("hello", { embedding: [0.25, -0.5, 1] });
    const response = await embedder().embed({ texts: ["hello", "hello again"] });
    expect(response).toMatchObject({ model, vectors: [1, 2].map(() => [0.25, -0.5, 1]) });
  });

  test("sends dimensions, and keeps the order", async () => {
    const asking = embedder();
    const { vectors } = await asking.embed({ texts: ["one", "two", "three"], dimensions: 5 });
    expect(vectors.map((vector) => vector.length)).toEqual([5, 5, 5]);
    const alone = await asking.embed({ texts: ["two"], dimensions: 5 });
    expect(alone.vectors).toEqual([vectors[1]]);
  });

  test("reports a failure", async () => {
    mock.onEmbedding(/./, { error: { message: "as configured" }, status: 503 });
    await expect(embedder().embed({ texts: ["hello"] })).rejects.toMatchObject({
      ...{ code: "EMBED_PROVIDER_ERROR", status: 503, retryable: true },
    });
  });
});

describe("the suite, live", () => {
  test("judges the driver", async () => {
    answerLivePrompts(mock);
    const report = await runLLMCases((stage) => openAICompatible({ ...stage, ...options() }), { stage: liveStage() });
    expectAllGreen(report, ["tokenCounting", "sources"]);
  });

  test("judges the embedder", async () => {
    // It says of every text that it cost no token.
    const cases = embedderCases.filter(({ name }) => name !== "EmbedUsageIsHonest");
    const factory = (stage: object) => openAICompatibleEmbedder({ ...stage, ...options() });
    expectAllGreen(await runEmbedderCases(factory, { stage: liveStage(), cases }), []);
  });
});

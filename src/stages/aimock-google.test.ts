import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type GoogleOptions, google, googleEmbedder } from "../drivers/index.js";
import { collect, joined } from "../generation/testing/helpers.js";
import { embedderCases, runEmbedderCases, runLLMCases } from "../suite/index.js";
import {
  cityAnswer,
  cityRequest,
  hello,
  imageRequest,
  temperatureAnswer,
  temperatureRequest,
} from "../suite/prompts.js";
import { liveStage } from "./live-stage.js";
import { answerLivePrompts, expectAllGreen, parisCall, promptOf } from "./testing/live-answers.js";

// A mock server of Gemini's API that others wrote, see aimock.test.ts. It has no `countTokens` and no
// `batchEmbedContents`, and answers both with 404; every vector has the length that it has.

const apiKey = "AIza-aimock-0123456789";
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

const model = "gemini-3-flash-preview";
const options = (): GoogleOptions => ({ baseURL: mock.url, apiKey, model, maxRetries: 0 });

function driver(more: Partial<GoogleOptions> = {}) {
  const llm = google({ ...options(), ...more });
  onTestFinished(() => llm.close());
  return llm;
}

function embedder() {
  const made = googleEmbedder({ ...options(), model: "text-embedding-004" });
  onTestFinished(() => made.close());
  return made;
}

describe("the driver", () => {
  const said = {
    content: "Hello 👋🏽, hello!\n",
    reasoning: "They greet 🙂.",
    usage: { prompt_tokens: 12, completion_tokens: 5 },
  };
  const heard = {
    text: said.content,
    reasoning: said.reasoning,
    model,
    finishReason: "stop",
    providerFinishReason: "STOP",
    usage: { inputTokens: 12, outputTokens: 5 },
  };
  const thinking = { ...hello, reasoning: "high" } as const;

  test("generates", async () => {
    mock.onMessage(promptOf(hello), said);
    expect(await driver().generate(thinking)).toMatchObject(heard);
    expect(mock.getLastRequest()?.path).not.toContain(apiKey);
  });

  test("streams the same", async () => {
    mock.onMessage(promptOf(hello), said);
    const stream = await driver().stream(thinking);
    const events = await collect(stream);
    expect(joined(events, "text")).toBe(said.content);
    expect(joined(events, "reasoning")).toBe(said.reasoning);
    expect(events.every((event) => !("text" in event) || event.text.isWellFormed())).toBe(true);
    expect(await stream.response()).toMatchObject(heard);
    expect(mock.getLastRequest()?.path).toMatch(/:streamGenerateContent\?alt=sse$/);
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
      finishReason: "stop",
      steps: 2,
      toolCalls: [
        { input: { city: "Paris" }, outcome: "ran", output: '{"celsius":21}' },
        { input: { city: "Oslo" }, outcome: "ran", output: '{"celsius":21}' },
      ],
    });
    // What it heard, in its own form: it takes calls and results for OpenAI's.
    const cities = ["Paris", "Oslo"].map((city) => ({ function: { arguments: JSON.stringify({ city }) } }));
    expect(mock.getLastRequest()?.body?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "Let me see.", tool_calls: cities },
      ...cities.map(() => ({ role: "tool", content: '{"celsius":21}' })),
    ]);
  });

  test("asks for JSON by schema", async () => {
    mock.onMessage(promptOf(cityRequest), { content: cityAnswer });
    expect((await driver().generate(cityRequest)).text).toBe(cityAnswer);
  });

  test("sends an image", async () => {
    mock.onMessage(promptOf(imageRequest), { content: "Red." });
    expect((await driver().generate(imageRequest)).text).toBe("Red.");
  });

  test.each([
    [401, "UNAUTHENTICATED", { code: "LLM_UNAUTHORIZED", status: 401 }],
    [404, "NOT_FOUND", { code: "LLM_MODEL_NOT_FOUND" }],
    [429, "RESOURCE_EXHAUSTED", { code: "LLM_RATE_LIMITED" }],
    [400, "INVALID_ARGUMENT", { code: "LLM_REQUEST_REJECTED" }],
    [503, "UNAVAILABLE", { code: "LLM_PROVIDER_ERROR", status: 503, retryable: true }],
  ])("reports %i %s", async (status, type, expected) => {
    mock.onMessage(/./, { error: { message: "as configured", type }, status });
    await expect(driver().generate(hello)).rejects.toMatchObject(expected);
    await expect(driver().stream(hello)).rejects.toMatchObject(expected);
  });

  test("reports a refused key", async () => {
    const llm = driver({ apiKey: "AIza-another-0123456789" });
    await expect(llm.generate(hello)).rejects.toMatchObject({ code: "LLM_UNAUTHORIZED", status: 401 });
  });

  test("reports a stream that was cut", async () => {
    // With some milliseconds between the chunks: without, the connection is gone before any of them is sent.
    mock.onMessage(/./, { content: "Hello there." }, { truncateAfterChunks: 5, latency: 5 });
    const stream = await driver().stream(hello);
    await expect(collect(stream)).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  });

  test("reports what the server does not have", async () => {
    await expect(driver().countTokens(hello)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the embedder", () => {
  test("gives the vector that is configured", async () => {
    mock.onEmbedding("hello", { embedding: [0.25, -0.5, 1] });
    expect(await embedder().embed({ texts: ["hello"], task: "query" })).toMatchObject({ vectors: [[0.25, -0.5, 1]] });
  });

  test("reports what the server does not have", async () => {
    await expect(embedder().embed({ texts: ["one", "two"] })).rejects.toMatchObject({ status: 404 });
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
    // It tells no sources either.
    const capabilities = { tokenCounting: false, sources: false };
    const factory = (stage: object) => google({ ...stage, ...options(), capabilities });
    const report = await runLLMCases(factory, { stage: liveStage() });
    expectAllGreen(report, ["tokenCounting", "sources"]);
  });

  test("judges the embedder, but for what takes several texts or another length", async () => {
    const beyond = [
      ...["EmbedReturnsOneVectorPerText", "EmbedHonoursDimensionsOrRefuses", "EmbedSplitsLargeBatches"],
      ...["EmbedRequestIsNotMutated", "EmbedTextsArriveWhole", "EmbedUsageIsHonest", "EmbedCallsDoNotMix"],
    ];
    const cases = embedderCases.filter(({ name }) => !beyond.includes(name));
    expect(cases).toHaveLength(embedderCases.length - beyond.length);
    const factory = (stage: object) => googleEmbedder({ ...stage, ...options(), model: "text-embedding-004" });
    expectAllGreen(await runEmbedderCases(factory, { stage: liveStage(), cases }), []);
  });
});

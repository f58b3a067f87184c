import { describe, expect, onTestFinished, test } from "vitest";
import { embedTasks } from "../../contract/index.js";
import { bodies, key } from "../testing/google-wire.js";
import { failure } from "../testing/llm-for.js";
import { type Handler, json, serve } from "../testing/serve.js";
import { googleEmbedder } from "./embedder.js";
import type { GoogleOptions } from "./options.js";

async function embedderAt(handlers: readonly [Handler, ...Handler[]], options: Partial<GoogleOptions> = {}) {
  const server = await serve(...handlers);
  const model = "gemini-embedding-001";
  const embedder = googleEmbedder({ baseURL: server.origin, apiKey: key, model, maxRetries: 0, ...options });
  onTestFinished(() => embedder.close());
  return { embedder, server };
}

const one = (...values: number[]) => json({ embedding: { values } });
const many = (...vectors: number[][]) => json({ embeddings: vectors.map((values) => ({ values })) });
const length = (vector: number[] | undefined) => Math.hypot(...(vector ?? []));

test("one text goes to embedContent", async () => {
  const { embedder, server } = await embedderAt([one(0.6, 0.8)], { model: "models/text-embedding-004" });
  expect(await embedder.embed({ texts: ["a"] })).toEqual({
    vectors: [[0.6, 0.8]],
    model: "models/text-embedding-004",
    provider: "google",
    usage: {},
  });
  expect(server.requests[0]?.path).toBe("/v1beta/models/text-embedding-004:embedContent");
  expect(server.requests[0]?.headers).toMatchObject({ "x-goog-api-key": key });
  expect(bodies(server)[0]).toEqual({ model: "models/text-embedding-004", content: { parts: [{ text: "a" }] } });
});

test("more go to batchEmbedContents, and split at 100", async () => {
  const texts = Array.from({ length: 101 }, (_, i) => `text ${i}`);
  const batch = many(...texts.slice(0, 100).map((_, i) => [i, 1]));
  const { embedder, server } = await embedderAt([batch, one(100, 1)], { model: "text-embedding-004" });
  const { vectors } = await embedder.embed({ texts, dimensions: 2, task: "query", providerOptions: { title: "T" } });
  expect(vectors.map(([first]) => first)).toEqual(texts.map((_, i) => i));
  const [{ requests }] = bodies(server) as unknown as [{ requests: object[] }];
  expect(server.requests[0]?.path).toBe("/v1beta/models/text-embedding-004:batchEmbedContents");
  expect(requests).toHaveLength(100);
  expect(requests[7]).toEqual({
    model: "models/text-embedding-004",
    content: { parts: [{ text: "text 7" }] },
    taskType: "RETRIEVAL_QUERY",
    outputDimensionality: 2,
    title: "T",
  });
});

test("every task has its word", async () => {
  const { embedder, server } = await embedderAt([one(1)]);
  for (const task of embedTasks) await embedder.embed({ texts: ["a"], task });
  expect(bodies(server).map(({ taskType }) => taskType)).toEqual([
    "RETRIEVAL_DOCUMENT",
    "RETRIEVAL_QUERY",
    "SEMANTIC_SIMILARITY",
    "CLASSIFICATION",
    "CLUSTERING",
  ]);
});

test("a model that ignores the word is told the task in the text", async () => {
  const { embedder, server } = await embedderAt([one(3, 4)], { model: "gemini-embedding-2" });
  const { vectors } = await embedder.embed({ texts: ["a"], task: "query", dimensions: 2 });
  expect(bodies(server)[0]).toEqual({
    model: "models/gemini-embedding-2",
    content: { parts: [{ text: "task: search result | query: a" }] },
    outputDimensionality: 2,
  });
  // It scales by itself: what it sends is not touched.
  expect(vectors).toEqual([[3, 4]]);
});

describe("vectors that were shortened without being scaled", () => {
  test("have unit length, alone and in a batch, and it is said", async () => {
    const { embedder } = await embedderAt([one(0.3, 0.3, 0.3), many([0.3, 0.3, 0.3], [1e-200, 1e200, 0], [0, 0, 0])]);
    const single = await embedder.embed({ texts: ["a"], dimensions: 3 });
    const batch = await embedder.embed({ texts: ["a", "b", "c"], dimensions: 3 });
    expect([single.normalized, batch.normalized]).toEqual([true, true]);
    expect(batch.vectors[0]).toEqual(single.vectors[0]);
    expect(length(single.vectors[0])).toBeCloseTo(1, 9);
    expect(length(batch.vectors[1])).toBeCloseTo(1, 9);
    expect(batch.vectors[2]).toEqual([0, 0, 0]);
  });

  test("are told from whole ones, which stay as they are", async () => {
    const whole = Array.from({ length: 3072 }, () => 0.5);
    const { embedder } = await embedderAt([one(...whole)]);
    const response = await embedder.embed({ texts: ["a"] });
    expect(response.vectors).toEqual([whole]);
    expect(response).not.toHaveProperty("normalized");
    expect(embedder.dimensions).toBe(3072);
  });
});

test("the model that was used and the tokens are told where they come", async () => {
  const body = { embedding: { values: [1] }, usageMetadata: { promptTokenCount: 4 }, modelVersion: "e-2" };
  const { embedder } = await embedderAt([json(body)]);
  expect(await embedder.embed({ texts: ["a"] })).toMatchObject({ model: "e-2", usage: { inputTokens: 4 } });
});

test("dimensions are refused where the model has only its own", async () => {
  const { embedder, server } = await embedderAt([one(1)], { model: "embedding-001" });
  expect(await failure(embedder.embed({ texts: ["a"], dimensions: 1 }))).toMatchObject({ code: "EMBED_UNSUPPORTED" });
  const { embedder: other } = await embedderAt([one(1)], { baseURL: server.origin });
  const work = other.embed({ texts: ["a"], model: "embedding-001", dimensions: 1 });
  expect(await failure(work)).toMatchObject({
    code: "EMBED_UNSUPPORTED",
    message: "google does not support dimensions on embedding-001",
  });
  expect(server.requests).toHaveLength(0);
});

test.each<[unknown, number, object]>([
  ["<html></html>", 200, { code: "EMBED_BAD_RESPONSE" }],
  [{}, 200, { code: "EMBED_BAD_RESPONSE" }],
  [{ embedding: { values: [] } }, 200, { code: "EMBED_BAD_RESPONSE" }],
  [{ embedding: { values: ["a"] } }, 200, { code: "EMBED_BAD_RESPONSE" }],
  [
    { embedding: { values: [1, 2] } },
    200,
    { code: "EMBED_BAD_RESPONSE", message: expect.stringContaining("dimensions") },
  ],
  [{ error: { code: 503, message: "m" } }, 200, { code: "EMBED_PROVIDER_ERROR", status: 503 }],
  [
    { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } },
    400,
    { code: "EMBED_UNAUTHORIZED" },
  ],
  [{ error: { code: 404, message: "no", status: "NOT_FOUND" } }, 404, { code: "EMBED_MODEL_NOT_FOUND" }],
])("%j under %i is an error", async (body, status, expected) => {
  const { embedder } = await embedderAt([json(body, status)]);
  expect(await failure(embedder.embed({ texts: ["a"], dimensions: 1 }))).toMatchObject(expected);
});

test("a batch with a vector too few is an error", async () => {
  const { embedder } = await embedderAt([many([1])]);
  expect(await failure(embedder.embed({ texts: ["a", "b"] }))).toMatchObject({ code: "EMBED_BAD_RESPONSE" });
});

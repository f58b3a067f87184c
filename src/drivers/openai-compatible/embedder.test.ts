import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Handler, json, serve } from "../testing/serve.js";
import { openAICompatibleEmbedder } from "./embedder.js";
import type { OpenAICompatibleOptions } from "./options.js";

const key = "sk-very-secret-key";

async function embedderFor(handler: Handler, options: Partial<OpenAICompatibleOptions> = {}) {
  const server = await serve(handler);
  const embedder = openAICompatibleEmbedder({
    baseURL: server.baseURL,
    apiKey: key,
    model: "e",
    maxRetries: 0,
    ...options,
  });
  onTestFinished(() => embedder.close());
  return { server, embedder };
}

const item = (embedding: unknown, index?: unknown) => ({
  object: "embedding",
  embedding,
  ...(index !== undefined && { index }),
});
const base64 = (...values: number[]) => Buffer.from(new Float32Array(values).buffer).toString("base64");

describe("the embedder", () => {
  test("asks and answers", async () => {
    const reply = {
      model: "e-2026",
      data: [item([1, 2], 0), item([3, 4], 1)],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    };
    const { server, embedder } = await embedderFor(json(reply));
    expect(await embedder.embed({ texts: ["a", "b"], dimensions: 2 })).toEqual({
      vectors: [
        [1, 2],
        [3, 4],
      ],
      model: "e-2026",
      provider: "openai-compatible",
      usage: { inputTokens: 4 },
    });
    expect(server.requests[0]).toMatchObject({ path: "/v1/embeddings", headers: { authorization: `Bearer ${key}` } });
    const body = { model: "e", input: ["a", "b"], encoding_format: "float", dimensions: 2 };
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual(body);
  });

  test.each<[string, unknown[], number[][]]>([
    ["out of order", [item([2], 1), item([1], 0)], [[1], [2]]],
    ["without an index", [item([1]), item([2])], [[1], [2]]],
    [
      "as base64",
      [item(base64(1, -0.5), 0), item(base64(2, 0.25), 1)],
      [
        [1, -0.5],
        [2, 0.25],
      ],
    ],
  ])("takes vectors %s", async (_, data, vectors) => {
    const { embedder } = await embedderFor(json({ data }));
    const response = await embedder.embed({ texts: ["a", "b"] });
    expect(response.vectors).toEqual(vectors);
    expect(response.usage.inputTokens).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ["no data", {}],
    ["too few", { data: [item([1], 0)] }],
    ["one index twice", { data: [item([1], 0), item([2], 0)] }],
    ["an index too high", { data: [item([1], 0), item([2], 2)] }],
    ["no vector", { data: [item([1], 0), item("?", 1)] }],
    ["base64 of the wrong length", { data: [item([1], 0), item("AAAA", 1)] }],
    ["null in it", { data: [item([1], 0), item([null], 1)] }],
    ["an item that is none", { data: [item([1], 0), 7] }],
    ["a list", []],
    ["words", "hello"],
  ])("a reply with %s is a bad response", async (_, reply) => {
    const { embedder } = await embedderFor(json(reply));
    await expect(embedder.embed({ texts: ["a", "b"] })).rejects.toMatchObject({
      code: "EMBED_BAD_RESPONSE",
      status: 502,
    });
  });

  test.each<[number, object, object]>([
    [401, { error: { message: `Incorrect API key provided: ${key}` } }, { code: "EMBED_UNAUTHORIZED", status: 401 }],
    [429, { error: { message: "slow" } }, { code: "EMBED_RATE_LIMITED", retryable: true }],
    [
      400,
      {
        error: {
          message:
            "Model does not support matryoshka representation, changing output dimensions will lead to poor results.",
        },
      },
      { code: "EMBED_UNSUPPORTED" },
    ],
    [200, { error: { message: "boom" } }, { code: "EMBED_PROVIDER_ERROR", status: 502 }],
  ])("%i %j", async (status, body, expected) => {
    const { embedder } = await embedderFor(json(body, status));
    const error: unknown = await embedder.embed({ texts: ["a"], dimensions: 4 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(expected);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(key);
  });

  test("refuses a task, and dimensions where there is no field for them", async () => {
    const { server, embedder } = await embedderFor(json({}), { preset: "llama.cpp" });
    await expect(embedder.embed({ texts: ["a"], task: "query" })).rejects.toMatchObject({ code: "EMBED_UNSUPPORTED" });
    await expect(embedder.embed({ texts: ["a"], dimensions: 4 })).rejects.toMatchObject({ code: "EMBED_UNSUPPORTED" });
    expect(server.requests).toHaveLength(0);
  });

  test("splits what is over the preset's limit", async () => {
    const { server, embedder } = await embedderFor(
      (response, { body }) => {
        const { input } = JSON.parse(body) as { input: string[] };
        response.end(
          JSON.stringify({
            data: input.map((text, i) => item([Number(text)], i)),
            usage: { prompt_tokens: input.length },
          }),
        );
      },
      { preset: "openai" },
    );
    const texts = Array.from({ length: 2050 }, (_, i) => String(i));
    const { vectors, usage } = await embedder.embed({ texts });
    expect(vectors).toEqual(texts.map((text) => [Number(text)]));
    expect(usage.inputTokens).toBe(2050);
    expect(server.requests).toHaveLength(2);
  });

  test("an abort is seen by the server", async () => {
    const { server, embedder } = await embedderFor(() => {});
    const caller = new AbortController();
    const embedding = embedder.embed({ texts: ["a"] }, { signal: caller.signal });
    embedding.catch(() => {});
    const request = await server.request();
    caller.abort();
    await expect(embedding).rejects.toMatchObject({ code: "EMBED_CANCELLED" });
    expect(await request.closed).toEqual({ complete: false });
  });

  test("a reply may be as long as the largest batch makes it, and longer than any answer", async () => {
    const padded = `{"data":[{"index":0,"embedding":[1${" ".repeat(65 * 1024 * 1024)}]}]}`;
    const { embedder } = await embedderFor(json(padded));
    expect((await embedder.embed({ texts: ["a"] })).vectors).toEqual([[1]]);
    const { embedder: careful } = await embedderFor(json(padded), { maxResponseBytes: 1024 });
    await expect(careful.embed({ texts: ["a"] })).rejects.toMatchObject({ code: "EMBED_BAD_RESPONSE" });
  });

  test("an empty reply is no answer", async () => {
    const { embedder } = await embedderFor(json(""));
    await expect(embedder.embed({ texts: ["a"] })).rejects.toMatchObject({ code: "EMBED_PROVIDER_ERROR", status: 502 });
  });

  test("bad options are refused at once", () => {
    expect(() => openAICompatibleEmbedder({ model: "" })).toThrow(
      expect.objectContaining({ code: "EMBED_INVALID_CONFIG" }),
    );
    expect(() => openAICompatibleEmbedder(undefined as unknown as OpenAICompatibleOptions)).toThrow(
      expect.objectContaining({ code: "EMBED_INVALID_CONFIG" }),
    );
  });
});

import { describe, expect, test } from "vitest";
import { anyone, readWhole, readWire, reply, sse } from "../testing/google-wire.js";
import { turnIn } from "../testing/read-wire.js";
import { createAnswer } from "./answer.js";
import { readUsage } from "./usage.js";

describe("usage", () => {
  test.each<[string, object, object]>([
    [
      "tool results are input, thoughts are output",
      {
        promptTokenCount: 500,
        candidatesTokenCount: 120,
        toolUsePromptTokenCount: 300,
        thoughtsTokenCount: 10,
        totalTokenCount: 930,
      },
      { inputTokens: 800, outputTokens: 130, reasoningTokens: 10 },
    ],
    [
      "thoughts are not counted twice where the total has them once",
      { promptTokenCount: 500, candidatesTokenCount: 130, thoughtsTokenCount: 10, totalTokenCount: 630 },
      { inputTokens: 500, outputTokens: 130, reasoningTokens: 10 },
    ],
    [
      "all of the output may be thoughts",
      { promptTokenCount: 10, thoughtsTokenCount: 2999, totalTokenCount: 3009 },
      { inputTokens: 10, outputTokens: 2999, reasoningTokens: 2999 },
    ],
    ["a count of 0 is left out", { promptTokenCount: 7, totalTokenCount: 7 }, { inputTokens: 7, outputTokens: 0 }],
    ["what is not told is unknown", { promptTokenCount: 7 }, { inputTokens: 7 }],
    [
      "cached tokens are told",
      { promptTokenCount: 7, candidatesTokenCount: 1, cachedContentTokenCount: 4, totalTokenCount: 8 },
      { inputTokens: 7, outputTokens: 1, cachedInputTokens: 4 },
    ],
    [
      "more cached tokens than there are are unknown",
      { promptTokenCount: 7, candidatesTokenCount: 1, cachedContentTokenCount: 9, totalTokenCount: 8 },
      { inputTokens: 7, outputTokens: 1 },
    ],
    [
      "thoughts that the total cannot hold are output all the same",
      { promptTokenCount: 7, candidatesTokenCount: 1, thoughtsTokenCount: 9, totalTokenCount: 8 },
      { inputTokens: 7, outputTokens: 10, reasoningTokens: 9 },
    ],
    [
      "what is no count is unknown",
      { promptTokenCount: -1, candidatesTokenCount: 2, totalTokenCount: "x" },
      { outputTokens: 2 },
    ],
  ])("%s", (_, wire, expected) => {
    expect(readUsage(wire as Record<string, unknown>)).toEqual(expected);
  });

  test("is a running total: the last one stands", async () => {
    const usage = (candidatesTokenCount: number) => ({
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount, totalTokenCount: 3 + candidatesTokenCount },
    });
    const wire = sse(reply([{ text: "a" }], undefined, usage(1)), reply([{ text: "b" }], "STOP", usage(2)));
    expect(turnIn(await readWire(wire)).usage).toEqual({ inputTokens: 3, outputTokens: 2 });
  });

  test("has no cached tokens where caching is not claimed", () => {
    const answer = createAnswer({ ...anyone, reportsCache: false });
    const usageMetadata = { promptTokenCount: 3, cachedContentTokenCount: 2, candidatesTokenCount: 1 };
    answer.take(reply([{ text: "a" }], "STOP", { usageMetadata }), []);
    expect(answer.end(true)).toMatchObject([{ turn: { usage: { inputTokens: 3, outputTokens: 1 } } }]);
    expect(JSON.stringify(answer.end(true))).not.toContain("cached");
  });
});

describe("sources", () => {
  const web = { web: { uri: "https://e.example/a", title: "A" } };
  const last = {
    candidates: [
      {
        finishReason: "STOP",
        groundingMetadata: {
          groundingChunks: [web, { retrievedContext: { uri: "gs://b/c" } }, web, { web: {} }, null],
          groundingSupports: [{ segment: { endIndex: 5000, text: "x" }, groundingChunkIndices: [9] }],
        },
        urlContextMetadata: {
          urlMetadata: [
            { retrievedUrl: "https://e.example/d", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_SUCCESS" },
            { retrievedUrl: "https://e.example/lost", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_ERROR" },
          ],
        },
      },
    ],
  };

  test("stand on a last chunk without content, one for each URL", async () => {
    expect(turnIn(await readWire(sse(reply([{ text: "ok" }]), last))).sources).toEqual([
      { type: "url", url: "https://e.example/a", title: "A" },
      { type: "url", url: "gs://b/c" },
      { type: "url", url: "https://e.example/d" },
    ]);
  });

  test("are the same in a whole reply", async () => {
    const streamed = turnIn(await readWire(sse(reply([{ text: "ok" }]), last)));
    const [candidate] = last.candidates;
    expect(readWhole({ candidates: [{ ...candidate, content: { parts: [{ text: "ok" }] } }] }).sources).toEqual(
      streamed.sources,
    );
  });
});

test("the model is the one that was used", () => {
  expect(readWhole(reply([{ text: "a" }], "STOP", { modelVersion: "gemini-2.5-flash-001" })).model).toBe(
    "gemini-2.5-flash-001",
  );
});

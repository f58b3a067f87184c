import { describe, expect, it } from "vitest";
import { embedTasks } from "../contract/index.js";
import {
  bagOfWords,
  cosineSimilarity,
  embeddedRequests,
  embeddedTexts,
  memoryEmbedder,
  memoryEmbeddingArrived,
  memoryLLM,
} from "./index.js";

describe("the memory embedder", () => {
  it("records the texts and the whole requests, tasks and dimensions among them", async () => {
    const embedder = memoryEmbedder(64);
    await embedder.embed({ texts: ["doc one", "doc two"], task: "document", dimensions: 768 });
    await embedder.embed({ texts: ["find it"], task: "query", dimensions: 768 });
    expect(embeddedTexts(embedder)).toEqual(["doc one", "doc two", "find it"]);
    expect(embeddedRequests(embedder)).toMatchObject([
      { task: "document", dimensions: 768 },
      { task: "query", dimensions: 768 },
    ]);
  });

  it("tells when it is asked, also before it was", async () => {
    const embedder = memoryEmbedder();
    const second = memoryEmbeddingArrived(embedder, 2);
    for (const text of ["one", "two"]) await embedder.embed({ texts: [text] });
    expect((await second).request).toEqual({ texts: ["two"] });
    expect(await memoryEmbeddingArrived(embedder, 1)).toMatchObject({
      at: expect.any(Number),
      request: { texts: ["one"] },
    });
  });

  it("is deterministic, and nearer for texts that share words", async () => {
    const texts = ["the cat sat on the mat", "a cat sat on a mat today", "quarterly revenue exceeded forecast"];
    const { vectors } = await memoryEmbedder(64).embed({ texts });
    const [first, second, third] = vectors as [number[], number[], number[]];
    expect(cosineSimilarity(first, second)).toBeGreaterThan(cosineSimilarity(first, third));
    expect((await memoryEmbedder(64).embed({ texts })).vectors).toEqual(vectors);
  });

  it("gives vectors of its length, or of the one that was asked for", async () => {
    const embedder = memoryEmbedder();
    expect(embedder.dimensions).toBe(8);
    expect((await embedder.embed({ texts: ["a"] })).vectors[0]).toHaveLength(8);
    expect((await embedder.embed({ texts: ["a"], dimensions: 768 })).vectors[0]).toHaveLength(768);
  });

  it.each(embedTasks)("takes task %s", async (task) => {
    expect((await memoryEmbedder().embed({ texts: ["a"], task })).vectors).toHaveLength(1);
  });

  it("reports usage and its name", async () => {
    const response = await memoryEmbedder().embed({ texts: ["abcd", "efgh!"], model: "m" });
    expect(response).toMatchObject({ usage: { inputTokens: 3 }, provider: "memory", model: "m" });
  });

  it("refuses dimensions that are none, and helpers refuse what is no memory embedder", () => {
    expect(() => memoryEmbedder(0)).toThrow(expect.objectContaining({ code: "EMBED_INVALID_CONFIG" }));
    expect(() => embeddedTexts(memoryLLM() as never)).toThrow(
      expect.objectContaining({ code: "EMBED_INVALID_CONFIG" }),
    );
  });
});

describe("a bag of words", () => {
  // FNV-1a, 32 bit: "a" is 0xe40c292c (even), "foobar" is 0xbf9cf968 (even), "b" is 0xe70c2de5 (odd).
  it("adds 1 for an even hash and 0.5 for an odd one, in the slot of the hash", () => {
    expect(bagOfWords("a", 8)).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
    expect(bagOfWords("foobar", 8)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(bagOfWords("b", 8)).toEqual([0, 0, 0, 0, 0, 0.5, 0, 0]);
    expect(bagOfWords(" A\t b\na ", 8)).toEqual([0, 0, 0, 0, 2, 0.5, 0, 0]);
  });
});

describe("cosine similarity", () => {
  it.each([
    [[1, 0], [1, 0], 1],
    [[1, 0], [0, 1], 0],
    [[1, 0], [-1, 0], -1],
    [[3, 4], [4, 3], 0.96],
    [[1, 0], [1, 0, 0], 0],
    [[0, 0], [1, 0], 0],
    [[], [], 0],
  ])("of %j and %j is %d", (a, b, similarity) => {
    expect(cosineSimilarity(a, b)).toBeCloseTo(similarity, 12);
  });
});

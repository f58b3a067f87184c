import { describe, expect, it } from "vitest";
import { embedTasks } from "./embedder.js";
import { validateEmbedRequest } from "./validate-embed.js";

const refused: [rule: string, request: unknown, place: string][] = [
  ["no request", undefined, "request"],
  ["no texts", {}, "texts"],
  ["nothing to embed", { texts: [] }, "texts"],
  ["texts that are a string", { texts: "a" }, "texts"],
  ["a blank text", { texts: ["a", " \n\t"] }, "texts[1]"],
  ["a text that is no string", { texts: ["a", 1] }, "texts[1]"],
  ["dimensions of 0", { texts: ["a"], dimensions: 0 }, "dimensions"],
  ["negative dimensions", { texts: ["a"], dimensions: -1 }, "dimensions"],
  ["fractional dimensions", { texts: ["a"], dimensions: 1.5 }, "dimensions"],
  ["dimensions that are no number", { texts: ["a"], dimensions: "8" }, "dimensions"],
  ["infinite dimensions", { texts: ["a"], dimensions: Number.POSITIVE_INFINITY }, "dimensions"],
  ["an unknown task", { texts: ["a"], task: "search" }, "task"],
  ["an empty model", { texts: ["a"], model: "" }, "model"],
  ["an unknown field", { texts: ["a"], dimension: 8 }, "dimension"],
  ["a BigInt", { texts: ["a"], providerOptions: { a: 1n } }, "providerOptions.a"],
];

describe("an embedding request", () => {
  it.each(refused)("is refused: %s", (_rule, request, place) => {
    expect(() => validateEmbedRequest(request, "p")).toThrow(
      expect.objectContaining({
        code: "EMBED_INVALID_REQUEST",
        status: 400,
        retryable: false,
        message: expect.stringContaining(place),
      }),
    );
  });

  it.each(embedTasks)("is accepted with task %s", (task) => {
    expect(validateEmbedRequest({ texts: ["a"], task, dimensions: 3 }, "p")).toEqual({
      texts: ["a"],
      task,
      dimensions: 3,
    });
  });

  it("is copied, and well-formed", () => {
    const texts = ["a\ud800"];
    const copy = validateEmbedRequest({ texts }, "p");
    texts.push("b");
    expect(copy.texts).toEqual(["a\ufffd"]);
  });
});

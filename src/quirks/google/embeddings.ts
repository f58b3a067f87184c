import type { Quirk } from "../quirk.js";
import { askedFor, onVectors } from "../vectors.js";

const protocols = ["google"] as const;
const area = "embeddings";

/** Embeddings of Google models. */
export const embeddings: readonly Quirk[] = [
  {
    id: "EMB-07",
    name: "shortened-vectors-are-not-of-unit-length",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/AstroVela/vane/issues/360",
    seen: "gemini-embedding-001 below 3,072 dimensions",
    breaks: "A search by dot product finds the wrong texts.",
    rule: "Vectors come as they are sent; a response that says `normalized` has vectors of length 1.",
    fix: "Vectors are said to be of unit length because the model's own are: scale those that are shortened.",
    scene: "embed-short",
    inject: onVectors((vector) => vector.map((value) => value / 2)),
    expect: "unchanged",
  },
  {
    id: "EMB-09",
    name: "more-texts-than-google-takes",
    class: "request",
    protocols,
    area,
    report: "https://github.com/geldata/gel/issues/9032",
    seen: "clients that send what they are given",
    breaks: "Indexing stops at the first long document.",
    rule: "A batch has at most 100 texts; a longer list is split.",
    detect: (exchange) => {
      const { texts } = askedFor(exchange);
      return exchange.request.kind === "embed" && texts > 100
        ? `the batch has ${texts} texts, and Google takes 100`
        : undefined;
    },
    example: {
      path: "/v1beta/models/embed-test:batchEmbedContents",
      body: {
        requests: Array.from({ length: 101 }, () => ({
          model: "models/embed-test",
          content: { parts: [{ text: "a" }] },
        })),
      },
    },
  },
];

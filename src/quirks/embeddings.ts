import type { Quirk } from "./quirk.js";
import { askedFor, numbersIn, onEmbeddingReply, onEmbeddings, onVectors, vectorsIn } from "./vectors.js";

const protocols = ["openai", "google"] as const;
const area = "embeddings";

/** What hosts of either protocol do to embeddings. */
export const embeddings: readonly Quirk[] = [
  {
    id: "EMB-05",
    name: "dimensions-are-ignored",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/ggml-org/llama.cpp/issues/25210",
    seen: "llama.cpp, and gateways that drop the field",
    breaks: "Vectors of another length are stored, and the search fails much later.",
    rule: "Vectors of another length than asked for are EMBED_BAD_RESPONSE; none is cut here.",
    law: "Vectors have the length that the request names, or the request is refused.",
    fix: "The length is not looked at: compare it with `dimensions`.",
    scene: "embed-short",
    inject: (exchange) =>
      typeof askedFor(exchange).dimensions === "number"
        ? onVectors((vector) => [...vector, ...vector])(exchange)
        : undefined,
    detect: (exchange) => {
      const { dimensions } = askedFor(exchange);
      const lengths = vectorsIn(exchange)?.map((vector) => numbersIn(vector).length) ?? [];
      const other = lengths.find((length) => length > 0 && length !== dimensions);
      return typeof dimensions !== "number" || other === undefined
        ? undefined
        : `${dimensions} dimensions were asked for, and a vector has ${other}`;
    },
    expect: { error: ["EMBED_BAD_RESPONSE"], status: 502 },
  },
  {
    id: "EMB-51",
    name: "vector-is-missing",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/getzep/graphiti/pull/1732",
    seen: "hosts that leave out what they could not embed",
    breaks: "From the missing one on, every vector is stored with another text.",
    rule: "As many vectors as texts, or EMBED_BAD_RESPONSE.",
    law: "There is one vector for each text.",
    fix: "The vectors are handed on uncounted: compare their number with that of the texts.",
    scene: "embed",
    inject: onEmbeddings((all) => (all.length > 1 ? all.slice(0, -1) : undefined)),
    detect: (exchange) => {
      const { length } = vectorsIn(exchange) ?? {};
      const { texts } = askedFor(exchange);
      return length === undefined || length === texts
        ? undefined
        : `the reply has ${length} vectors for ${texts} ${texts === 1 ? "text" : "texts"}`;
    },
    expect: { error: ["EMBED_BAD_RESPONSE"], status: 502 },
  },
  {
    id: "EMB-57",
    name: "null-in-a-vector",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/chroma-core/chroma/pull/344",
    seen: "hosts whose model gave NaN, which JSON cannot carry",
    breaks: "The database refuses the vector, or every search near it fails.",
    rule: "A vector of anything but finite numbers is EMBED_BAD_RESPONSE.",
    law: "A vector is a list of numbers.",
    fix: "The numbers are handed on unread: look whether each is one.",
    scene: "embed",
    inject: onVectors((vector) => vector.map((value, i) => (i === 0 ? null : value))),
    detect: (exchange) => {
      const bad = vectorsIn(exchange)?.findIndex(
        (vector) => Array.isArray(vector) && vector.some((value) => typeof value !== "number"),
      );
      return bad === undefined || bad < 0 ? undefined : `vector ${bad} of the reply has values that are no numbers`;
    },
    expect: { error: ["EMBED_BAD_RESPONSE"], status: 502 },
  },
  {
    id: "EMB-11",
    name: "embedding-usage-is-missing",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/spring-projects/spring-ai/issues/1152",
    seen: "Google, and hosts of open models",
    breaks: "An exception instead of vectors, or tokens that nobody counted told as 0 or NaN.",
    rule: "Without usage in the reply, `inputTokens` is undefined.",
    fix: "Usage is taken for granted, or absent counts are read as 0.",
    scene: "embed",
    inject: onEmbeddingReply(({ usage: _, usageMetadata: __, ...reply }) => reply),
    expect: { response: { usage: {} } },
  },
  {
    id: "EMB-55",
    name: "batch-is-not-split",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/HelixDB/helix-py/issues/43",
    seen: "clients that send what they are given",
    breaks: "Indexing stops at the first document with more chunks than the provider takes at once.",
    rule: "A list is split at the provider's limit; order is kept, usage added up, and one part that fails fails all.",
    checks: [
      "EmbedSplitsLargeBatches/every-text-gets-a-vector",
      "EmbedSplitsLargeBatches/order-is-kept",
      "EmbedUsageIsHonest/batches-add-up",
      "EmbedHonoursCancelledContext/abort-stops-the-rest",
    ],
  },
];

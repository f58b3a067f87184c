import { type Embedder, isObject } from "../../contract/index.js";
import { googleEmbedder } from "../../drivers/index.js";
import { badEmbedding } from "../break-embedder.js";
import type { WireBody } from "../break-wire.js";
import { misreadingEmbeddings } from "../misread-wire.js";
import type { EmbedderMutants, Staged } from "../mutant.js";

// Embedders whose parser has one defect.

type Vector = unknown;
type Change = (vectors: readonly Vector[], request: WireBody) => readonly Vector[];

/** The vectors of a reply are taken for others. */
const openAIVectors = (change: Change, request?: (body: WireBody) => WireBody): Staged<Embedder> =>
  misreadingEmbeddings("openai", {
    ...(request && { request }),
    reply(body, sent) {
      const { data, ...rest } = JSON.parse(body) as { data?: { embedding: Vector }[] };
      if (!data) return body;
      const vectors = change(
        data.map(({ embedding }) => embedding),
        sent,
      );
      return JSON.stringify({ ...rest, data: vectors.map((embedding, index) => ({ index, embedding })) });
    },
  });

const googleVectors = (change: Change): Staged<Embedder> =>
  misreadingEmbeddings("google", {
    reply(body, sent) {
      const { embeddings, ...rest } = JSON.parse(body) as { embeddings?: { values: Vector }[] };
      if (!embeddings) return body;
      const vectors = change(
        embeddings.map(({ values }) => values),
        sent,
      );
      return JSON.stringify({ ...rest, embeddings: vectors.map((values) => ({ values })) });
    },
  });

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first numbers of each vector, as many as were asked for. */
const cut: Change = (vectors, { dimensions, requests }) => {
  const length = dimensions ?? (listOf(requests)[0] as WireBody | undefined)?.outputDimensionality;
  return vectors.map((vector) => (Array.isArray(vector) && length ? vector.slice(0, Number(length)) : vector));
};

/** As many vectors as texts; those that are missing are zeros. */
const fill: Change = (vectors, { input, requests }) => {
  const { length: texts } = listOf(input ?? requests);
  const missing = Math.max(0, texts - vectors.length);
  return [...vectors, ...Array.from({ length: missing }, () => listOf(vectors[0]).map(() => 0))];
};

const nullIs0: Change = (vectors) =>
  vectors.map((vector) => (Array.isArray(vector) ? vector.map((value) => value ?? 0) : vector));

/** What somebody reads who expects base64 and is handed a list: each number is a byte. */
const asBytes: Change = (vectors) =>
  vectors.map((vector) => {
    if (!Array.isArray(vector)) return vector;
    const bytes = Buffer.from(vector);
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(i * 4));
  });

/** A reply whose JSON is changed. */
const replyOf =
  (change: (reply: WireBody) => WireBody) =>
  (body: string): string =>
    JSON.stringify(change(JSON.parse(body) as WireBody));

export const embedderWireMutants: EmbedderMutants = {
  "decodes-numbers-as-bytes": [
    "OpenAIEmbeddings/numbers-whatever-was-asked-for",
    /EMB-01: vector 0, against the right one: expected a similarity over 0\.999/,
    openAIVectors(asBytes, (body) => ({ ...body, encoding_format: "base64" })),
  ],
  "wants-vectors-to-be-lists": [
    "OpenAIEmbeddings/base64-though-numbers-were-asked-for",
    /a rejection with EMBED_BAD_RESPONSE/,
    openAIVectors((vectors) => vectors.map((vector) => (typeof vector === "string" ? [] : vector))),
  ],
  "puts-vectors-in-their-places-unseen": [
    "OpenAIEmbeddings/one-index-for-all-vectors",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    misreadingEmbeddings("openai", {
      reply: replyOf(({ data, ...reply }) => {
        const all = listOf(data) as readonly WireBody[];
        const placed = new Map(all.map(({ index, embedding }) => [index, embedding]));
        const [any] = placed.values();
        return { ...reply, data: all.map((_, index) => ({ index, embedding: placed.get(index) ?? any })) };
      }),
    }),
  ],
  "takes-refused-dimensions-for-a-bad-request": [
    "OpenAIEmbeddings/dimensions-are-refused",
    /expected a rejection with EMBED_UNSUPPORTED, got one with EMBED_REQUEST_REJECTED/,
    misreadingEmbeddings("openai", {
      reply: replyOf((reply) => (reply.error ? { error: { message: "Bad request.", code: 400 } } : reply)),
    }),
  ],
  "always-sends-dimensions": [
    "OpenAIEmbeddings/dimensions-are-refused-always",
    /a rejection with EMBED_UNSUPPORTED/,
    misreadingEmbeddings("openai", { request: (body) => ({ dimensions: 8, ...body }) }),
  ],
  "cuts-openai-vectors-to-length": [
    "OpenAIEmbeddings/dimensions-are-ignored",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    openAIVectors(cut),
  ],
  "cuts-google-vectors-to-length": [
    "GoogleEmbeddings/dimensions-are-ignored",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    googleVectors(cut),
  ],
  "fills-missing-openai-vectors-with-zeros": [
    "OpenAIEmbeddings/vector-is-missing",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    openAIVectors(fill),
  ],
  "fills-missing-google-vectors-with-zeros": [
    "GoogleEmbeddings/vector-is-missing",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    googleVectors(fill),
  ],
  "takes-null-of-openai-vectors-for-0": [
    "OpenAIEmbeddings/null-in-a-vector",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    openAIVectors(nullIs0),
  ],
  "takes-null-of-google-vectors-for-0": [
    "GoogleEmbeddings/null-in-a-vector",
    /expected a rejection with EMBED_BAD_RESPONSE, got a response/,
    googleVectors(nullIs0),
  ],
  "counts-missing-openai-tokens-as-0": [
    "OpenAIEmbeddings/embedding-usage-is-missing",
    /EMB-11: `usage`/,
    misreadingEmbeddings("openai", {
      reply: replyOf((reply) => ({ usage: { prompt_tokens: 0, total_tokens: 0 }, ...reply })),
    }),
  ],
  "reads-the-total-alone": [
    "OpenAIEmbeddings/usage-without-a-total",
    /EMB-60: `usage`/,
    misreadingEmbeddings("openai", {
      reply: replyOf((reply) =>
        isObject(reply.usage) && "total_tokens" in reply.usage ? reply : { ...reply, usage: {} },
      ),
    }),
  ],
  "counts-missing-google-tokens-as-0": [
    "GoogleEmbeddings/embedding-usage-is-missing",
    /EMB-11: `usage`/,
    misreadingEmbeddings("google", {
      reply: replyOf((reply) => ({ usageMetadata: { promptTokenCount: 0 }, ...reply })),
    }),
  ],
  "says-that-all-vectors-are-of-unit-length": [
    "GoogleEmbeddings/shortened-vectors-are-not-of-unit-length",
    /EMB-07: the length of vector 0, as the response is `normalized`: expected 1/,
    {
      stage: "google",
      make: (stage, harm) => badEmbedding(() => ({ normalized: true }))(googleEmbedder({ ...stage }), harm),
    },
  ],
};

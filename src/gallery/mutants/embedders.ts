import { type CallOptions, type Embedder, type EmbedRequest, LLMError, unsupported } from "../../contract/index.js";
import { acceptingTexts, badEmbedder, badEmbedding, badEmbedRequest, sendsBeforeRefusing } from "../break-embedder.js";
import { replacing } from "../break-llm.js";
import { badEmbeddingWire, embedderOverWire, type WireBody } from "../break-wire.js";
import { correctEmbedder } from "../correct-subjects.js";
import type { EmbedderMutants, Spoil, Staged } from "../mutant.js";

const tookIt = /expected a rejection with EMBED_INVALID_REQUEST, got (?!one with)/;

/** Refuses a setting, but only once the request was sent. */
const sendsBeforeRefusingThe =
  (setting: "dimensions" | "task"): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, {
      embed: async (request: EmbedRequest, options?: CallOptions) => {
        const response = await embedder.embed(request, options);
        if (request[setting] === undefined) return response;
        harm();
        throw unsupported("memory", setting, "EMBED");
      },
    });

/** Never heard in flight, and heard before: only a provider that can be made to fall silent finds it out. */
const deafInFlight = embedderOverWire(
  badEmbedder((embedder) => ({
    embed: ((request, options) =>
      options?.signal?.aborted
        ? embedder.embed(request, options)
        : embedder.embed(request)) satisfies Embedder["embed"],
  })),
);

/** Takes the texts out of the caller's list, and puts them back when it is closed: cases share what they ask with. */
const emptyingTexts: Staged<Embedder> = {
  stage: "memory",
  alone: true,
  make(_, harm) {
    const embedder = correctEmbedder.memory();
    const undo: (() => void)[] = [];
    return replacing(embedder, {
      async embed(request: EmbedRequest, options?: CallOptions) {
        const pending = embedder.embed(request, options);
        const texts = request?.texts as string[] | undefined;
        if (Array.isArray(texts) && !Object.isFrozen(texts)) {
          const taken = texts.splice(0);
          undo.unshift(() => texts.unshift(...taken));
          harm();
        }
        return pending;
      },
      async close() {
        for (const putBack of undo.splice(0)) putBack();
        await embedder.close();
      },
    });
  },
};

/** The list of vectors as it stands on the wire. */
const wireVectors = (body: WireBody) => body.data as { index: number; embedding: number[] }[];

/** What becomes of texts and their vectors. */
export const embedderMutants: EmbedderMutants = {
  "embeds-for-nobody": [
    "EmbedIdentity/provider-is-named",
    /`provider`: expected .*, got ''/,
    badEmbedder(() => ({ provider: "" })),
  ],
  "embeds-with-a-blank-model": [
    "EmbedIdentity/model-is-named",
    /`model`: expected .*, got ' '/,
    badEmbedder(() => ({ model: " " })),
  ],
  "does-not-say-which-model-embedded": [
    "EmbedIdentity/response-names-both",
    /`model`: expected .*, got undefined/,
    badEmbedding(() => ({ model: undefined })),
  ],
  "tells-the-usual-dimensions": [
    "EmbedIdentity/dimensions-are-true",
    /length of a vector .*: expected 1536, got 8/,
    badEmbedder(() => ({ dimensions: 1536 })),
  ],
  "gives-a-vector-too-many": [
    "EmbedReturnsOneVectorPerText/one-vector-a-text",
    /the number of vectors: expected /,
    badEmbedding(({ vectors }) => ({ vectors: [...vectors, [0]] })),
  ],
  "normalises-by-nought": [
    "EmbedReturnsOneVectorPerText/vectors-are-numbers",
    /vector 0: expected finite numbers, got NaN/,
    badEmbedding(({ vectors }) => ({ vectors: vectors.map(([_, ...rest]) => [Number.NaN, ...rest]) })),
  ],
  "sorts-vectors": [
    "EmbedReturnsOneVectorPerText/order-is-kept",
    /against its own when the texts come in reverse: expected a similarity over 0\.98/,
    badEmbedding(({ vectors }) => ({ vectors: vectors.toSorted(([a = 0], [b = 0]) => a - b) })),
  ],
  "numbers-vectors-from-one": [
    "EmbedReturnsOneVectorPerText/order-is-kept",
    /against its own when the texts come in reverse: expected a similarity over 0\.98/,
    badEmbeddingWire({
      reply: (body) => ({
        ...body,
        data: wireVectors(body).map((item, i, { length }) => ({ ...item, index: (i + 1) % length })),
      }),
    }),
  ],
  "computes-usage-with-what-it-does-not-know": [
    "EmbedReturnsOneVectorPerText/usage-is-whole-numbers",
    /`usage\.inputTokens`: expected .*, got NaN/,
    badEmbedding(() => ({ usage: { inputTokens: Number.NaN } })),
  ],
  "embeds-in-lower-case": [
    "EmbedReturnsOneVectorPerText/texts-arrive",
    /the texts sent.*: expected /,
    badEmbedRequest((request) => ({ ...request, texts: request.texts.map((text) => text.toLowerCase()) })),
  ],
  "embeds-nothing": [
    "EmbedRejectsInvalidRequests/nothing-to-embed",
    tookIt,
    acceptingTexts(({ texts }) => !texts || texts.length === 0),
  ],
  "embeds-blank-texts": [
    "EmbedRejectsInvalidRequests/blank-text",
    tookIt,
    acceptingTexts(({ texts }) => texts?.length === 2),
  ],
  "embeds-in-any-dimensions": [
    "EmbedRejectsInvalidRequests/bad-dimensions",
    tookIt,
    acceptingTexts(({ dimensions }) => dimensions !== undefined),
  ],
  "embeds-for-any-task": [
    "EmbedRejectsInvalidRequests/unknown-task",
    tookIt,
    acceptingTexts(({ task }) => task !== undefined),
  ],
  "embeds-something-before-refusing": [
    "EmbedRejectsInvalidRequests/nothing-was-sent",
    /the number of requests sent: expected 0, got \d/,
    sendsBeforeRefusing,
  ],
  "drops-dimensions": [
    "EmbedHonoursDimensionsOrRefuses/length-is-honoured-or-refused",
    /the length of a vector: expected 128, got 8/,
    badEmbedRequest(({ dimensions: _, ...request }) => request),
  ],
  "gives-no-vectors-of-another-length": [
    "EmbedHonoursDimensionsOrRefuses/length-is-honoured-or-refused",
    /the number of vectors: expected 2, got 0/,
    badEmbedding((_, { dimensions }) => (dimensions === undefined ? {} : { vectors: [] })),
  ],
  "stays-with-the-latest-dimensions": [
    "EmbedHonoursDimensionsOrRefuses/next-call-is-back",
    /without `dimensions`: expected 8, got 128/,
    (embedder, harm) => {
      let latest: number | undefined;
      return badEmbedRequest((request) => {
        latest = request.dimensions ?? latest;
        return latest === undefined ? request : { ...request, dimensions: latest };
      })(embedder, harm);
    },
  ],
  "sends-dimensions-before-refusing-them": [
    "EmbedHonoursDimensionsOrRefuses/refusal-sends-nothing",
    /the number of requests sent: expected 0, got 1/,
    sendsBeforeRefusingThe("dimensions"),
  ],
  "sends-a-task-before-refusing-it": [
    "EmbedHonoursTaskOrRefuses/refusal-sends-nothing",
    /the number of requests sent: expected 0, got 1/,
    sendsBeforeRefusingThe("task"),
  ],
  "calls-a-task-an-outage": [
    "EmbedHonoursTaskOrRefuses/task-is-taken-or-refused",
    /expected a rejection with EMBED_UNSUPPORTED, got one with EMBED_PROVIDER_ERROR /,
    badEmbedRequest((request) => {
      if (request.task) throw new LLMError("EMBED_PROVIDER_ERROR", "task what?");
      return request;
    }),
  ],
  "gives-no-vectors-for-a-task": [
    "EmbedHonoursTaskOrRefuses/task-is-taken-or-refused",
    /the number of vectors: expected 1, got 0/,
    badEmbedding((_, { task }) => (task === undefined ? {} : { vectors: [] })),
  ],
  "drops-the-task": [
    "EmbedHonoursTaskOrRefuses/task-is-sent",
    /the tasks of the requests/,
    badEmbedRequest(({ task: _, ...request }) => request),
  ],
  "embeds-the-first-batch-only": [
    "EmbedSplitsLargeBatches/every-text-gets-a-vector",
    /the number of vectors: expected 300, got 100/,
    badEmbedding(({ vectors }) => ({ vectors: vectors.slice(0, 100) })),
  ],
  "joins-batches-as-they-arrive": [
    "EmbedSplitsLargeBatches/order-is-kept",
    /the vector of text 0, .*: expected a similarity over 0\.999/,
    badEmbedding(({ vectors }) => ({ vectors: [...vectors.slice(100), ...vectors.slice(0, 100)] })),
  ],
  "overlaps-batches": [
    "EmbedSplitsLargeBatches/each-text-is-sent-once",
    /the number of texts sent: expected .*, got 301/,
    badEmbedRequest(({ texts, ...request }) => ({ ...request, texts: [...texts, ...texts.slice(-1)] })),
  ],
  "lets-an-abort-error-escape-while-embedding": [
    "EmbedHonoursCancelledContext/aborted-signal-rejects",
    /which is no LLMError/,
    badEmbedder((embedder) => ({
      embed: (...call: Parameters<Embedder["embed"]>) =>
        embedder.embed(...call).catch(() => {
          throw new DOMException("This operation was aborted", "AbortError");
        }),
    })),
  ],
  "embeds-although-cancelled": [
    "EmbedHonoursCancelledContext/aborted-signal-sends-nothing",
    /the number of requests sent: expected 0, got \d/,
    sendsBeforeRefusing,
  ],
  "embeds-to-the-end-although-cancelled": [
    "EmbedHonoursCancelledContext/call-in-flight-rejects",
    /the cancelled call did not end within/,
    deafInFlight,
  ],
  "cancels-an-embedding-on-this-side-only": [
    "EmbedHonoursCancelledContext/server-sees-the-end",
    /the provider did not see the connection end within/,
    deafInFlight,
  ],
  "empties-the-callers-list-of-texts": [
    "EmbedRequestIsNotMutated/request-is-not-changed",
    /the request after the call/,
    emptyingTexts,
  ],
  "reads-texts-late": [
    "EmbedRequestIsNotMutated/later-changes-do-not-matter",
    /the number of vectors: expected 3, got 1/,
    badEmbedder((embedder) => ({
      async embed(request: EmbedRequest, options?: CallOptions) {
        await undefined;
        return embedder.embed(request, options);
      },
    })),
  ],
  "embeds-after-its-close": [
    "EmbedCloseRefusesNewCalls/new-call-rejects",
    /expected a rejection with EMBED_CANCELLED, got a response/,
    badEmbedder(() => ({ close: async () => {} })),
  ],
  "sends-texts-after-its-close": [
    "EmbedCloseRefusesNewCalls/nothing-was-sent",
    /the number of requests sent: expected 0, got 1/,
    badEmbedder((embedder) => {
      let closed = false;
      return {
        close: async () => {
          closed = true;
        },
        embed: async (...call: Parameters<Embedder["embed"]>) => {
          const response = await embedder.embed(...call);
          if (closed) throw new LLMError("EMBED_CANCELLED", "closed");
          return response;
        },
      };
    }),
  ],
  "throws-when-closed-twice": [
    "EmbedCloseRefusesNewCalls/second-close-resolves",
    /close\(\): expected it to resolve, got a rejection with TypeError/,
    badEmbedder((embedder) => {
      let closes = 0;
      return { close: () => (closes++ === 0 ? embedder.close() : Promise.reject(new TypeError("already closed"))) };
    }),
  ],
};

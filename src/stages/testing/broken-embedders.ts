import {
  type CallOptions,
  type Embedder,
  type EmbedRequest,
  type EmbedResponse,
  LLMError,
  unsupported,
} from "../../contract/index.js";
import { openAICompatibleEmbedder } from "../../drivers/index.js";
import { memoryEmbedder } from "../../memory/index.js";
import type { EmbedderFactory, WireStageOptions } from "../../suite/index.js";

export type BrokenEmbedder = () => Embedder;

function broken(defect: (embedder: Embedder) => object): BrokenEmbedder {
  return () => {
    const embedder = memoryEmbedder();
    return { ...embedder, ...defect(embedder) };
  };
}

export const badEmbedding = (change: (response: EmbedResponse, request: EmbedRequest) => object): BrokenEmbedder =>
  broken((embedder) => ({
    async embed(request: EmbedRequest, options?: CallOptions) {
      const response = await embedder.embed(request, options);
      return { ...response, ...change(response, request) };
    },
  }));

const badRequest = (change: (request: EmbedRequest) => EmbedRequest): BrokenEmbedder =>
  broken((embedder) => ({
    embed: async (request: EmbedRequest, options?: CallOptions) => embedder.embed(change(request), options),
  }));

const accepting = (matches: (request: EmbedRequest) => boolean): BrokenEmbedder =>
  broken((embedder) => ({
    embed: (request: EmbedRequest, options?: CallOptions) =>
      embedder.embed(request, options).catch((error: unknown) => {
        if (!matches(request ?? {})) throw error;
        return embedder.embed({ texts: ["hello"] });
      }),
  }));

const sendsFirst = broken((embedder) => ({
  embed: (request: EmbedRequest, options?: CallOptions) =>
    embedder.embed(request, options).catch(async (error: unknown) => {
      await embedder.embed({ texts: ["hello"] });
      throw error;
    }),
}));

const tookIt = /resolved with .*; expected a rejection with EMBED_INVALID_REQUEST/;

/** An embedder with one defect, and what the check that finds it says. */
export const brokenEmbedders: Readonly<Record<string, readonly [BrokenEmbedder, RegExp]>> = {
  "EmbedIdentity/provider-is-named": [broken(() => ({ provider: "" })), /`provider` is ''/],
  "EmbedIdentity/model-is-named": [broken(() => ({ model: " " })), /`model` is ' '/],
  "EmbedIdentity/response-names-both": [badEmbedding(() => ({ model: undefined })), /`model` is undefined/],
  "EmbedIdentity/dimensions-are-true": [broken(() => ({ dimensions: 1536 })), /length of a vector is 8; expected 1536/],
  "EmbedReturnsOneVectorPerText/one-vector-a-text": [
    badEmbedding(({ vectors }) => ({ vectors: [...vectors, [0]] })),
    /the number of vectors is/,
  ],
  "EmbedReturnsOneVectorPerText/vectors-are-numbers": [
    badEmbedding(({ vectors }) => ({ vectors: vectors.map(([_, ...rest]) => [Number.NaN, ...rest]) })),
    /vector 0 holds NaN/,
  ],
  "EmbedReturnsOneVectorPerText/order-is-kept": [
    badEmbedding(({ vectors }) => ({ vectors: vectors.toSorted(([a = 0], [b = 0]) => a - b) })),
    /is another when the texts come in reverse/,
  ],
  "EmbedReturnsOneVectorPerText/usage-is-whole-numbers": [
    badEmbedding(() => ({ usage: { inputTokens: Number.NaN } })),
    /`usage\.inputTokens` is NaN/,
  ],
  "EmbedReturnsOneVectorPerText/texts-arrive": [
    badRequest((request) => ({ ...request, texts: request.texts.map((text) => text.toLowerCase()) })),
    /the texts sent is/,
  ],
  "EmbedRejectsInvalidRequests/nothing-to-embed": [accepting(({ texts }) => !texts || texts.length === 0), tookIt],
  "EmbedRejectsInvalidRequests/blank-text": [accepting(({ texts }) => texts?.length === 2), tookIt],
  "EmbedRejectsInvalidRequests/bad-dimensions": [accepting(({ dimensions }) => dimensions !== undefined), tookIt],
  "EmbedRejectsInvalidRequests/unknown-task": [accepting(({ task }) => task !== undefined), tookIt],
  "EmbedRejectsInvalidRequests/nothing-was-sent": [sendsFirst, /requests were sent; expected none/],
  "EmbedHonoursDimensionsOrRefuses/length-is-honoured-or-refused": [
    badRequest(({ dimensions: _, ...request }) => request),
    /the length of a vector is 8; expected 128/,
  ],
  "EmbedHonoursDimensionsOrRefuses/next-call-is-back": [
    () => {
      let latest: number | undefined;
      return badRequest((request) => {
        latest = request.dimensions ?? latest;
        return latest === undefined ? request : { ...request, dimensions: latest };
      })();
    },
    /without `dimensions` is 128; expected 8/,
  ],
  "EmbedHonoursDimensionsOrRefuses/refusal-sends-nothing": [
    sendsBeforeRefusing("dimensions"),
    /1 request was sent; expected none/,
  ],
  "EmbedHonoursTaskOrRefuses/refusal-sends-nothing": [sendsBeforeRefusing("task"), /1 request was sent; expected none/],
  "EmbedHonoursTaskOrRefuses/task-is-taken-or-refused": [
    badRequest((request) => {
      if (request.task) throw new LLMError("EMBED_PROVIDER_ERROR", "task what?");
      return request;
    }),
    /rejected with EMBED_PROVIDER_ERROR .*; expected EMBED_UNSUPPORTED/,
  ],
  "EmbedHonoursTaskOrRefuses/task-is-sent": [
    badRequest(({ task: _, ...request }) => request),
    /the tasks of the requests/,
  ],
  "EmbedSplitsLargeBatches/every-text-gets-a-vector": [
    badEmbedding(({ vectors }) => ({ vectors: vectors.slice(0, 100) })),
    /the number of vectors is 100; expected 300/,
  ],
  "EmbedSplitsLargeBatches/order-is-kept": [
    badEmbedding(({ vectors }) => ({ vectors: [...vectors.slice(100), ...vectors.slice(0, 100)] })),
    /the vector of text 0 is another/,
  ],
  "EmbedSplitsLargeBatches/each-text-is-sent-once": [
    badRequest(({ texts, ...request }) => ({ ...request, texts: [...texts, ...texts.slice(-1)] })),
    /the number of texts sent is 301/,
  ],
  "EmbedHonoursCancelledContext/aborted-signal-rejects": [
    broken((embedder) => ({
      embed: (...call: Parameters<Embedder["embed"]>) =>
        embedder.embed(...call).catch(() => {
          throw new DOMException("This operation was aborted", "AbortError");
        }),
    })),
    /which is no LLMError/,
  ],
  "EmbedHonoursCancelledContext/aborted-signal-sends-nothing": [sendsFirst, /request was sent; expected none/],
  "EmbedRequestIsNotMutated/request-is-not-changed": [
    badRequest((request) => ({ ...request, texts: (request.texts as string[]).splice(0) })),
    /the request after the call is/,
  ],
  "EmbedRequestIsNotMutated/later-changes-do-not-matter": [
    broken((embedder) => ({
      async embed(request: EmbedRequest, options?: CallOptions) {
        await undefined;
        return embedder.embed(request, options);
      },
    })),
    /the number of vectors is 1; expected 3/,
  ],
  "EmbedCloseRefusesNewCalls/new-call-rejects": [broken(() => ({ close: async () => {} })), /it resolved with/],
  "EmbedCloseRefusesNewCalls/nothing-was-sent": [sendsAfterClose(), /1 request was sent; expected none/],
  "EmbedCloseRefusesNewCalls/second-close-resolves": [closesOnce(), /close\(\) rejected with TypeError/],
};

/** Refuses a setting, but only once the request was sent. */
function sendsBeforeRefusing(setting: "dimensions" | "task"): BrokenEmbedder {
  return broken((embedder) => ({
    embed: async (request: EmbedRequest, options?: CallOptions) => {
      const response = await embedder.embed(request, options);
      if (request[setting] !== undefined) throw unsupported("memory", setting, "EMBED");
      return response;
    },
  }));
}

/** Refuses a call after its close, but only once it was sent. */
function sendsAfterClose(): BrokenEmbedder {
  return broken((embedder) => {
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
  });
}

function closesOnce(): BrokenEmbedder {
  return broken((embedder) => {
    let closes = 0;
    return { close: () => (closes++ === 0 ? embedder.close() : Promise.reject(new TypeError("already closed"))) };
  });
}

/** Never heard in flight, and heard before: only a provider that can be made to fall silent finds it out. */
const deafInFlight: EmbedderFactory<WireStageOptions> = (stage) => {
  const embedder = openAICompatibleEmbedder({ ...stage, preset: "openai" });
  const embed: Embedder["embed"] = (request, options) =>
    options?.signal?.aborted ? embedder.embed(request, options) : embedder.embed(request);
  return { ...embedder, embed };
};

/** The same for what takes a scripted provider, which embedders have over a wire only. */
export const brokenServedEmbedders: Readonly<Record<string, readonly [EmbedderFactory<WireStageOptions>, RegExp]>> = {
  "EmbedHonoursCancelledContext/call-in-flight-rejects": [deafInFlight, /the cancelled call did not end within/],
  "EmbedHonoursCancelledContext/server-sees-the-end": [
    deafInFlight,
    /the provider did not see the connection end within/,
  ],
};

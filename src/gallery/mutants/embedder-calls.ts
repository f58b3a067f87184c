import {
  type CallOptions,
  type Embedder,
  type EmbedRequest,
  type EmbedResponse,
  LLMError,
  type LLMErrorCode,
} from "../../contract/index.js";
import { acceptingTexts, badEmbedder, badEmbedding, badEmbedRejection, badEmbedRequest } from "../break-embedder.js";
import { anotherError, replacing } from "../break-llm.js";
import { badEmbedderOptions, badEmbeddingWire, embedderKnowingOptions, embedderOverWire } from "../break-wire.js";
import type { EmbedderMutants, Spoil } from "../mutant.js";
import { holds } from "./holds.js";

const badTexts = (change: (text: string) => string) =>
  badEmbedRequest((request) => ({ ...request, texts: request.texts.map(change) }));

const having = (code: LLMErrorCode) => (error: LLMError) => error.code === code;

/** Puts something of the requests before into each. */
const remembering =
  (merge: (request: EmbedRequest, before: EmbedRequest) => EmbedRequest): Spoil<Embedder> =>
  (embedder, harm) => {
    let before: EmbedRequest | undefined;
    return badEmbedRequest((request) => {
      const merged = before ? merge(request, before) : request;
      before = merged;
      return merged;
    })(embedder, harm);
  };

const without =
  (...fields: readonly (keyof EmbedRequest)[]) =>
  (request: EmbedRequest): EmbedRequest =>
    Object.fromEntries(
      Object.entries(request).filter(([name]) => !fields.includes(name as never)),
    ) as unknown as EmbedRequest;

/** A list cut by somebody who does not trust the embedder to. */
function parts({ texts, ...request }: EmbedRequest): EmbedRequest[] {
  const count = Math.ceil(texts.length / 100);
  return Array.from({ length: count }, (_, i) => ({ ...request, texts: texts.slice(i * 100, (i + 1) * 100) }));
}

function joined(responses: readonly EmbedResponse[]): EmbedResponse {
  return { ...(responses[0] as EmbedResponse), vectors: responses.flatMap(({ vectors }) => vectors) };
}

/** What an embedder sends, and how its calls end. */
export const embedderCallMutants: EmbedderMutants = {
  "drops-embedding-options-that-json-cannot-carry": [
    "EmbedRejectsInvalidRequests/unsafe-value",
    /expected a rejection with EMBED_INVALID_REQUEST, got (?!one with)/,
    acceptingTexts(({ providerOptions }) => holds(providerOptions, (value) => typeof value === "bigint")),
  ],
  "shortens-vectors-itself": [
    "EmbedHonoursDimensionsOrRefuses/dimensions-are-sent",
    /`dimensions` of the request sent: expected .*, got undefined/,
    (embedder, harm) =>
      badEmbedding(({ vectors }, { dimensions }) =>
        dimensions === undefined
          ? {}
          : { vectors: vectors.map((vector) => Array.from({ length: dimensions }, (_, i) => vector[i] ?? 0)) },
      )(badEmbedRequest(without("dimensions"))(embedder, harm), harm),
  ],
  "sends-the-rest-of-a-cancelled-list": [
    "EmbedHonoursCancelledContext/abort-stops-the-rest",
    /the number of requests sent: expected 0, got \d/,
    embedderOverWire((embedder, harm) =>
      replacing(embedder, {
        async embed(request: EmbedRequest, options?: CallOptions) {
          if (!Array.isArray(request?.texts) || request.texts.length <= 100) return embedder.embed(request, options);
          const responses: EmbedResponse[] = [];
          let failure: unknown;
          for (const part of parts(request)) {
            try {
              responses.push(await embedder.embed(part, failure ? {} : options));
              if (failure) harm();
            } catch (error) {
              failure ??= error;
            }
          }
          if (failure) throw failure;
          return joined(responses);
        },
      }),
    ),
  ],
  "cancels-all-embeddings-for-one": [
    "EmbedHonoursCancelledContext/other-calls-go-on",
    /embed\(\): expected it to resolve, got a rejection with EMBED_CANCELLED/,
    embedderOverWire((embedder, harm) => {
      const all = new AbortController();
      return badEmbedder(() => ({
        embed(request: EmbedRequest, options?: CallOptions) {
          const { signal } = options ?? {};
          signal?.addEventListener("abort", () => all.abort(signal.reason));
          return embedder.embed(request, { signal: signal?.aborted ? signal : all.signal });
        },
      }))(embedder, harm);
    }),
  ],
  "closes-and-lets-embeddings-run-on": [
    "EmbedCloseRefusesNewCalls/close-ends-running-calls",
    /the running call did not end within/,
    embedderOverWire(badEmbedder(() => ({ close: async () => {} }))),
  ],

  "embeds-the-first-fifty-characters": [
    "EmbedTextsArriveWhole/ends-count",
    /two texts that differ at their ends: expected two, got the same twice/,
    badTexts((text) => text.slice(0, 50)),
  ],
  "embeds-eight-thousand-characters": [
    "EmbedTextsArriveWhole/long-text-arrives",
    /the length of the text sent: expected .*, got 8000/,
    badTexts((text) => text.slice(0, 8_000)),
  ],
  "trims-texts": [
    "EmbedTextsArriveWhole/text-is-untouched",
    /the texts sent.*: expected /,
    badTexts((text) => text.trim() || text),
  ],
  "replaces-line-ends-in-texts": [
    "EmbedTextsArriveWhole/text-is-untouched",
    /the texts sent.*: expected /,
    badTexts((text) => text.replaceAll("\n", " ")),
  ],
  "embeds-half-characters": [
    "EmbedTextsArriveWhole/lone-surrogate-is-replaced",
    /the texts sent.*: expected /,
    badEmbeddingWire({ request: (body) => JSON.parse(JSON.stringify(body).replaceAll("\ufffd", "\\ud83d")) }),
  ],
  "reports-no-tokens-for-texts": [
    "EmbedUsageIsHonest/text-costs-tokens",
    /`usage\.inputTokens` of \d+ characters: expected .*, got 0/,
    badEmbedding(() => ({ usage: { inputTokens: 0 } })),
  ],
  "reports-the-usage-of-the-last-batch": [
    "EmbedUsageIsHonest/batches-add-up",
    /`usage\.inputTokens` of 300 texts: expected more than \d+ .*, got \d+/,
    badEmbedding(({ usage: { inputTokens = 0 } }, { texts }) => ({
      usage: { inputTokens: Math.ceil(inputTokens / Math.ceil(texts.length / 100)) },
    })),
  ],
  "drops-embedding-options": [
    "EmbedOptionsArrive/provider-options-arrive",
    /the request sent: expected `providerOptions.* in it, got nothing/,
    badEmbedRequest(without("providerOptions")),
  ],
  "keeps-embedding-options": [
    "EmbedOptionsArrive/options-do-not-stay",
    /the next request sent: expected no `providerOptions`, got .* of the request before it/,
    remembering((request, { providerOptions }) => ({ providerOptions, ...request })),
  ],
  "ignores-the-embedding-model-of-a-request": [
    "EmbedPerRequestModelIsHonouredOrRefused/model-is-sent",
    /the model sent: expected .*, got undefined/,
    badEmbedRequest(without("model")),
  ],
  "reports-the-usual-embedding-model": [
    "EmbedPerRequestModelIsHonouredOrRefused/model-is-reported",
    /`model` of the response: expected .*, got 'gpt-test'/,
    embedderOverWire(badEmbedding(() => ({ model: "gpt-test" }))),
  ],
  "stays-with-the-latest-embedding-model": [
    "EmbedPerRequestModelIsHonouredOrRefused/next-call-is-back",
    /the model sent for the next request: expected .*, got 'touchstone-other-model'/,
    remembering((request, { model }) => ({ model, ...request })),
  ],

  "says-500-for-every-embedding-failure": [
    "EmbedErrorsAreMapped/status-is-mapped",
    /`status` of EMBED_PROVIDER_ERROR: expected 503, got 500/,
    embedderOverWire(
      badEmbedRejection((error) => anotherError(error, { status: 500 }), having("EMBED_PROVIDER_ERROR")),
    ),
  ],
  "gives-embedding-errors-the-codes-of-llms": [
    "EmbedErrorsAreMapped/status-is-mapped",
    /expected a rejection with EMBED_UNAUTHORIZED, got one with LLM_UNAUTHORIZED /,
    embedderOverWire(
      badEmbedRejection(
        ({ code, message, status }) =>
          new LLMError(code.replace("EMBED_", "LLM_") as LLMErrorCode, message, { status }),
      ),
    ),
  ],
  "drops-the-wait-of-an-embedding-error": [
    "EmbedErrorsAreMapped/wait-is-told",
    /`retryAfterMs` of EMBED_RATE_LIMITED: expected .*, got undefined/,
    embedderOverWire(badEmbedRejection((error) => anotherError(error, { retryAfterMs: undefined }))),
  ],
  "lets-a-syntax-error-escape-while-embedding": [
    "EmbedErrorsAreMapped/bad-reply-is-mapped",
    /SyntaxError: .*, which is no LLMError/,
    embedderOverWire(
      badEmbedRejection(() => new SyntaxError("Unexpected end of JSON input"), having("EMBED_BAD_RESPONSE")),
    ),
  ],
  "quotes-the-key-that-could-not-embed": [
    "EmbedErrorsAreMapped/error-tells-no-key",
    /the EMBED_UNAUTHORIZED, inspected or as JSON: expected no key in it/,
    embedderKnowingOptions(({ apiKey }) =>
      badEmbedRejection((error) => Object.defineProperty(anotherError(error, {}), "key", { value: apiKey })),
    ),
  ],
  "waits-for-vectors-for-ever": [
    "EmbedErrorsAreMapped/silence-times-out",
    /the request, to be given up after 20 ms.*, did not end/,
    badEmbedderOptions((options) => ({ ...options, timeouts: {} })),
  ],

  "never-embeds-again": [
    "EmbedRetriesAreBounded/passing-failure-is-tried-again",
    /embed\(\): expected it to resolve, got a rejection with EMBED_PROVIDER_ERROR/,
    badEmbedderOptions((options) => ({ ...options, maxRetries: 0 })),
  ],
  "embeds-again-whatever-happened": [
    "EmbedRetriesAreBounded/lasting-failure-is-not",
    /the number of requests sent up to and with EMBED_UNAUTHORIZED: expected 1, got [2-9]/,
    embedderOverWire(
      badEmbedder((embedder) => ({
        embed: (...call: Parameters<Embedder["embed"]>) =>
          embedder
            .embed(...call)
            .catch(() => embedder.embed(...call))
            .catch(() => embedder.embed(...call)),
      })),
    ),
  ],
  "embeds-once-too-often": [
    "EmbedRetriesAreBounded/count-is-exact",
    /the number of requests sent with `maxRetries: 0`: expected 1, got 2/,
    badEmbedderOptions((options) => ({ ...options, maxRetries: options.maxRetries + 1 })),
  ],
  "embeds-the-whole-list-again": [
    "EmbedRetriesAreBounded/only-the-failed-part-again",
    /the number of texts sent, in requests of .*: expected 400, got 600/,
    embedderKnowingOptions(
      ({ maxRetries }) =>
        (embedder, harm) => {
          const all = (request: EmbedRequest, options?: CallOptions) =>
            Promise.all(parts(request).map((part) => embedder.embed(part, options)));
          return badEmbedder(() => ({
            async embed(request: EmbedRequest, options?: CallOptions) {
              if (!Array.isArray(request?.texts)) return embedder.embed(request, options);
              return joined(
                await all(request, options).catch((error: unknown) => {
                  if (maxRetries === 0) throw error;
                  return all(request, options);
                }),
              );
            },
          }))(embedder, harm);
        },
      { maxRetries: 0 },
    ),
  ],

  "embeds-the-texts-that-came-last": [
    "EmbedCallsDoNotMix/fifty-at-once",
    /one of fifty calls at once/,
    badEmbedder((embedder) => {
      let latest: EmbedRequest;
      return {
        async embed(request: EmbedRequest, options?: CallOptions) {
          latest = request;
          await undefined;
          return embedder.embed(latest, options);
        },
      };
    }),
  ],
  "joins-calls-at-once-and-does-not-part-them": [
    "EmbedCallsDoNotMix/each-keeps-its-length",
    /the number of vectors: expected 1, got \d+/,
    badEmbedder((embedder) => {
      let waiting: string[] = [];
      return {
        async embed(request: EmbedRequest, options?: CallOptions) {
          if (!Array.isArray(request?.texts)) return embedder.embed(request, options);
          waiting.push(...request.texts);
          await undefined;
          const texts = waiting;
          setImmediate(() => {
            waiting = [];
          });
          return embedder.embed({ ...request, texts }, options);
        },
      };
    }),
  ],
};

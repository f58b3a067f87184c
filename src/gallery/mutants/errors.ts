import { isLLMError, LLMError, type LLMErrorCode } from "../../contract/index.js";
import { anotherError, badError, badRejection, halfAnswer } from "../break-llm.js";
import { badEvents } from "../break-stream.js";
import { badOptions, knowingOptions } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";

const having = (code: LLMErrorCode) => (error: LLMError) => error.code === code;

/** One code for another, with that one's facts. */
const calling = (code: LLMErrorCode, another: LLMErrorCode) =>
  badRejection(({ message, provider }) => {
    throw new LLMError(another, message, { provider });
  }, having(code));

/** What is no error of the contract's, for one that is. */
const escaping = (code: LLMErrorCode, error: Error) =>
  badRejection(() => {
    throw error;
  }, having(code));

/** The same error, with something on it that should not be there. */
const marked = (code: LLMErrorCode, mark: object) =>
  badRejection((error) => {
    throw Object.defineProperties(anotherError(error, {}), Object.getOwnPropertyDescriptors(mark));
  }, having(code));

const page = `<html><body>${"<p>The gateway is not well.</p>".repeat(170)}</body></html>`;

/** What becomes of errors on their way to the caller. */
export const errorMutants: LLMMutants = {
  "calls-a-refused-key-a-rejection": [
    "ErrorsAreMapped/key-is-refused",
    /expected a rejection with LLM_UNAUTHORIZED, got one with LLM_REQUEST_REJECTED /,
    calling("LLM_UNAUTHORIZED", "LLM_REQUEST_REJECTED"),
  ],
  "calls-a-missing-model-a-rejection": [
    "ErrorsAreMapped/model-is-not-there",
    /expected a rejection with LLM_MODEL_NOT_FOUND, got one with LLM_REQUEST_REJECTED /,
    calling("LLM_MODEL_NOT_FOUND", "LLM_REQUEST_REJECTED"),
  ],
  "gives-up-at-a-rate-limit": [
    "ErrorsAreMapped/rate-limit-is-worth-waiting",
    /`retryable` of LLM_RATE_LIMITED with status 429: expected .*, got false/,
    badError({ retryable: false }, having("LLM_RATE_LIMITED")),
  ],
  "drops-the-wait-that-was-asked-for": [
    "ErrorsAreMapped/rate-limit-is-worth-waiting",
    /`retryAfterMs` of LLM_RATE_LIMITED with status 429: expected .*, got undefined/,
    badError({ retryAfterMs: undefined }, having("LLM_RATE_LIMITED")),
  ],
  "takes-milliseconds-for-seconds": [
    "ErrorsAreMapped/rate-limit-is-worth-waiting",
    /`retryAfterMs` of LLM_RATE_LIMITED with status 429: expected .*, got 1\.5/,
    badError(({ retryAfterMs = 0 }) => ({ retryAfterMs: retryAfterMs / 1000 }), having("LLM_RATE_LIMITED")),
  ],
  "takes-a-spent-quota-for-a-rate-limit": [
    "ErrorsAreMapped/quota-is-not-worth-waiting",
    /expected a rejection with LLM_QUOTA_EXCEEDED, got one with LLM_RATE_LIMITED /,
    calling("LLM_QUOTA_EXCEEDED", "LLM_RATE_LIMITED"),
  ],
  "calls-a-long-context-a-rejection": [
    "ErrorsAreMapped/context-is-too-long",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_REQUEST_REJECTED /,
    calling("LLM_CONTEXT_TOO_LONG", "LLM_REQUEST_REJECTED"),
  ],
  "says-400-for-every-rejection": [
    "ErrorsAreMapped/rejection-keeps-its-status",
    /`status` of LLM_REQUEST_REJECTED: expected 422, got 400/,
    badError({ status: 400 }, having("LLM_REQUEST_REJECTED")),
  ],
  "gives-up-at-a-conflict": [
    "ErrorsAreMapped/rejection-keeps-its-status",
    /`retryable` of LLM_REQUEST_REJECTED with status 409: expected .*, got false/,
    badError({ retryable: false }, having("LLM_REQUEST_REJECTED")),
  ],
  "says-500-for-every-failure": [
    "ErrorsAreMapped/provider-failure-is-retryable",
    /`status` of LLM_PROVIDER_ERROR: expected 502, got 500/,
    badError({ status: 500 }, having("LLM_PROVIDER_ERROR")),
  ],
  "never-advises-to-try-again": [
    "ErrorsAreMapped/provider-failure-is-retryable",
    /`retryable` of LLM_PROVIDER_ERROR with status 500: expected .*, got false/,
    badError({ retryable: false }),
  ],
  "lets-a-syntax-error-escape": [
    "ErrorsAreMapped/no-json-is-a-bad-response",
    /SyntaxError: .*, which is no LLMError/,
    escaping("LLM_BAD_RESPONSE", new SyntaxError("Unexpected token < in JSON at position 0")),
  ],
  "takes-half-a-body-for-an-answer": [
    "ErrorsAreMapped/cut-answer-is-no-success",
    /expected a rejection with LLM_STREAM_INTERRUPTED, got .*half.*/,
    badRejection(() => halfAnswer, having("LLM_STREAM_INTERRUPTED")),
  ],
  "lets-a-type-error-of-fetch-escape": [
    "ErrorsAreMapped/dropped-connection-is-a-network-error",
    /TypeError: fetch failed, which is no LLMError/,
    escaping("LLM_NETWORK_ERROR", new TypeError("fetch failed")),
  ],
  "gives-up-at-a-dropped-connection": [
    "ErrorsAreMapped/dropped-connection-is-a-network-error",
    /`retryable` of LLM_NETWORK_ERROR with status 502: expected .*, got false/,
    badError({ retryable: false }, having("LLM_NETWORK_ERROR")),
  ],
  "calls-every-late-error-an-interruption": [
    "ErrorsAreMapped/late-error-keeps-its-code",
    /expected a rejection with LLM_RATE_LIMITED, got one with LLM_STREAM_INTERRUPTED /,
    badEvents(async function* (events, harm) {
      try {
        yield* events;
      } catch (error) {
        if (!isLLMError(error)) throw error;
        harm();
        throw new LLMError("LLM_STREAM_INTERRUPTED", "the stream broke off");
      }
    }),
  ],
  "advises-to-run-tools-a-second-time": [
    "ErrorsAreMapped/late-turn-is-final",
    /`retryable` of an error in the second turn of a tool loop: expected .*, got true/,
    badRejection((error, _, [{ tools }]) => {
      throw tools ? anotherError(error, { retryable: true }) : error;
    }, having("LLM_RATE_LIMITED")),
  ],
  "does-not-say-whose-error-it-is": [
    "ErrorsAreMapped/provider-is-named",
    /`provider` of LLM_PROVIDER_ERROR: expected .*, got ''/,
    badError({ provider: "" }),
  ],
  "quotes-the-page-in-its-message": [
    "ErrorsAreMapped/message-is-short",
    /the length of the message of LLM_PROVIDER_ERROR: expected 700 characters at most, got \d{4}/,
    marked("LLM_PROVIDER_ERROR", { message: page }),
  ],
  "quotes-a-piece-of-the-page": [
    "ErrorsAreMapped/message-is-short",
    /the message of LLM_BAD_RESPONSE: expected one line without HTML, got '<p>/,
    marked("LLM_BAD_RESPONSE", { message: page.slice(12, 200) }),
  ],
  "makes-errors-that-json-empties": [
    "ErrorsAreMapped/error-is-data",
    /the error after JSON\.stringify and back: expected /,
    marked("LLM_PROVIDER_ERROR", { toJSON: () => ({}) }),
  ],

  "quotes-the-key-that-was-refused": [
    "ErrorsTellNoSecret/error-tells-no-key",
    /the LLM_UNAUTHORIZED of generate\(\): expected no key in it, got .* in its message/,
    knowingOptions(({ apiKey }) => marked("LLM_UNAUTHORIZED", { message: `${apiKey} is not a key` })),
  ],
  "hangs-the-request-on-its-errors": [
    "ErrorsTellNoSecret/error-tells-no-key",
    /the LLM_PROVIDER_ERROR of generate\(\): expected no key in it, got .* in what util\.inspect\(\)/,
    knowingOptions(({ apiKey }) =>
      marked("LLM_PROVIDER_ERROR", { request: { headers: { authorization: `Bearer ${apiKey}` } } }),
    ),
  ],
  "hangs-the-headers-on-the-cause": [
    "ErrorsTellNoSecret/transport-error-tells-no-key",
    /the LLM_NETWORK_ERROR: expected no key in it/,
    knowingOptions(({ apiKey }) =>
      marked("LLM_NETWORK_ERROR", { cause: Object.assign(new Error("reset"), { headers: [`Bearer ${apiKey}`] }) }),
    ),
  ],
  "keeps-the-headers-in-the-raw-reply": [
    "ErrorsTellNoSecret/response-tells-no-key",
    /the response: expected no key in it, got .* in its JSON/,
    knowingOptions(({ apiKey }) => (llm, harm) => ({
      ...llm,
      async generate(...call: Parameters<typeof llm.generate>) {
        const response = await llm.generate(...call);
        harm();
        return { ...response, raw: { body: response.raw, headers: { authorization: `Bearer ${apiKey}` } } };
      },
    })),
  ],
  "sends-the-key-in-the-address": [
    "ErrorsTellNoSecret/request-shows-no-key",
    /the path of the request: expected no key in it/,
    badOptions((options) => ({ ...options, fetch: (url, init) => fetch(`${url}?api_key=${options.apiKey}`, init) })),
  ],
  "sends-the-key-in-the-body": [
    "ErrorsTellNoSecret/request-shows-no-key",
    /the body of the request: expected no key in it/,
    badOptions((options) => ({
      ...options,
      fetch: (url, init) => fetch(url, { ...init, body: init.body.replace("{", `{"user":"${options.apiKey}",`) }),
    })),
  ],
};

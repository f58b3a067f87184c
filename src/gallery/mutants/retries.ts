import {
  type CallOptions,
  isLLMError,
  type LLM,
  LLMError,
  type LLMRequest,
  type StreamEvent,
} from "../../contract/index.js";
import { openAICompatible } from "../../drivers/index.js";
import { badAttempt, badDriver } from "../break-driver.js";
import { anotherError, badLLM, badRejection, replacing } from "../break-llm.js";
import { badStream } from "../break-stream.js";
import { badOptions, knowingOptions, overWire } from "../break-wire.js";
import type { LLMMutants, Staged } from "../mutant.js";
import { withoutFields } from "./spoilt-requests.js";

const givenUp = /the request, to be given up after 20 ms.*, did not end/;

/** What is tried again, how often and how late; and when a request is given up. */
export const retryMutants: LLMMutants = {
  "never-tries-again": [
    "RetriesAreBounded/passing-failure-is-tried-again",
    /generate\(\): expected it to resolve, got a rejection with LLM_PROVIDER_ERROR/,
    badOptions((options) => ({ ...options, maxRetries: 0 })),
  ],
  "gives-up-at-a-conflict-and-tries-no-more": [
    "RetriesAreBounded/passing-failure-is-tried-again",
    /generate\(\): expected it to resolve, got a rejection with LLM_REQUEST_REJECTED/,
    overWire(badAttempt((error) => (error.status === 409 ? anotherError(error, { retryable: false }) : error))),
  ],
  "tries-everything-again": [
    "RetriesAreBounded/lasting-failure-is-not",
    /the number of requests sent up to and with LLM_UNAUTHORIZED: expected 1, got [2-9]/,
    overWire(badAttempt((error) => anotherError(error, { retryable: true, retryAfterMs: error.retryAfterMs ?? 1 }))),
  ],
  "tries-once-too-often": [
    "RetriesAreBounded/count-is-exact",
    /the number of requests sent with `maxRetries: 2`: expected 3, got 4/,
    badOptions((options) => ({ ...options, maxRetries: options.maxRetries && options.maxRetries + 1 })),
  ],
  "counts-the-first-attempt-as-a-retry": [
    "RetriesAreBounded/count-is-exact",
    /the number of requests sent with `maxRetries: 2`: expected 3, got 2/,
    badOptions((options) => ({ ...options, maxRetries: Math.max(0, options.maxRetries - 1) })),
  ],
  "takes-no-retries-for-the-default": [
    "RetriesAreBounded/none-when-none-are-wanted",
    /the number of requests sent with `maxRetries: 0`: expected 1, got [2-9]/,
    badOptions((options) => ({ ...options, maxRetries: options.maxRetries || 2 })),
  ],
  "does-not-wait-as-long-as-asked": [
    "RetriesAreBounded/provider-says-when",
    /the time before the next attempt: expected 30 ms, .*, got \d+ ms/,
    overWire(badAttempt((error) => anotherError(error, { retryAfterMs: 0 }))),
  ],
  "sleeps-through-a-cancellation": [
    "RetriesAreBounded/abort-ends-the-waiting",
    /the cancelled call did not end within/,
    overWire(
      badLLM((llm) => ({
        generate: (request: LLMRequest, options?: CallOptions) =>
          llm.generate(request, options?.signal?.aborted ? options : {}),
      })),
    ),
  ],
  "takes-an-abort-for-a-broken-connection": [
    "RetriesAreBounded/cancelled-attempt-is-not-tried-again",
    /expected a rejection with LLM_CANCELLED, got a response with text 'Hello\.'/,
    overWire(
      badRejection(
        (_, llm, [request]) => llm.generate(request),
        ({ code }) => code === "LLM_CANCELLED",
      ),
    ),
  ],
  "tries-no-stream-again": [
    "RetriesAreBounded/streams-are-tried-again",
    /stream\(\): expected it to resolve, got a rejection with LLM_PROVIDER_ERROR/,
    withUnretriedStreams(),
  ],
  "begins-a-cut-answer-again": [
    "RetriesAreBounded/begun-answer-is-not-tried-again",
    /the number of requests sent: expected 1, got 2/,
    overWire((llm, harm) =>
      replacing(llm, {
        async stream(...call: Parameters<LLM["stream"]>) {
          const first = await llm.stream(...call);
          const events = async function* (): AsyncGenerator<StreamEvent> {
            try {
              yield* first;
            } catch {
              harm();
              yield* await llm.stream(...call);
            }
          };
          return replacing(first, { [Symbol.asyncIterator]: events });
        },
      }),
    ),
  ],
  "runs-handlers-for-each-attempt": [
    "RetriesAreBounded/handler-runs-once",
    /how often the handler ran and the policy was asked: expected .*, got \[ 2, 1 \]/,
    overWire(
      badDriver((driver, harm) => ({
        turn: (request, context) =>
          driver.turn(request, context).catch(async (error: unknown) => {
            for (const tool of request.tools ?? []) {
              harm();
              await tool.execute?.(
                { city: "Paris" },
                { signal: context.signal, call: { id: "", name: "", input: {} } },
              );
            }
            throw error;
          }),
      })),
    ),
  ],
  "sends-less-with-a-second-attempt": [
    "RetriesAreBounded/same-request-again",
    /the second attempt \(against the first\), at `system`/,
    overWire(
      badDriver((driver, harm) => {
        let failed = false;
        return {
          async turn(request, context) {
            if (failed) harm();
            try {
              return await driver.turn(failed ? withoutFields(request, "system") : request, context);
            } catch (error) {
              failed = true;
              throw error;
            }
          },
        };
      }),
    ),
  ],

  "waits-for-ever": [
    "TimeoutsAreTold/silence-times-out",
    givenUp,
    badOptions((options) => ({ ...options, timeouts: {} })),
  ],
  "calls-a-timeout-a-network-error": [
    "TimeoutsAreTold/silence-times-out",
    /expected a rejection with LLM_TIMEOUT, got one with LLM_NETWORK_ERROR /,
    overWire(
      badRejection(
        ({ message }) => {
          throw new LLMError("LLM_NETWORK_ERROR", message);
        },
        ({ code }) => code === "LLM_TIMEOUT",
      ),
    ),
  ],
  "stops-the-clock-at-the-first-byte": [
    "TimeoutsAreTold/pause-times-out",
    givenUp,
    badOptions((options) => ({ ...options, timeouts: { ...options.timeouts, idle: undefined } })),
  ],
  "advises-to-repeat-an-answer-that-stopped": [
    "TimeoutsAreTold/pause-times-out",
    /`retryable` of a timeout in mid-stream: expected .*, got true/,
    overWire(
      badStream((stream) => ({
        [Symbol.asyncIterator]() {
          const iterator = stream[Symbol.asyncIterator]();
          const next = () =>
            iterator.next().catch((error: unknown) => {
              throw isLLMError(error) ? anotherError(error, { retryable: true }) : error;
            });
          return { next };
        },
      })),
    ),
  ],
  "bounds-pauses-and-not-the-whole": [
    "TimeoutsAreTold/whole-call-times-out",
    givenUp,
    badOptions((options) => ({ ...options, timeouts: { ...options.timeouts, total: undefined } })),
  ],
  "gives-up-on-this-side-only": [
    "TimeoutsAreTold/provider-sees-the-end",
    /the provider did not see the connection end within/,
    withoutTimeouts(),
  ],
};

/** Streams come from an LLM that never tries again. */
function withUnretriedStreams(): Staged<LLM> {
  return knowingOptions((stage) => (llm, harm) => {
    const unretried = openAICompatible({ ...stage, preset: "openai", maxRetries: 0 });
    const streaming = badLLM(() => ({ stream: (...call: Parameters<LLM["stream"]>) => unretried.stream(...call) }));
    const close = async () => {
      await Promise.all([llm.close(), unretried.close()]);
    };
    return replacing(streaming(llm, harm), { close });
  });
}

/** The caller's clock runs out, and nobody tells the driver. */
function withoutTimeouts(): Staged<LLM> {
  return knowingOptions((stage) => (_, harm) => {
    const patient = openAICompatible({ ...stage, preset: "openai", timeouts: {} });
    return badLLM(() => ({
      generate: (...call: Parameters<LLM["generate"]>) =>
        Promise.race([
          patient.generate(...call),
          new Promise((_resolve, reject) => {
            setTimeout(() => reject(new LLMError("LLM_TIMEOUT", "no answer")), stage.timeouts.headers);
          }),
        ]),
    }))(patient, harm);
  });
}

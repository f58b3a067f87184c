import { isLLMError, type LLM, LLMError, type LLMStream, type StreamEvent } from "../../contract/index.js";
import { badDriver, badEvent, badEvents, badResponse, badStream, broken, never } from "./break-llm.js";
import type { Defects } from "./broken-requests.js";

/** The same event with another text. */
const withText = (change: (text: string) => string) => (event: StreamEvent) =>
  "text" in event ? [{ ...event, text: change(event.text) }] : [event];

/** The events of a stream whose every use can be spoilt. */
function iteration(
  stream: LLMStream,
  spoil: (iterator: AsyncIterator<StreamEvent>) => Partial<AsyncIterator<StreamEvent>>,
) {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      return: () => iterator.return?.(),
      ...spoil(iterator),
    }),
  } as Partial<LLMStream>;
}

/** A close that lets go of nothing. */
const closesNothing = badStream((stream) => {
  let closed = false;
  const done = { done: true, value: undefined } as const;
  return {
    close: async () => {
      closed = true;
    },
    ...iteration(stream, (iterator) => ({ next: async () => (closed ? done : iterator.next()) })),
  };
});

export const brokenStreams: Defects = {
  "Stream/deltas-join-to-the-text": [badEvent(withText((text) => text.trim() || text)), /the joined deltas is/],
  "Stream/text-is-untouched": [
    badDriver({ turn: (turn) => ({ ...turn, text: turn.text.replaceAll("\n", " ") }) }),
    /the joined deltas is/,
  ],
  "Stream/no-empty-delta": [
    badEvents(async function* (events) {
      yield { type: "text", text: "", step: 1 };
      yield* events;
    }),
    /event 1 of \d+ is an empty delta/,
  ],
  "Stream/deltas-are-well-formed": [
    badEvent((event) =>
      event.type === "text" ? [...event.text.split("")].map((text) => ({ ...event, text })) : [event],
    ),
    /lone surrogate/,
  ],
  "Stream/steps-count-from-one": [
    badEvent((event) => [event.type === "finish" ? event : { ...event, step: 0 }]),
    /`step` of a text event is 0/,
  ],
  "Stream/one-finish-last": [
    badEvent((event) => (event.type === "finish" ? [event, event] : [event])),
    /finish events is 2/,
  ],
  "Stream/response-is-the-finish": [
    badStream((stream) => ({ response: async () => ({ ...(await stream.response()), model: "another" }) })),
    /`response\(\)` is/,
  ],
  "Stream/iterable-once": [
    badStream((stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { [Symbol.asyncIterator]: () => iterator };
    }),
    /a second iteration began/,
  ],
  "Stream/response-drains": [
    badStream((stream) => {
      let text = "";
      const noting = (result: IteratorResult<StreamEvent>) => {
        if (!result.done && result.value.type === "text") text += result.value.text;
        return result;
      };
      return {
        response: async () => ({ ...(await stream.response()), text }),
        ...iteration(stream, (iterator) => ({ next: async () => noting(await iterator.next()) })),
      };
    }),
    /gave no text/,
  ],
  "Stream/equals-generate": [badResponse(() => ({ usage: {} })), /`response\(\)` is .*expected/],
  "Stream/refusal-rejects": [
    broken((llm) => ({
      stream: (...call: Parameters<LLM["stream"]>) =>
        llm.stream(...call).catch(() => {
          throw new LLMError("LLM_PROVIDER_ERROR", "something went wrong");
        }),
    })),
    /rejected with LLM_PROVIDER_ERROR .*; expected LLM_CONTEXT_TOO_LONG/,
  ],
  "Stream/cut-is-not-success": [
    badEvents(async function* (events) {
      try {
        yield* events;
      } catch (error) {
        if (!isLLMError(error) || error.code !== "LLM_STREAM_INTERRUPTED") throw error;
      }
    }),
    /the stream ended well after \d+ events; expected an error/,
  ],
  "Stream/late-error-rejects": [
    badEvents(async function* (events) {
      try {
        yield* events;
      } catch (error) {
        throw isLLMError(error) ? new LLMError(error.code, error.message, { retryable: true }) : error;
      }
    }),
    /`retryable` of an error in mid-stream is true/,
  ],

  "StreamCloseIsIdempotent/second-close-resolves": [
    badStream((stream) => {
      let closes = 0;
      return { close: () => (closes++ === 0 ? stream.close() : Promise.reject(new TypeError("already closed"))) };
    }),
    /close\(\) rejected with TypeError: already closed/,
  ],
  "StreamCloseIsIdempotent/closes-at-once-resolve": [
    badStream((stream) => {
      let closing = false;
      return {
        close: async () => {
          if (closing) return never();
          closing = true;
          await stream.close();
          await new Promise((resolve) => setImmediate(resolve));
          closing = false;
        },
      };
    }),
    /three close\(\) calls at once did not all resolve within/,
  ],
  "StreamCloseIsIdempotent/close-before-reading-resolves": [
    badStream((stream) => {
      let begun = false;
      return {
        close: () => (begun ? stream.close() : never()),
        ...iteration(stream, (iterator) => ({
          next: () => {
            begun = true;
            return iterator.next();
          },
        })),
      };
    }),
    /close\(\) of an unread stream did not resolve within/,
  ],
  "StreamCloseIsIdempotent/close-after-the-end-resolves": [
    badStream((stream) => {
      let closed = false;
      return {
        close: () => {
          closed = true;
          return stream.close();
        },
        response: async () => {
          if (closed) throw new LLMError("LLM_STREAM_CLOSED", "closed");
          return stream.response();
        },
      };
    }),
    /response\(\) rejected with LLM_STREAM_CLOSED/,
  ],
  "StreamCloseIsIdempotent/iteration-ends-quietly": [
    badStream((stream) => {
      let closed = false;
      return {
        close: () => {
          closed = true;
          return stream.close();
        },
        ...iteration(stream, (iterator) => ({
          next: () => (closed ? Promise.reject(new LLMError("LLM_CANCELLED", "closed")) : iterator.next()),
        })),
      };
    }),
    /next\(\) rejected with LLM_CANCELLED/,
  ],
  "StreamCloseIsIdempotent/response-rejects": [
    badStream((stream) => ({
      response: () =>
        stream.response().catch(() => ({
          ...{ text: "half", finishReason: "stop", usage: {}, steps: 1, toolCalls: [], sources: [], messages: [] },
          ...{ model: "memory", provider: "memory" },
        })) as ReturnType<LLMStream["response"]>,
    })),
    /resolved with .*half.*; expected a rejection with LLM_STREAM_CLOSED/,
  ],

  "StreamCloseBeforeDrain/socket-released": [closesNothing, /the provider did not see the connection end within/],
  "StreamCloseBeforeDrain/break-releases": [
    badStream((stream) => iteration(stream, () => ({ return: async () => ({ done: true, value: undefined }) }))),
    /the provider did not see the connection end within/,
  ],
  "StreamCloseBeforeDrain/disposal-releases": [
    badStream(() => ({ [Symbol.asyncDispose]: async () => {} })),
    /the provider did not see the connection end within/,
  ],
  "StreamCloseBeforeDrain/pending-next-resolves": [
    badStream((stream) =>
      iteration(stream, (iterator) => ({
        next: () => iterator.next().then((result) => (result.done ? never() : result)),
      })),
    ),
    /the loop did not end within/,
  ],
  "StreamCloseBeforeDrain/pending-response-rejects": [
    badStream((stream) => ({ response: () => stream.response().catch(() => never()) })),
    /response\(\) did not reject within/,
  ],
  "StreamCloseBeforeDrain/next-call-works": [
    broken(() => ({ generate: () => Promise.reject(new LLMError("LLM_NETWORK_ERROR", "no free connection")) })),
    /no free connection/,
  ],
};

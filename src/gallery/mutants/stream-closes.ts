import { LLMError } from "../../contract/index.js";
import { badLLM, halfAnswer, never } from "../break-llm.js";
import { badStream, iteration } from "../break-stream.js";
import type { LLMMutants } from "../mutant.js";

const done = { done: true, value: undefined } as const;

/** A close that lets go of nothing. */
const closesNothing = badStream((stream) => {
  let closed = false;
  return {
    close: async () => {
      closed = true;
    },
    ...iteration(stream, (iterator) => ({ next: async () => (closed ? done : iterator.next()) })),
  };
});

/** How a stream is left before its end. */
export const streamCloseMutants: LLMMutants = {
  "throws-on-a-second-close": [
    "StreamCloseIsIdempotent/second-close-resolves",
    /close\(\): expected it to resolve, got a rejection with TypeError: already closed/,
    badStream((stream) => {
      let closes = 0;
      return { close: () => (closes++ === 0 ? stream.close() : Promise.reject(new TypeError("already closed"))) };
    }),
  ],
  "hangs-when-closed-twice-at-once": [
    "StreamCloseIsIdempotent/closes-at-once-resolve",
    /three close\(\) calls at once did not all resolve within/,
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
  ],
  "waits-for-a-reader-to-close": [
    "StreamCloseIsIdempotent/close-before-reading-resolves",
    /close\(\) of an unread stream did not resolve within/,
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
  ],
  "forgets-its-response-when-closed": [
    "StreamCloseIsIdempotent/close-after-the-end-resolves",
    /response\(\): expected it to resolve, got a rejection with LLM_STREAM_CLOSED/,
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
  ],
  "rejects-the-loop-that-was-closed": [
    "StreamCloseIsIdempotent/iteration-ends-quietly",
    /next\(\): expected it to resolve, got a rejection with LLM_CANCELLED/,
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
  ],
  "gives-half-a-response-after-close": [
    "StreamCloseIsIdempotent/response-rejects",
    /expected a rejection with LLM_STREAM_CLOSED, got .*half.*/,
    badStream((stream) => ({ response: () => stream.response().catch(() => halfAnswer) })),
  ],
  "calls-a-closed-stream-cancelled": [
    "StreamCloseIsIdempotent/response-rejects",
    /expected a rejection with LLM_STREAM_CLOSED, got one with LLM_CANCELLED /,
    badStream((stream) => ({
      response: () =>
        stream.response().catch(() => {
          throw new LLMError("LLM_CANCELLED", "closed");
        }),
    })),
  ],

  "releases-the-reader-and-not-the-socket": [
    "StreamCloseBeforeDrain/socket-released",
    /the provider did not see the connection end within/,
    closesNothing,
  ],
  "has-an-iterator-without-return": [
    "StreamCloseBeforeDrain/break-releases",
    /the provider did not see the connection end within/,
    badStream((stream) => iteration(stream, () => ({ return: async () => done }))),
  ],
  "disposes-of-nothing": [
    "StreamCloseBeforeDrain/disposal-releases",
    /the provider did not see the connection end within/,
    badStream(() => ({ [Symbol.asyncDispose]: async () => {} })),
  ],
  "leaves-the-waiting-loop-hanging": [
    "StreamCloseBeforeDrain/pending-next-resolves",
    /the loop did not end within/,
    badStream((stream) =>
      iteration(stream, (iterator) => ({
        next: () => iterator.next().then((result) => (result.done ? never() : result)),
      })),
    ),
  ],
  "leaves-the-waiting-response-hanging": [
    "StreamCloseBeforeDrain/pending-response-rejects",
    /response\(\) did not reject within/,
    badStream((stream) => ({ response: () => stream.response().catch(() => never()) })),
  ],
  "keeps-the-one-connection-busy": [
    "StreamCloseBeforeDrain/next-call-works",
    /no free connection/,
    badLLM(() => ({ generate: () => Promise.reject(new LLMError("LLM_NETWORK_ERROR", "no free connection")) })),
  ],
};

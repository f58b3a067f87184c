import { isLLMError, type LLM, LLMError, type StreamEvent } from "../../contract/index.js";
import { badTurn } from "../break-driver.js";
import { anotherError, badError, badLLM, badResponse } from "../break-llm.js";
import { badDelta, badEvent, badEvents, badStream, iteration } from "../break-stream.js";
import { badReply, badWire } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";

/** What a stream brings, and how it ends by itself. */
export const streamMutants: LLMMutants = {
  "trims-every-delta": [
    "Stream/deltas-join-to-the-text",
    /the joined deltas is/,
    badDelta((text) => text.trim() || text),
  ],
  "loses-the-last-delta": [
    "Stream/deltas-join-to-the-text",
    /the joined deltas is/,
    badEvents(async function* (events, harm) {
      let held: StreamEvent | undefined;
      for await (const event of events) {
        if (event.type !== "text") {
          harm();
          held = undefined;
          yield event;
          continue;
        }
        if (held) yield held;
        held = event;
      }
    }),
  ],
  "turns-line-ends-into-spaces": [
    "Stream/text-is-untouched",
    /the joined deltas is/,
    badTurn((turn) => ({ ...turn, text: turn.text.replaceAll("\n", " ") })),
  ],
  "begins-with-an-empty-delta": [
    "Stream/no-empty-delta",
    /event 1 of \d+ is an empty delta/,
    badEvents(async function* (events, harm) {
      harm();
      yield { type: "text", text: "", step: 1 };
      yield* events;
    }),
  ],
  "splits-deltas-by-code-unit": [
    "Stream/deltas-are-well-formed",
    /lone surrogate/,
    badEvent((event) =>
      event.type === "text" ? [...event.text.split("")].map((text) => ({ ...event, text })) : [event],
    ),
  ],
  "counts-steps-from-nought": [
    "Stream/steps-count-from-one",
    /`step` of a text event is 0/,
    badEvent((event) => [event.type === "finish" ? event : { ...event, step: 0 }]),
  ],
  "finishes-twice": [
    "Stream/one-finish-last",
    /finish events is 2/,
    badEvent((event) => (event.type === "finish" ? [event, event] : [event])),
  ],
  "never-says-that-it-is-finished": [
    "Stream/one-finish-last",
    /finish events is 0/,
    badEvent((event) => (event.type === "finish" ? [] : [event])),
  ],
  "makes-another-response-of-the-stream": [
    "Stream/response-is-the-finish",
    /`response\(\)` differs at `model`/,
    badStream((stream) => ({ response: async () => ({ ...(await stream.response()), model: "another" }) })),
  ],
  "iterates-an-ended-stream-again": [
    "Stream/iterable-once",
    /a second iteration began/,
    badStream((stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { [Symbol.asyncIterator]: () => iterator };
    }),
  ],
  "collects-the-text-while-somebody-reads": [
    "Stream/response-drains",
    /gave no text/,
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
  ],
  "reports-usage-in-streams-only": [
    "Stream/equals-generate",
    /`response\(\)` differs at `usage`/,
    badResponse(() => ({ usage: {} })),
  ],
  "does-not-ask-for-usage-in-streams": [
    "Stream/equals-generate",
    /`response\(\)` differs at `usage`/,
    badWire({ request: ({ stream_options: _, ...body }) => body }),
  ],
  "calls-every-refusal-an-outage": [
    "Stream/refusal-rejects",
    /rejected with LLM_PROVIDER_ERROR .*; expected LLM_CONTEXT_TOO_LONG/,
    badLLM((llm) => ({
      stream: (...call: Parameters<LLM["stream"]>) =>
        llm.stream(...call).catch(() => {
          throw new LLMError("LLM_PROVIDER_ERROR", "something went wrong");
        }),
    })),
  ],
  "has-another-status-for-streams": [
    "Stream/refusal-rejects",
    /the LLM_CONTEXT_TOO_LONG of stream\(\) is .*expected .*500/,
    badError({ status: 500 }),
  ],
  "takes-a-cut-for-the-end": [
    "Stream/cut-is-not-success",
    /the stream ended well after \d+ events; expected an error/,
    badEvents(async function* (events, harm) {
      try {
        yield* events;
      } catch (error) {
        if (!isLLMError(error) || error.code !== "LLM_STREAM_INTERRUPTED") throw error;
        harm();
      }
    }),
  ],
  "drops-what-had-arrived-before-a-cut": [
    "Stream/cut-is-not-success",
    /the text before the error is/,
    badEvents(async function* (events, harm) {
      const held: StreamEvent[] = [];
      for await (const event of events) held.push(event);
      harm();
      yield* held;
    }),
  ],
  "advises-to-repeat-half-an-answer": [
    "Stream/late-error-rejects",
    /`retryable` of an error in mid-stream is true/,
    badEvents(async function* (events, harm) {
      try {
        yield* events;
      } catch (error) {
        if (!isLLMError(error)) throw error;
        harm();
        throw anotherError(error, { retryable: true });
      }
    }),
  ],
  "overlooks-an-error-among-the-chunks": [
    "Stream/late-error-rejects",
    /LLM_STREAM_INTERRUPTED .*; expected LLM_PROVIDER_ERROR|the stream ended well/,
    badReply(({ error: _, ...chunk }) => chunk),
  ],
};

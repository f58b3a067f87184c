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
    /the joined deltas.*: expected /,
    badDelta((text) => text.trim() || text),
  ],
  "loses-the-last-delta": [
    "Stream/deltas-join-to-the-text",
    /the joined deltas.*: expected /,
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
    /the joined deltas.*: expected /,
    badTurn((turn) => ({ ...turn, text: turn.text.replaceAll("\n", " ") })),
  ],
  "begins-with-an-empty-delta": [
    "Stream/no-empty-delta",
    /event 1 of \d+: expected a delta with text, got an empty one/,
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
    /`step` of a text event: expected .*, got 0/,
    badEvent((event) => [event.type === "finish" ? event : { ...event, step: 0 }]),
  ],
  "finishes-twice": [
    "Stream/one-finish-last",
    /finish events: expected .*, got 2/,
    badEvent((event) => (event.type === "finish" ? [event, event] : [event])),
  ],
  "never-says-that-it-is-finished": [
    "Stream/one-finish-last",
    /finish events: expected .*, got 0/,
    badEvent((event) => (event.type === "finish" ? [] : [event])),
  ],
  "makes-another-response-of-the-stream": [
    "Stream/response-is-the-finish",
    /`response\(\)`, at `model`/,
    badStream((stream) => ({ response: async () => ({ ...(await stream.response()), model: "another" }) })),
  ],
  "iterates-an-ended-stream-again": [
    "Stream/iterable-once",
    /iterating a second time: expected an error, got an iteration/,
    badStream((stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { [Symbol.asyncIterator]: () => iterator };
    }),
  ],
  "collects-the-text-while-somebody-reads": [
    "Stream/response-drains",
    /`response\(\)\.text` without iteration: expected text, got ''/,
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
    /`response\(\)` .*, at `usage/,
    badResponse(() => ({ usage: {} })),
  ],
  "does-not-ask-for-usage-in-streams": [
    "Stream/equals-generate",
    /`response\(\)` .*, at `usage/,
    badWire({ request: ({ stream_options: _, ...body }) => body }),
  ],
  "calls-every-refusal-an-outage": [
    "Stream/refusal-rejects",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_PROVIDER_ERROR /,
    badLLM((llm) => ({
      stream: (...call: Parameters<LLM["stream"]>) =>
        llm.stream(...call).catch(() => {
          throw new LLMError("LLM_PROVIDER_ERROR", "something went wrong");
        }),
    })),
  ],
  "has-another-status-for-streams": [
    "Stream/refusal-rejects",
    /the LLM_CONTEXT_TOO_LONG of stream\(\).*: expected .*500.*, got .*400/,
    badError({ status: 500 }),
  ],
  "takes-a-cut-for-the-end": [
    "Stream/cut-is-not-success",
    /the provider broke off: expected an error, got a quiet end after \d+ events/,
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
    /the text before the error.*: expected /,
    badEvents(async function* (events, harm) {
      const held: StreamEvent[] = [];
      for await (const event of events) held.push(event);
      harm();
      yield* held;
    }),
  ],
  "advises-to-repeat-half-an-answer": [
    "Stream/late-error-rejects",
    /`retryable` of an error in mid-stream: expected .*, got true/,
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
    /expected a rejection with LLM_PROVIDER_ERROR, got one with LLM_STREAM_INTERRUPTED|expected an error, got a quiet end/,
    badReply(({ error: _, ...chunk }) => chunk),
  ],
};

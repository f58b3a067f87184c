import type { LLM, LLMRequest, LLMResponse, LLMStream, StreamEvent } from "../contract/index.js";
import { changed, isRequest, replacing, withHarm } from "./break-llm.js";
import type { Harm, Spoil } from "./mutant.js";

// Defects in the stream that an application reads.

/** Another stream. Calling one of its other methods is the harm. */
export const badStream =
  (change: (stream: LLMStream) => Partial<LLMStream>): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, {
      async stream(...call: Parameters<LLM["stream"]>): Promise<LLMStream> {
        const stream = await llm.stream(...call);
        const members = change(stream);
        return replacing(stream, {
          ...withHarm(members, harm),
          // Symbols are no entries.
          ...Object.fromEntries(
            Object.getOwnPropertySymbols(members).map((symbol) => [symbol, member(members, symbol, harm)]),
          ),
        });
      },
    });

function member(members: object, symbol: symbol, harm: Harm): unknown {
  const method = (members as Record<symbol, (...args: unknown[]) => unknown>)[symbol];
  return (...args: unknown[]) => {
    harm();
    return method?.(...args);
  };
}

/** Another request, of stream() alone. */
export const badStreamRequest =
  (change: (request: LLMRequest) => LLMRequest): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, {
      stream: (async (request, options) =>
        llm.stream(isRequest(request) ? changed(request, change, harm) : request, options)) satisfies LLM["stream"],
    });

/** The events of a stream whose every use can be spoilt. */
export function iteration(
  stream: LLMStream,
  spoil: (iterator: AsyncIterator<StreamEvent>) => Partial<AsyncIterator<StreamEvent>>,
): Partial<LLMStream> {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      return: () => iterator.return?.(),
      ...spoil(iterator),
    }),
  } as Partial<LLMStream>;
}

/** Other events of a stream. */
export const badEvents =
  (change: (events: AsyncIterable<StreamEvent>, harm: Harm) => AsyncIterable<StreamEvent>): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, {
      async stream(...call: Parameters<LLM["stream"]>): Promise<LLMStream> {
        const stream = await llm.stream(...call);
        const events = change(stream, harm);
        let iterated = false;
        return replacing(stream, {
          [Symbol.asyncIterator]() {
            if (iterated) throw new Error("a stream can be iterated once");
            iterated = true;
            return events[Symbol.asyncIterator]();
          },
        });
      },
    });

/** Each event replaced by others. */
export const badEvent = (change: (event: StreamEvent) => readonly StreamEvent[]): Spoil<LLM> =>
  badEvents(async function* (events, harm) {
    for await (const event of events) yield* changed([event], ([one]) => [...change(one as StreamEvent)], harm);
  });

/** The same event with another text. */
export const badDelta = (change: (text: string) => string): Spoil<LLM> =>
  badEvent((event) => ("text" in event ? [{ ...event, text: change(event.text) }] : [event]));

/** Another response of a stream, in its last event and in `response()` alike. */
export const badStreamResponse =
  (change: (response: LLMResponse) => object): Spoil<LLM> =>
  (llm, harm) => {
    const spoil = (response: LLMResponse) =>
      changed<LLMResponse>(response, () => ({ ...response, ...change(response) }), harm);
    return replacing(llm, {
      async stream(...call: Parameters<LLM["stream"]>): Promise<LLMStream> {
        const stream = await llm.stream(...call);
        return replacing(stream, {
          response: async () => spoil(await stream.response()),
          ...iteration(stream, (iterator) => ({
            async next() {
              const result = await iterator.next();
              if (result.done || result.value.type !== "finish") return result;
              return { ...result, value: { type: "finish", response: spoil(result.value.response) } };
            },
          })),
        });
      },
    });
  };

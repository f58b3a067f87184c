import {
  type Approve,
  type CallOptions,
  isLLMError,
  type LLM,
  LLMError,
  type LLMRequest,
  type StreamEvent,
} from "../../contract/index.js";
import { badLLM, never } from "../break-llm.js";
import { badStream, iteration } from "../break-stream.js";
import { badDealings, badExecute } from "../break-tools.js";
import type { LLMMutants } from "../mutant.js";

/** A response that is asked for by somebody in mid-iteration. */
const hangsInTheMiddle = badStream((stream) => {
  let [begun, ended] = [false, false];
  return {
    response: () => (begun && !ended ? never() : stream.response()),
    ...iteration(stream, (iterator) => ({
      async next() {
        begun = true;
        const result = await iterator.next();
        ended ||= result.done === true || result.value.type === "finish";
        return result;
      },
    })),
  };
});

/** How a stream behaves when it is asked, read, closed or cancelled at an odd moment. */
export const streamStateMutants: LLMMutants = {
  "eats-the-deltas-when-asked-for-the-response": [
    "StreamResponseAtAnyTime/before-the-iteration",
    /the joined deltas, from character 0 on: expected .*, got the end/,
    badStream((stream) => {
      let [asked, begun] = [false, false];
      return {
        response() {
          asked ||= !begun;
          return stream.response();
        },
        ...iteration(stream, (iterator) => ({
          async next() {
            begun = true;
            for (;;) {
              const result = await iterator.next();
              if (!asked || result.done || result.value.type === "finish") return result;
            }
          },
        })),
      };
    }),
  ],
  "keeps-events-as-of-one-step": [
    "StreamResponseAtAnyTime/kept-events-are-the-same",
    /the events of a stream read late.*: expected /,
    badStream((stream) => {
      let isKept = false;
      return {
        async response() {
          const response = await stream.response();
          isKept = true;
          return response;
        },
        ...iteration(stream, (iterator) => ({
          async next() {
            const result = await iterator.next();
            if (result.done || !isKept || !("step" in result.value)) return result;
            return { done: false, value: { ...result.value, step: 1 } };
          },
        })),
      };
    }),
  ],
  "tells-the-error-of-a-closed-stream": [
    "StreamClosesInEveryState/after-an-error-that-nobody-read",
    /next\(\): expected it to resolve, got a rejection with LLM_STREAM_INTERRUPTED/,
    badStream((stream) => {
      let error: unknown;
      return {
        response: () =>
          stream.response().catch((thrown: unknown) => {
            error = thrown;
            throw thrown;
          }),
        ...iteration(stream, (iterator) => ({
          next: () => (error ? Promise.reject(error) : iterator.next()),
        })),
      };
    }),
  ],
  "hangs-when-asked-in-mid-iteration": [
    "StreamResponseAtAnyTime/in-the-middle",
    /response\(\) in mid-iteration did not resolve/,
    hangsInTheMiddle,
  ],
  "can-be-asked-once": [
    "StreamResponseAtAnyTime/asked-twice",
    /response\(\): expected it to resolve, got a rejection with LLM_INVALID_REQUEST/,
    badStream((stream) => {
      let asked = false;
      return {
        async response() {
          if (asked) throw new LLMError("LLM_INVALID_REQUEST", "the response was asked for already");
          asked = true;
          return stream.response();
        },
      };
    }),
  ],
  "answers-the-last-read-first": [
    "StreamResponseAtAnyTime/reads-at-once-keep-their-order",
    /the joined deltas, from character 0 on: expected /,
    badStream((stream) =>
      iteration(stream, (iterator) => {
        const waiting: ((result: Promise<IteratorResult<StreamEvent>>) => void)[] = [];
        return {
          next: () =>
            new Promise((resolve) => {
              waiting.push(resolve);
              queueMicrotask(() => waiting.pop()?.(iterator.next()));
            }),
        };
      }),
    ),
  ],
  "lets-an-unread-stream-block-the-rest": [
    "StreamResponseAtAnyTime/unread-stream-is-in-nobodys-way",
    /the request beside an unread stream got no answer/,
    (llm, harm) => {
      let open: Promise<unknown> = Promise.resolve();
      return badLLM(() => ({
        generate: (...call: Parameters<LLM["generate"]>) => open.then(() => llm.generate(...call)),
        async stream(...call: Parameters<LLM["stream"]>) {
          const stream = await llm.stream(...call);
          open = new Promise((resolve) => {
            call[1]?.signal?.addEventListener("abort", resolve);
          });
          return stream;
        },
      }))(llm, harm);
    },
  ],
  "keeps-one-buffer-for-all-streams": [
    "StreamResponseAtAnyTime/streams-do-not-mix",
    /the joined deltas of stream 1 of two .*: expected /,
    (llm, harm) => {
      const iterators: AsyncIterator<StreamEvent>[] = [];
      return badStream((stream) =>
        iteration(stream, (iterator) => {
          iterators.push(iterator);
          let reads = 0;
          return { next: () => (iterators[reads++ % iterators.length] ?? iterator).next() };
        }),
      )(llm, harm);
    },
  ],

  "waits-for-a-handler-to-close": [
    "StreamClosesInEveryState/while-a-handler-runs",
    /close\(\) while a handler runs did not resolve/,
    (llm, harm) => {
      let running: Promise<unknown> = Promise.resolve();
      const noting = badExecute((execute) => (...call) => {
        running = Promise.resolve(execute(...call));
        return running;
      })(llm, () => {});
      return badStream((stream) => ({
        close: async () => {
          await running.catch(() => {});
          await stream.close();
        },
      }))(noting, harm);
    },
  ],
  "runs-what-is-approved-after-the-close": [
    "StreamClosesInEveryState/while-a-policy-decides",
    /handler ran: expected 0, got 1/,
    runsWithoutLoop,
  ],
  "throws-when-closed-after-an-error": [
    "StreamClosesInEveryState/after-an-error",
    /close\(\): expected it to resolve, got a rejection with LLM_STREAM_INTERRUPTED/,
    badStream((stream) => {
      let failed: unknown;
      return {
        close: () => (failed ? Promise.reject(failed) : stream.close()),
        ...iteration(stream, (iterator) => ({
          next: () =>
            iterator.next().catch((error: unknown) => {
              failed = error;
              throw error;
            }),
        })),
      };
    }),
  ],
  "hangs-when-disposed-after-its-end": [
    "StreamClosesInEveryState/disposal-after-the-end",
    /disposal after the end did not end/,
    badStream((stream) => {
      let ended = false;
      return {
        [Symbol.asyncDispose]: () => (ended ? never() : stream.close()),
        ...iteration(stream, (iterator) => ({
          async next() {
            const result = await iterator.next();
            ended ||= result.done === true;
            return result;
          },
        })),
      };
    }),
  ],
  "takes-an-abort-after-its-close-for-a-cancellation": [
    "StreamClosesInEveryState/abort-after-close-changes-nothing",
    /expected a rejection with LLM_STREAM_CLOSED, got one with LLM_CANCELLED /,
    endsOtherwise("LLM_STREAM_CLOSED", "LLM_CANCELLED"),
  ],
  "takes-a-close-after-an-abort-for-the-end": [
    "StreamClosesInEveryState/close-after-abort-changes-nothing",
    /expected a rejection with LLM_CANCELLED, got one with LLM_STREAM_CLOSED /,
    endsOtherwise("LLM_CANCELLED", "LLM_STREAM_CLOSED"),
  ],
  "never-comes-back-from-a-break": [
    "StreamClosesInEveryState/break-in-a-real-loop",
    /the loop that was left did not end/,
    badStream((stream) => iteration(stream, () => ({ return: () => never() }))),
  ],
};

/** Runs a call the moment that it is approved, whether or not anybody still wants it. */
function runsWithoutLoop(llm: LLM, harm: () => void): LLM {
  return badDealings(({ approve, execute }) => {
    const ran = new Map<string, unknown>();
    const approveAndRun: Approve = async (call) => {
      const answer = await approve(call);
      if (answer === true) ran.set(call.id, execute(call.input, { signal: AbortSignal.abort(), call }));
      return answer;
    };
    return { approve: approveAndRun, execute: (_, { call }) => ran.get(call.id) };
  })(llm, harm);
}

/** A stream whose signal has fired and that was closed rejects with another code. */
function endsOtherwise(code: LLMError["code"], other: LLMError["code"]) {
  return badLLM((llm) => ({
    async stream(request: LLMRequest, options?: CallOptions) {
      const stream = await llm.stream(request, options);
      let closed = false;
      return {
        ...stream,
        close() {
          closed = true;
          return stream.close();
        },
        response: () =>
          stream.response().catch((error: unknown) => {
            if (isLLMError(error) && error.code === code && closed && options?.signal?.aborted)
              throw new LLMError(other, "ended", { cause: options.signal.reason });
            throw error;
          }),
      };
    },
  }));
}

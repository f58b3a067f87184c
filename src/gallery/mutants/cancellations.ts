import { setMaxListeners } from "node:events";
import { type CallOptions, isLLMError, type LLM, LLMError, type LLMRequest } from "../../contract/index.js";
import { badLLM, badRejection, never, plain } from "../break-llm.js";
import { badStream } from "../break-stream.js";
import { badApproval, badDealings, badTools } from "../break-tools.js";
import type { LLMMutants } from "../mutant.js";
import { withAnotherSignal } from "./spoilt-requests.js";

/** What becomes of a cancellation on its way to the caller. */
const badCancellation = (change: (error: LLMError, llm: LLM) => unknown) =>
  badRejection(
    async (error, llm) => {
      throw await change(error, llm);
    },
    ({ code }) => code === "LLM_CANCELLED",
  );

/** The caller is told, and the provider is not. */
const localOnly = async (work: Promise<unknown>, signal: AbortSignal | undefined) => {
  const fired = new Promise<never>((_, reject) => {
    const tell = () => reject(new LLMError("LLM_CANCELLED", "cancelled", { cause: signal?.reason }));
    signal?.addEventListener("abort", tell, { once: true });
  });
  return Promise.race([work, fired]);
};

/** Signals that somebody listens to: cases use one for many calls. */
const heard = new WeakSet<AbortSignal>();

function onceFired(signal: AbortSignal | undefined, then: (reason: unknown) => void): void {
  if (!signal || heard.has(signal)) return;
  heard.add(signal);
  signal.addEventListener("abort", () => then(signal.reason), { once: true });
}

const closesNothing = badLLM(() => ({ close: async () => {} }));

/** What becomes of a signal, and of the LLM's own close. */
export const cancellationMutants: LLMMutants = {
  "lets-an-abort-error-escape": [
    "HonoursCancelledContext/aborted-signal-rejects",
    /AbortError.*which is no LLMError/,
    badCancellation(() => new DOMException("This operation was aborted", "AbortError")),
  ],
  "advises-to-repeat-what-was-cancelled": [
    "HonoursCancelledContext/aborted-signal-rejects",
    /`retryable` of a cancellation: expected .*, got true/,
    badCancellation((error) => new LLMError("LLM_CANCELLED", error.message, { retryable: true, cause: error.cause })),
  ],
  "loses-the-signals-reason": [
    "HonoursCancelledContext/cause-is-the-reason",
    /`cause` of LLM_CANCELLED: expected .*, got undefined/,
    badCancellation((error) => new LLMError("LLM_CANCELLED", error.message)),
  ],
  "sends-first-and-looks-at-the-signal-later": [
    "HonoursCancelledContext/aborted-signal-sends-nothing",
    /the number of requests sent: expected 0, got \d/,
    badCancellation(async (error, llm) => {
      await llm.generate(plain).catch(() => {});
      return error;
    }),
  ],
  "opens-a-stream-that-was-cancelled": [
    "HonoursCancelledContext/aborted-stream-sends-nothing",
    /the number of requests sent: expected 0, got 1/,
    badLLM((llm) => ({
      stream: async (request: LLMRequest, options?: CallOptions) => {
        await llm.stream(request);
        return llm.stream(request, options);
      },
    })),
  ],
  "looks-at-the-signal-before-the-request": [
    "HonoursCancelledContext/validation-comes-first",
    /expected a rejection with LLM_INVALID_REQUEST, got one with LLM_CANCELLED /,
    badLLM((llm) => ({
      generate: async (request: LLMRequest, options?: CallOptions) =>
        llm.generate(options?.signal?.aborted ? plain : request, options),
    })),
  ],
  "waits-for-an-answer-that-was-cancelled": [
    "HonoursCancelledContext/call-in-flight-rejects",
    /the cancelled call did not end within/,
    badCancellation((error) => (error.cause === undefined ? error : never())),
  ],
  "cancels-on-this-side-only": [
    "HonoursCancelledContext/server-sees-the-end",
    /the provider did not see the connection end within/,
    badLLM((llm) => ({
      generate: (request: LLMRequest, options?: CallOptions) =>
        options?.signal?.aborted ? llm.generate(request, options) : localOnly(llm.generate(request), options?.signal),
    })),
  ],
  "takes-a-cancelled-stream-for-its-end": [
    "HonoursCancelledContext/stream-rejects",
    /expected a rejection with LLM_CANCELLED, got (?!one with)/,
    badStream((stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      const next = () => iterator.next().catch(() => ({ done: true, value: undefined }) as const);
      return { [Symbol.asyncIterator]: () => ({ next }) };
    }),
  ],
  "drops-the-signal-once-a-stream-runs": [
    "HonoursCancelledContext/server-sees-the-end-of-the-stream",
    /the provider did not see the connection end within/,
    badLLM((llm) => ({
      stream: (request: LLMRequest, options?: CallOptions) =>
        options?.signal?.aborted ? llm.stream(request, options) : llm.stream(request),
    })),
  ],
  "asks-once-more-after-the-cancellation": [
    "HonoursCancelledContext/tool-loop-stops",
    /number of requests sent: expected 1, got 2/,
    badCancellation(async (error, llm) => {
      await llm.generate(plain).catch(() => {});
      return error;
    }),
  ],
  "waits-for-a-handler-that-does-not-end": [
    "HonoursCancelledContext/tool-loop-stops",
    /the cancelled call did not end within/,
    badLLM((llm) => ({
      async generate(request: LLMRequest, options?: CallOptions) {
        let running: Promise<unknown> = Promise.resolve();
        const tools = request?.tools?.map((tool) =>
          tool.execute
            ? {
                ...tool,
                execute: (...call: Parameters<NonNullable<typeof tool.execute>>) => {
                  running = Promise.resolve(tool.execute?.(...call));
                  return running;
                },
              }
            : tool,
        );
        return llm.generate(tools ? { ...request, tools } : request, options).catch(async (error: unknown) => {
          if (isLLMError(error) && error.code === "LLM_CANCELLED") await running;
          throw error;
        });
      },
    })),
  ],
  "gives-handlers-no-signal": [
    "HonoursCancelledContext/handler-gets-the-signal",
    /`signal` in the handler's second argument: expected an AbortSignal, got undefined/,
    badTools((tool) =>
      tool.execute ? { execute: (input: unknown) => tool.execute?.(input, undefined as never) } : {},
    ),
  ],
  "gives-handlers-a-signal-of-its-own": [
    "HonoursCancelledContext/handler-gets-the-signal",
    /the handler's signal: expected it to fire .*, got one that did not/,
    badTools(withAnotherSignal),
  ],
  "works-after-its-close": [
    "HonoursCancelledContext/closed-llm-refuses",
    /expected a rejection with LLM_CANCELLED, got (?!one with)/,
    closesNothing,
  ],
  "sends-after-its-close": [
    "HonoursCancelledContext/closed-llm-sends-nothing",
    /the number of requests sent: expected 0, got 1/,
    badLLM((llm) => {
      let closed = false;
      return {
        close: async () => {
          closed = true;
        },
        generate: async (...call: Parameters<LLM["generate"]>) => {
          const response = await llm.generate(...call);
          if (closed) throw new LLMError("LLM_CANCELLED", "closed");
          return response;
        },
      };
    }),
  ],
  "closes-and-lets-calls-run-on": [
    "HonoursCancelledContext/close-ends-running-calls",
    /the cancelled call did not end within/,
    closesNothing,
  ],

  "waits-for-the-policy-although-cancelled": [
    "CancellationIsComplete/silent-policy-is-not-waited-for",
    /the cancelled call did not end within/,
    (llm, harm) => {
      let asked: unknown;
      const noting = badApproval((approve) => (call) => {
        const answer = approve(call);
        asked = answer;
        return answer;
      })(llm, () => {});
      return badCancellation(async (error) => {
        await asked;
        return error;
      })(noting, harm);
    },
  ],
  "runs-what-is-approved-after-the-cancellation": [
    "CancellationIsComplete/late-approval-runs-nothing",
    /the numbers of handlers run and of requests sent: expected .*, got \[ 1, 1 \]/,
    badDealings(({ approve, execute }, signal) => ({
      async approve(call) {
        const answer = await approve(call);
        if (answer === true && signal?.aborted) execute(call.input, { signal, call });
        return answer;
      },
    })),
  ],
  "asks-on-after-the-cancellation": [
    "CancellationIsComplete/no-further-policy-is-asked",
    /how often the policy was asked: expected 1, got 2/,
    badDealings(({ approve }, signal) => ({
      async approve(call) {
        const answer = await approve(call);
        return signal?.aborted ? approve(call) : answer;
      },
    })),
  ],
  "listens-once-a-stream-is-open": [
    "CancellationIsComplete/silent-stream-rejects",
    /the cancelled call did not end within/,
    badLLM((llm) => ({
      async stream(request: LLMRequest, options?: CallOptions) {
        if (options?.signal?.aborted) return llm.stream(request, options);
        const caller = new AbortController();
        const stream = await llm.stream(request, { signal: caller.signal });
        options?.signal?.addEventListener("abort", () => caller.abort(options.signal?.reason));
        return stream;
      },
    })),
  ],
  "makes-an-error-of-every-reason": [
    "CancellationIsComplete/reason-may-be-anything",
    /`cause` of LLM_CANCELLED: expected .*, got Error: shutdown/,
    badCancellation(
      (error) =>
        new LLMError("LLM_CANCELLED", error.message, {
          cause: error.cause instanceof Error ? error.cause : new Error(String(error.cause)),
        }),
    ),
  ],
  "closes-itself-when-a-signal-fires": [
    "CancellationIsComplete/abort-after-the-end-changes-nothing",
    /generate\(\): expected it to resolve, got a rejection with LLM_CANCELLED/,
    badLLM((llm) => ({
      generate: (request: LLMRequest, options?: CallOptions) => {
        onceFired(options?.signal, () => void llm.close());
        return llm.generate(request, options);
      },
    })),
  ],
  "cancels-all-calls-for-one": [
    "CancellationIsComplete/other-calls-go-on",
    /generate\(\): expected it to resolve, got a rejection with LLM_CANCELLED/,
    (llm, harm) => {
      const all = new AbortController();
      setMaxListeners(0, all.signal);
      return badLLM(() => ({
        generate: (request: LLMRequest, options?: CallOptions) => {
          onceFired(options?.signal, (reason) => all.abort(reason));
          return llm.generate(request, { signal: options?.signal?.aborted ? options.signal : all.signal });
        },
      }))(llm, harm);
    },
  ],
  "closes-and-lets-streams-run-on": [
    "CancellationIsComplete/close-ends-streams",
    /the cancelled call did not end within/,
    closesNothing,
  ],
};

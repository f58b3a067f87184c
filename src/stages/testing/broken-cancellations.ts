import { type CallOptions, isLLMError, type LLM, LLMError, type LLMRequest } from "../../contract/index.js";
import { badStream, badTools, broken, never, plain } from "./break-llm.js";
import type { Defects } from "./broken-requests.js";

/** What becomes of a cancellation on its way to the caller. */
const badCancellation = (change: (error: LLMError, llm: LLM) => unknown) =>
  broken((llm) => ({
    generate: (...call: Parameters<LLM["generate"]>) =>
      llm.generate(...call).catch(async (error: unknown) => {
        if (!isLLMError(error) || error.code !== "LLM_CANCELLED") throw error;
        throw await change(error, llm);
      }),
  }));

/** The caller is told, and the provider is not. */
const localOnly = async (work: Promise<unknown>, signal: AbortSignal | undefined) => {
  const fired = new Promise<never>((_, reject) => {
    const tell = () => reject(new LLMError("LLM_CANCELLED", "cancelled", { cause: signal?.reason }));
    signal?.addEventListener("abort", tell, { once: true });
  });
  return Promise.race([work, fired]);
};

const closesNothing = broken(() => ({ close: async () => {} }));

export const brokenCancellations: Defects = {
  "HonoursCancelledContext/aborted-signal-rejects": [
    badCancellation(() => new DOMException("This operation was aborted", "AbortError")),
    /AbortError.*which is no LLMError/,
  ],
  "HonoursCancelledContext/cause-is-the-reason": [
    badCancellation((error) => new LLMError("LLM_CANCELLED", error.message)),
    /the cause of LLM_CANCELLED is undefined/,
  ],
  "HonoursCancelledContext/aborted-signal-sends-nothing": [
    badCancellation(async (error, llm) => {
      await llm.generate(plain).catch(() => {});
      return error;
    }),
    /requests were sent; expected none/,
  ],
  "HonoursCancelledContext/aborted-stream-sends-nothing": [
    broken((llm) => ({
      stream: async (request: LLMRequest, options?: CallOptions) => {
        await llm.stream(request);
        return llm.stream(request, options);
      },
    })),
    /1 request was sent; expected none/,
  ],
  "HonoursCancelledContext/validation-comes-first": [
    broken((llm) => ({
      generate: async (request: LLMRequest, options?: CallOptions) =>
        llm.generate(options?.signal?.aborted ? plain : request, options),
    })),
    /rejected with LLM_CANCELLED .*; expected LLM_INVALID_REQUEST/,
  ],
  "HonoursCancelledContext/call-in-flight-rejects": [
    badCancellation((error) => (error.cause === undefined ? error : never())),
    /the cancelled call did not end within/,
  ],
  "HonoursCancelledContext/server-sees-the-end": [
    broken((llm) => ({
      generate: (request: LLMRequest, options?: CallOptions) =>
        options?.signal?.aborted ? llm.generate(request, options) : localOnly(llm.generate(request), options?.signal),
    })),
    /the provider did not see the connection end within/,
  ],
  "HonoursCancelledContext/stream-rejects": [
    badStream((stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      const next = () => iterator.next().catch(() => ({ done: true, value: undefined }) as const);
      return { [Symbol.asyncIterator]: () => ({ next }) };
    }),
    /it resolved with .*; expected a rejection with LLM_CANCELLED/,
  ],
  "HonoursCancelledContext/server-sees-the-end-of-the-stream": [
    broken((llm) => ({
      stream: (request: LLMRequest, options?: CallOptions) =>
        options?.signal?.aborted ? llm.stream(request, options) : llm.stream(request),
    })),
    /the provider did not see the connection end within/,
  ],
  "HonoursCancelledContext/tool-loop-stops": [
    badCancellation(async (error, llm) => {
      await llm.generate(plain).catch(() => {});
      return error;
    }),
    /number of requests sent is 2; expected 1/,
  ],
  "HonoursCancelledContext/handler-gets-the-signal": [
    badTools((tool) =>
      tool.execute ? { execute: (input: unknown) => tool.execute?.(input, undefined as never) } : {},
    ),
    /the handler got no signal/,
  ],
  "HonoursCancelledContext/closed-llm-refuses": [
    closesNothing,
    /it resolved with .*; expected a rejection with LLM_CANCELLED/,
  ],
  "HonoursCancelledContext/closed-llm-sends-nothing": [
    broken((llm) => {
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
    /1 request was sent; expected none/,
  ],
  "HonoursCancelledContext/close-ends-running-calls": [closesNothing, /the cancelled call did not end within/],
};

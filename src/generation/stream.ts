import { LLMError, type LLMResponse, type LLMStream, type StreamEvent } from "../contract/index.js";
import type { GenerationEvent } from "./run-generation.js";
import type { Scope } from "./scope.js";

type Engine = AsyncGenerator<GenerationEvent, LLMResponse>;
interface Waiter {
  resolve(result: IteratorResult<StreamEvent, undefined>): void;
  reject(error: LLMError): void;
}

const done: IteratorResult<StreamEvent, undefined> = { done: true, value: undefined };

/**
 * Begins a generation and gives it as a stream. It is pulled: nothing is read from the provider before somebody asks,
 * so a slow reader slows the provider down.
 * @returns resolves when the provider has accepted the first turn
 */
export async function openStream(engine: Engine, scope: Scope, provider: string): Promise<LLMStream> {
  // The engine races everything that it waits for against the scope; so this ends when the scope does.
  await engine.next();
  // Ended in the very moment in which it was accepted: nobody will read it.
  if (scope.ended) throw scope.ended;
  return createStream(engine, scope, provider);
}

function createStream(engine: Engine, scope: Scope, provider: string): LLMStream {
  /** Events that nobody has asked for yet; text in a row is one event, so that they weigh no more than the text. */
  const buffer: StreamEvent[] = [];
  const waiters: Waiter[] = [];
  let iterated = false;
  let draining = false;
  let pumping = false;
  /** Set once, by whatever ended the stream. `told`: the error was delivered, and comes only once. */
  let end: { response: LLMResponse } | { error: LLMError; told: boolean } | undefined;
  let resolveResult!: (response: LLMResponse) => void;
  let rejectResult!: (error: LLMError) => void;
  const result = new Promise<LLMResponse>((resolve, reject) => {
    [resolveResult, rejectResult] = [resolve, reject];
  });
  // Whether anybody asks for the response or not, its failure is told by iteration too.
  result.catch(() => {});

  const finish = (how: NonNullable<typeof end>) => {
    if (end) return;
    end = how;
    if ("response" in how) resolveResult(how.response);
    else rejectResult(how.error);
    settleWaiters();
  };

  /** Once the stream has ended: what is buffered, then the error if there is one, then done. */
  const settleWaiters = () => {
    if (!end) return;
    if ("error" in end && waiters.length > 0) {
      end.told = true;
      for (const waiter of waiters.splice(0)) waiter.reject(end.error);
    }
    for (const waiter of waiters.splice(0)) waiter.resolve(take() ?? done);
  };

  const take = (): IteratorResult<StreamEvent, undefined> | undefined => {
    const event = buffer.shift();
    return event && { done: false, value: event };
  };

  const deliver = (event: StreamEvent) => {
    const waiter = waiters.shift();
    if (waiter) return waiter.resolve({ done: false, value: event });
    const last = buffer.at(-1);
    if (last && "text" in last && "text" in event && last.type === event.type && last.step === event.step) {
      buffer[buffer.length - 1] = { ...last, text: last.text + event.text };
    } else {
      buffer.push(event);
    }
  };

  const pump = async () => {
    if (pumping) return;
    pumping = true;
    try {
      while (!end && (draining || waiters.length > 0)) {
        const next = await engine.next();
        if (end) return;
        if (next.done) {
          const { raw: _, ...response } = next.value;
          deliver({ type: "finish", response });
          finish({ response });
          scope.release();
        } else if (next.value.type !== "accepted") {
          deliver(next.value);
        }
      }
    } catch (error) {
      finish({ error: error as LLMError, told: false });
      scope.release();
    } finally {
      pumping = false;
    }
  };

  /** An early end does not wait for the engine, and drops what was not delivered. */
  const endEarly = (error: LLMError, quiet: boolean) => {
    if (end) return;
    buffer.length = 0;
    if (quiet) for (const waiter of waiters.splice(0)) waiter.resolve(done);
    finish({ error, told: quiet });
    void engine.return(undefined as never).catch(() => {});
  };
  scope.signal.addEventListener("abort", () => endEarly(scope.ended as LLMError, false), { once: true });

  const close = async () => {
    if (end) {
      buffer.length = 0;
      if ("error" in end) end.told = true;
      return;
    }
    const error = new LLMError("LLM_STREAM_CLOSED", `${provider}: the stream was closed before its end`, { provider });
    // Before the scope ends, so that it is this end, a quiet one, that decides.
    endEarly(error, true);
    scope.end(error);
  };

  const next = (): Promise<IteratorResult<StreamEvent, undefined>> => {
    if (waiters.length === 0) {
      const buffered = take();
      if (buffered) return Promise.resolve(buffered);
    }
    if (end) {
      if ("response" in end || end.told) return Promise.resolve(done);
      end.told = true;
      return Promise.reject(end.error);
    }
    const waiting = new Promise<IteratorResult<StreamEvent, undefined>>((resolve, reject) => {
      waiters.push({ resolve, reject });
    });
    void pump();
    return waiting;
  };

  return {
    [Symbol.asyncIterator]() {
      if (iterated) {
        throw new LLMError("LLM_INVALID_REQUEST", "a stream can be iterated once; response() gives the whole of it", {
          provider,
        });
      }
      iterated = true;
      return {
        next,
        async return() {
          await close();
          return done;
        },
      };
    },
    response() {
      draining = true;
      void pump();
      return result;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

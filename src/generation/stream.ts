import { LLMError, type LLMResponse, type LLMStream, type StreamEvent } from "../contract/index.js";
import type { GenerationEvents } from "./run-generation.js";
import type { Scope } from "./scope.js";

type Engine = AsyncGenerator<GenerationEvents, LLMResponse>;
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
  /** Events that nobody has asked for yet: those that came together with one that was. */
  const buffer = createEventBuffer();
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
    for (const waiter of waiters.splice(0)) waiter.resolve(buffer.take() ?? done);
  };

  const deliver = (event: StreamEvent) => {
    const waiter = waiters.shift();
    if (waiter) waiter.resolve({ done: false, value: event });
    else buffer.add(event, draining);
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
        } else {
          for (const event of next.value) deliver(event);
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
    buffer.clear();
    if (quiet) for (const waiter of waiters.splice(0)) waiter.resolve(done);
    finish({ error, told: quiet });
    void engine.return(undefined as never).catch(() => {});
  };
  scope.signal.addEventListener("abort", () => endEarly(scope.ended as LLMError, false), { once: true });

  const close = async () => {
    if (end) {
      buffer.clear();
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
      const buffered = buffer.take();
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

interface EventBuffer {
  /** @param merge whether text in a row is one event, so that what nobody asks for weighs no more than the text */
  add(event: StreamEvent, merge: boolean): void;
  take(): IteratorResult<StreamEvent, undefined> | undefined;
  clear(): void;
}

function createEventBuffer(): EventBuffer {
  let events: StreamEvent[] = [];
  /** The first that was not taken. */
  let at = 0;
  const clear = () => {
    events = [];
    at = 0;
  };
  return {
    clear,
    add(event, merge) {
      const last = at < events.length ? events.at(-1) : undefined;
      if (merge && last && "text" in last && "text" in event && last.type === event.type && last.step === event.step) {
        events[events.length - 1] = { ...last, text: last.text + event.text };
      } else {
        events.push(event);
      }
    },
    take() {
      const event = events[at];
      if (!event) return undefined;
      at++;
      if (at === events.length) clear();
      return { done: false, value: event };
    },
  };
}

import type { LLMError } from "../../contract/index.js";
import { failureInBody } from "./failure.js";
import type { Lifetime } from "./lifetime.js";
import { tooLong, unfinished } from "./read-body.js";
import type { TransportOptions } from "./transport.js";

/** How a connection is made to wait, and to go on. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** A body that its connection brings, whether it was asked for yet or not. */
export interface IncomingBody {
  push(chunk: Uint8Array): void;
  /** It is complete. */
  end(): void;
  /** The connection broke. What had come before is still read. */
  fail(thrown: unknown): void;
  /** Whoever waits for a chunk learns that the lifetime has ended. */
  giveUp(error: LLMError): void;
  /** Read once, one `next()` after the other. */
  readonly body: AsyncIterableIterator<Uint8Array, void>;
}

/** Bytes that are kept for a slow reader before the connection has to wait. */
const mostHeld = 64 * 1024;

const done: IteratorResult<Uint8Array, void> = { done: true, value: undefined };

/**
 * Reads a body as it comes from the connection, each chunk within the idle time. Every byte counts as activity, also a
 * comment that only keeps the connection alive: https://github.com/continuedev/continue/pull/13144
 *
 * Written out, and no generator: a long answer has thousands of chunks, and most of them are there when they are asked for.
 * @param maxBytes of the whole body
 */
export function createIncomingBody(
  lifetime: Lifetime,
  options: TransportOptions,
  flow: Flow,
  maxBytes: number,
): IncomingBody {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let bytes = 0;
  let isPaused = false;
  let isComplete = false;
  let failure: LLMError | undefined;
  let isOver = false;
  let isToTell = false;
  let waiter: { resolve(next: IteratorResult<Uint8Array, void>): void; reject(error: LLMError): void } | undefined;

  const over = () => {
    isOver = true;
    held.length = 0;
  };
  /** What there is to tell; undefined while nothing is there. */
  const settled = (): Promise<IteratorResult<Uint8Array, void>> | undefined => {
    if (isOver) return Promise.resolve(done);
    if (lifetime.ended) {
      over();
      return Promise.reject(lifetime.ended);
    }
    if (held.length > 0) return Promise.resolve(allHeld());
    if (failure) {
      over();
      lifetime.end(failure);
      return Promise.reject(failure);
    }
    if (!isComplete) return undefined;
    over();
    lifetime.release();
    return Promise.resolve(done);
  };
  const allHeld = (): IteratorResult<Uint8Array, void> => {
    const value = held.length === 1 ? (held[0] as Uint8Array) : Buffer.concat(held);
    held.length = 0;
    heldBytes = 0;
    if (isPaused) {
      isPaused = false;
      flow.resume();
    }
    return { done: false, value };
  };
  const tell = () => {
    isToTell = false;
    const waiting = waiter;
    if (!waiting) return;
    // Before the lifetime may end, which gives up whoever waits.
    waiter = undefined;
    lifetime.rest();
    settled()?.then(waiting.resolve, waiting.reject);
  };
  /** Once the read is through that brings this chunk: it often brings many more, and the reader takes them at once. */
  const tellSoon = () => {
    if (!isToTell) queueMicrotask(tell);
    isToTell = true;
  };

  return {
    push(chunk) {
      bytes += chunk.length;
      if (isOver || failure) return;
      if (bytes > maxBytes) {
        failure = tooLong(options);
        return tell();
      }
      heldBytes += chunk.length;
      held.push(chunk);
      if (waiter) tellSoon();
      else if (heldBytes >= mostHeld && !isPaused) {
        isPaused = true;
        flow.pause();
      }
    },
    end() {
      isComplete = true;
      tell();
    },
    fail(thrown) {
      failure ??= lifetime.ended ?? failureInBody(thrown, options);
      tell();
    },
    giveUp(error) {
      held.length = 0;
      if (!waiter) return;
      over();
      waiter.reject(error);
      waiter = undefined;
    },
    body: {
      next() {
        const next = settled();
        if (next) return next;
        lifetime.expect("idle");
        return new Promise<IteratorResult<Uint8Array, void>>((resolve, reject) => {
          waiter = { resolve, reject };
        });
      },
      async return() {
        if (!isOver) {
          over();
          lifetime.end(unfinished(options.provider));
        }
        return done;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    },
  };
}

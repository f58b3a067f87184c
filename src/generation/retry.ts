import { setTimeout as wait } from "node:timers/promises";
import type { LLMError } from "../contract/index.js";
import type { Scope } from "./scope.js";

/** How often and after how long a failed call to the provider is made again. */
export interface RetryOptions {
  /** Retries of one call to the provider, beside the first attempt. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds before the first retry where the provider names none; doubled for each further one. Default 500. */
  readonly retryDelay?: number | undefined;
}

/** The longest wait before a retry, in milliseconds, whatever the provider asks for. */
export const maxRetryWait = 60_000;

/** The wait before retry number `retry` (from 0): the provider's, else exponential with jitter. */
export function retryWait(error: LLMError, retry: number, { retryDelay = 500 }: RetryOptions): number {
  const wanted = error.retryAfterMs ?? retryDelay * 2 ** retry * (0.5 + Math.random() / 2);
  return Math.min(wanted, maxRetryWait);
}

/**
 * Makes a call to the provider, and makes it again while its failure is retryable.
 * @param toError turns what the attempt threw into the error that decides
 */
export async function withRetries<T>(
  attempt: () => T | PromiseLike<T>,
  toError: (thrown: unknown) => LLMError,
  scope: Scope,
  options: RetryOptions,
): Promise<T> {
  const { maxRetries = 2 } = options;
  for (let retry = 0; ; retry++) {
    try {
      return await scope.race(attempt);
    } catch (thrown) {
      if (scope.ended) throw scope.ended;
      const error = toError(thrown);
      if (!error.retryable || retry >= maxRetries) throw error;
      await scope.race(() => wait(retryWait(error, retry, options), undefined, { signal: scope.signal }));
    }
  }
}

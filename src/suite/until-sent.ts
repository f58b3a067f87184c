import { setTimeout as wait } from "node:timers/promises";
import type { SentRequest } from "./stage.js";

/** Milliseconds between two looks. */
const interval = 2;

/**
 * Waits for a request of a subject's own record, which tells nobody when it grows, by looking at it from time to time.
 * @param signal ends the wait; then the promise stays pending, as its case is over
 */
export async function untilSent(
  sent: () => readonly SentRequest[],
  count: number,
  signal: AbortSignal,
): Promise<SentRequest> {
  for (;;) {
    const request = sent()[count - 1];
    if (request) return request;
    if (signal.aborted) return new Promise(() => {});
    await wait(interval);
  }
}

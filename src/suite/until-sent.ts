import { setImmediate as nextTurn } from "node:timers/promises";
import type { SentRequest } from "./stage.js";

/**
 * Waits for a request of a record that tells nobody when it grows, by looking at it in every turn of the event loop.
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
    await nextTurn();
  }
}

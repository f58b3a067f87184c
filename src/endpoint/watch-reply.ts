import type { FetchLike } from "../drivers/index.js";
import { textOf, type WireExchange } from "../quirks/index.js";

type FetchResponse = Awaited<ReturnType<FetchLike>>;

/** Who watches a reply, and wants to know how it went. */
export interface Watch {
  /** Fires where our side leaves: it has what it wanted, or a time has passed. */
  readonly left: AbortSignal;
  /** Fires when the run is over. */
  readonly ended: AbortSignal;
  /** Ends the connection. */
  cut(): void;
  /** Milliseconds since the request was sent. */
  now(): number;
  /** Called once, when our side wants no more of it. @param early whether it had not read it to its end */
  onLeft(early: boolean): void;
  /**
   * Called once, when it is known how it ended.
   * @param whole whether that was the endpoint's doing: a reply that our side left early says nothing of how it would have
   * gone on
   */
  onEnd(reply: WireExchange["reply"], whole: boolean): void;
}

/** How much of one reply is kept, in bytes; what has more is not judged, and an endpoint without end fills no memory. */
const mostKept = 4_000_000;

/** How long a body may go on behind its last event, in milliseconds: longer than any network takes to end it. */
export const patience = 1_000;

/** The response with its body watched. */
export function watched(response: FetchResponse, watch: Watch): FetchResponse {
  const { status } = response;
  const reads: Uint8Array[] = [];
  const times: number[] = [];
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const leave = once(watch.onLeft);
  let kept = 0;
  const end = once((ending: "complete" | "cut" | "stall", whole: boolean) => {
    leave(false);
    watch.onEnd({ status, headers, reads, times, ending }, whole && kept <= mostKept);
  });
  const reader = response.body?.getReader();
  if (!reader) {
    end("complete", true);
    return { status, headers: response.headers, body: null };
  }
  let isLeft = false;
  let reading: ReturnType<typeof reader.read> | undefined;

  const read = async () => {
    try {
      const next = await reader.read();
      if (next.done) end("complete", true);
      if (next.value) kept += next.value.length;
      if (next.value && kept <= mostKept) {
        reads.push(next.value);
        times.push(watch.now());
      }
      return next;
    } catch (error) {
      // Behind the last event a connection that breaks takes nothing from the answer.
      if (isLeft) end("complete", !watch.ended.aborted);
      else end("cut", !watch.left.aborted && !watch.ended.aborted);
      throw error;
    }
  };
  /** Whether its body ends where its protocol says that it does, after its last event. */
  const linger = async () => {
    const timer = setTimeout(() => {
      end("stall", true);
      watch.cut();
    }, patience);
    try {
      let next = await (reading ?? read());
      while (!next.done && kept <= mostKept) next = await read();
    } catch {
      // It was told where it broke.
    } finally {
      clearTimeout(timer);
      end("cut", false);
    }
  };
  const leaveEarly = async (reason?: unknown) => {
    if (isLeft) return;
    isLeft = true;
    leave(true);
    if (!watch.ended.aborted && saysItIsOver(reads)) return void linger();
    end("cut", false);
    watch.cut();
    await reader.cancel(reason);
  };
  watch.left.addEventListener("abort", () => void leaveEarly(watch.left.reason).catch(() => {}), { once: true });
  return {
    status,
    headers: response.headers,
    body: {
      getReader: () => ({
        read() {
          reading = read();
          return reading;
        },
        cancel: leaveEarly,
      }),
    },
  };
}

/** Whether the last event has come, which only some protocols have. */
const saysItIsOver = (reads: readonly Uint8Array[]): boolean => /(?:^|[\r\n])data: ?\[DONE\]/.test(textOf({ reads }));

function once<Arguments extends unknown[]>(work: (...args: Arguments) => void): (...args: Arguments) => void {
  let done = false;
  return (...args) => {
    if (!done) {
      done = true;
      work(...args);
    }
  };
}

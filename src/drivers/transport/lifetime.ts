import { LLMError, type Timeouts } from "../../contract/index.js";
import { cancelled } from "../../generation/index.js";

/** What is waited for; each has its own limit. */
export type Phase = "connect" | "headers" | "idle";

/** The life of one request: it ends early by the caller's signal, a timeout or a close, and once. */
export interface Lifetime {
  /** Fires when it ends early. Made when it is asked for: it costs as much as all the rest of a lifetime. */
  signal(): AbortSignal;
  /** Why it ended early. */
  readonly ended: LLMError | undefined;
  /** Whether it has ended early, or the request is done. */
  readonly over: boolean;
  /** Starts the clock of a phase, in place of the one before. */
  expect(phase: Phase): void;
  /** Stops the clock: nothing is waited for. */
  rest(): void;
  /** From here on a timeout is no longer worth a retry: the answer has begun. */
  answered(): void;
  /** Waits for work, but no longer than the lifetime lasts. For one piece of work at a time. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Ends it early. */
  end(error: LLMError): void;
  /** The request is done: stops all clocks and lets go of the caller's signal. */
  release(): void;
}

const defaults = { connect: 10_000, headers: 120_000, idle: 120_000 };

const missing: Readonly<Record<Phase, string>> = {
  connect: "there was no connection",
  headers: "there was no reply",
  idle: "the reply went silent: there was no further byte",
};

/** The longest time that a timer can hold; a longer one would fire at once. */
const longest = 2 ** 31 - 1;

/**
 * @param onRelease called once, however it ends
 * @param onEnd called when it ends early
 */
export function createLifetime(
  caller: AbortSignal,
  timeouts: Timeouts,
  provider: string,
  onRelease: () => void = () => {},
  onEnd: (error: LLMError) => void = () => {},
): Lifetime {
  let controller: AbortController | undefined;
  let begun = false;
  let clock: NodeJS.Timeout | undefined;
  let rejectRace: ((error: LLMError) => void) | undefined;

  const after = (milliseconds: number, name: keyof Timeouts, what: string) =>
    setTimeout(
      () => {
        const message = `${provider}: ${what} within ${milliseconds} ms (timeouts.${name})`;
        lifetime.end(new LLMError("LLM_TIMEOUT", message, { provider, retryable: !begun }));
      },
      Math.min(milliseconds, longest),
    );
  const onAbort = () => lifetime.end(cancelled(provider, caller.reason));

  const lifetime: Lifetime & { ended: LLMError | undefined; over: boolean } = {
    ended: undefined,
    over: false,
    signal() {
      controller ??= new AbortController();
      if (lifetime.ended) controller.abort(lifetime.ended);
      return controller.signal;
    },
    expect(phase) {
      clearTimeout(clock);
      if (!lifetime.over) clock = after(timeouts[phase] ?? defaults[phase], phase, missing[phase]);
    },
    rest() {
      clearTimeout(clock);
    },
    answered() {
      begun = true;
    },
    race<T>(work: Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // Whatever becomes of work that nobody waits for any more is nobody's unhandled rejection.
        work.then(resolve, reject);
        if (lifetime.ended) reject(lifetime.ended);
        else rejectRace = reject;
      });
    },
    end(error) {
      if (lifetime.ended || lifetime.over) return;
      lifetime.ended = error;
      lifetime.release();
      rejectRace?.(error);
      onEnd(error);
      controller?.abort(error);
    },
    release() {
      if (lifetime.over) return;
      lifetime.over = true;
      clearTimeout(clock);
      clearTimeout(total);
      caller.removeEventListener("abort", onAbort);
      onRelease();
    },
  };
  const total =
    timeouts.total === undefined ? undefined : after(timeouts.total, "total", "the request was not complete");
  if (caller.aborted) onAbort();
  else caller.addEventListener("abort", onAbort, { once: true });
  return lifetime;
}

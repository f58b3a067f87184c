/** What ends a run from outside: its deadline, or Ctrl-C. */
export interface Interruption {
  /** Its reason is a string, for a person. */
  readonly signal: AbortSignal;
  /** Whether it was a signal. */
  readonly byUser: boolean;
  /** Takes back the timer and the listener. */
  [Symbol.dispose](): void;
}

/** Ctrl-C, and what a CI sends to what it cancels. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** @param deadlineMs milliseconds from now */
export function interruption(deadlineMs: number): Interruption {
  const end = new AbortController();
  let byUser = false;
  const timer = setTimeout(() => end.abort(`the deadline of ${deadlineMs / 1_000} s has passed`), deadlineMs);
  // Once: a second signal ends the process as it always does.
  const interrupted = () => {
    byUser = true;
    end.abort("the run was interrupted");
  };
  for (const name of signals) process.once(name, interrupted);
  return {
    signal: end.signal,
    get byUser() {
      return byUser;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const name of signals) process.removeListener(name, interrupted);
    },
  };
}

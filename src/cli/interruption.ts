/** What ends a run from outside: its deadline, or Ctrl-C. */
export interface Interruption {
  /** Its reason is a string, for a person. */
  readonly signal: AbortSignal;
  /** Whether it was Ctrl-C. */
  readonly byUser: boolean;
  /** Takes back the timer and the listener. */
  [Symbol.dispose](): void;
}

/** @param deadlineMs milliseconds from now */
export function interruption(deadlineMs: number): Interruption {
  const end = new AbortController();
  let byUser = false;
  const timer = setTimeout(() => end.abort(`the deadline of ${deadlineMs / 1_000} s has passed`), deadlineMs);
  // Once: a second Ctrl-C ends the process as it always does.
  const interrupted = () => {
    byUser = true;
    end.abort("the run was interrupted");
  };
  process.once("SIGINT", interrupted);
  return {
    signal: end.signal,
    get byUser() {
      return byUser;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      process.removeListener("SIGINT", interrupted);
    },
  };
}

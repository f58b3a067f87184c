/** The signals that ask a process to end, as they come. */
export interface Interrupts {
  /** Resolves at the first. */
  readonly first: Promise<void>;
  /** Resolves at the second: whoever waits has lost patience. */
  readonly second: Promise<void>;
  /** Leaves the signals to Node again. */
  dispose(): void;
}

/** Ctrl-C, and what a CI sends to what it cancels. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** Takes the signals over. */
export function watchInterrupts(): Interrupts {
  const pending: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => pending.push(resolve));
  const [first, second] = [next(), next()];
  const interrupt = () => pending.shift()?.();
  for (const signal of signals) process.on(signal, interrupt);
  return {
    first,
    second,
    dispose() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

/** What ends a run from outside: its deadline, or a signal. */
export interface Interruption {
  /** Its reason is a string, for a person. */
  readonly signal: AbortSignal;
  /** Whether it was a signal. */
  readonly byUser: boolean;
  /** Takes back the timer and the listeners. */
  [Symbol.dispose](): void;
}

/**
 * Ends a run at the first signal, or at its deadline. A second signal ends the process, as it always does.
 * @param deadlineMs milliseconds from now
 */
export function interruption(deadlineMs: number, interrupts: Interrupts = watchInterrupts()): Interruption {
  const end = new AbortController();
  let byUser = false;
  const timer = setTimeout(() => end.abort(`the deadline of ${deadlineMs / 1_000} s has passed`), deadlineMs);
  void interrupts.first.then(() => {
    byUser = true;
    interrupts.dispose();
    end.abort("the run was interrupted");
  });
  return {
    signal: end.signal,
    get byUser() {
      return byUser;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      interrupts.dispose();
    },
  };
}

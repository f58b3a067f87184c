/** The signals that ask a process to end, as they come. */
export interface Interrupts {
  /** Resolves at the first. */
  readonly first: Promise<void>;
  /** Resolves at the second: whoever waits has lost patience. */
  readonly second: Promise<void>;
  /** Leaves the signals to Node again. */
  dispose(): void;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Takes SIGINT and SIGTERM over. */
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

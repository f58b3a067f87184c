interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
}

/**
 * A `ReadableStream` part by part, from whatever library it is; not every one can be iterated itself. It is cancelled
 * when it is left early, and when the signal fires, whether the model listens to that or not.
 * @returns undefined for what is none
 */
export function streamParts(stream: unknown, signal: AbortSignal): AsyncIterable<unknown> | undefined {
  if (typeof stream !== "object" || stream === null || !("getReader" in stream)) return undefined;
  const { getReader } = stream;
  if (typeof getReader !== "function") return undefined;
  return {
    [Symbol.asyncIterator]() {
      const reader = getReader.call(stream) as Reader;
      // A source that fails while it is cancelled has been left all the same.
      const cancel = () => void reader.cancel(signal.reason).catch(() => {});
      if (signal.aborted) cancel();
      signal.addEventListener("abort", cancel, { once: true });
      const done = { done: true, value: undefined } as const;
      const end = () => {
        signal.removeEventListener("abort", cancel);
        return done;
      };
      return {
        async next() {
          const { done: ended, value } = await reader.read();
          return ended ? end() : { done: false as const, value };
        },
        async return() {
          cancel();
          return end();
        },
      };
    },
  };
}

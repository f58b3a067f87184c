/** Resolves after so many milliseconds, or once the signal fires. Nothing or less is no wait at all. Leaves no timer behind. */
export function pause(ms: number, signal: AbortSignal): Promise<void> | undefined {
  if (!(ms > 0) || signal.aborted) return undefined;
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over, { once: true });
  });
}

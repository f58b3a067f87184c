/**
 * Waits for work, but no longer than some milliseconds.
 * @param late what to reject with then
 * @param over fires when nobody waits any more
 */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error, over?: AbortSignal): Promise<T> {
  let stop = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    stop = () => clearTimeout(timer);
  });
  over?.addEventListener("abort", stop);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    stop();
    over?.removeEventListener("abort", stop);
  }
}

const reactions = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Reacts when a signal fires. However many calls share a signal, it gets one listener: from the eleventh on, Node warns of
 * a leak, and a server's shutdown signal is shared by all its calls.
 * @param react a function that nobody else waits with
 * @returns lets go of the signal
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  const known = reactions.get(signal);
  const all = known ?? new Set<() => void>();
  all.add(react);
  if (!known) {
    reactions.set(signal, all);
    signal.addEventListener("abort", fire, { once: true });
  }
  return () => {
    all.delete(react);
    if (all.size > 0 || reactions.get(signal) !== all) return;
    reactions.delete(signal);
    signal.removeEventListener("abort", fire);
  };
}

function fire(this: AbortSignal): void {
  const all = reactions.get(this);
  reactions.delete(this);
  for (const react of all ?? []) react();
}

/** A number of places, given to whoever waits longest. */
export interface Slots {
  /**
   * Resolves with what gives the place back, any number of times. Rejects with the signal's reason when that fires first.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = () => {
    free += 1;
    waiting.shift()?.();
  };
  const taken = () => {
    free -= 1;
    let mine = true;
    return () => {
      if (mine) giveBack();
      mine = false;
    };
  };
  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) return Promise.resolve(taken());
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", leave);
          resolve(taken());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        waiting.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}

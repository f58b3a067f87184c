/** Tokens that may be used, refilled as time goes by. */
export interface TokenBudget {
  /** Waits until there is room for so many tokens, and takes them. In the order of the calls. */
  take(tokens: number, signal: AbortSignal): Promise<void>;
  /** Adds 5 % of the first rate, up to the first rate. */
  succeeded(): void;
  /** Halves the rate, down to 10 % of the first. */
  throttled(): void;
  /** Tokens a minute, now. */
  readonly rate: number;
}

const minute = 60_000;

/**
 * A bucket that holds one minute's tokens and is full at the beginning. What is larger than the bucket waits until it is
 * full, and leaves a debt.
 */
export function createTokenBudget(first: number): TokenBudget {
  let rate = first;
  let tokens = first;
  let at = Date.now();
  let last: Promise<unknown> = Promise.resolve();

  const refill = () => {
    const now = Date.now();
    tokens = Math.min(rate, tokens + ((now - at) * rate) / minute);
    at = now;
  };
  const takeNow = async (wanted: number, signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted();
      refill();
      // Not more than the bucket holds: nobody would wait long enough.
      const missing = Math.min(wanted, rate) - tokens;
      if (missing <= 0) break;
      await wait(Math.ceil((missing * minute) / rate), signal);
    }
    tokens -= wanted;
  };
  const changeRate = (next: number) => {
    refill();
    rate = next;
    tokens = Math.min(tokens, rate);
  };
  return {
    get rate() {
      return rate;
    },
    take(wanted, signal) {
      const turn = last.then(() => takeNow(wanted, signal));
      last = turn.catch(() => {});
      return turn;
    },
    succeeded: () => changeRate(Math.min(first, rate + first * 0.05)),
    throttled: () => changeRate(Math.max(first * 0.1, rate * 0.5)),
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

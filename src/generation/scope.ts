import { LLMError } from "../contract/index.js";
import { onAbort } from "./on-abort.js";

/** The life of one call: it ends once, by the caller's signal, a close or the end of the work. */
export interface Scope {
  /** Handed to drivers and handlers; fires when the scope ends early. */
  readonly signal: AbortSignal;
  /** The error with which it ended early. */
  readonly ended: LLMError | undefined;
  /**
   * Begins work and waits for it, but no longer than the scope lasts: it rejects at once when the scope ends, and begins
   * nothing once it has. What the work throws, also at once, is a rejection.
   */
  race<T>(begin: () => T | PromiseLike<T>): Promise<T>;
  /** Ends it early. Whichever end comes first decides. @param reason what `signal` gives as its reason */
  end(error: LLMError, reason?: unknown): void;
  /** The work is done: lets go of the caller's signal. */
  release(): void;
}

/** The error of a call whose signal fired. */
export function cancelled(provider: string, reason: unknown, prefix: "LLM" | "EMBED" = "LLM"): LLMError {
  return new LLMError(`${prefix}_CANCELLED`, `${provider}: the call was cancelled by its signal`, {
    provider,
    cause: reason,
  });
}

/** @param onRelease called once, when the scope ends or is released */
export function createScope(
  caller: AbortSignal | undefined,
  toError: (reason: unknown) => LLMError,
  onRelease: (scope: Scope) => void = () => {},
): Scope {
  const controller = new AbortController();
  const waiting = new Set<(error: LLMError) => void>();
  let released = false;

  let letGo = () => {};
  // A property and no getter: an object literal with a getter is made anew, shape and all, for every call.
  const scope: Scope & { ended: LLMError | undefined } = {
    signal: controller.signal,
    ended: undefined,
    race<T>(begin: () => T | PromiseLike<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (scope.ended) return reject(scope.ended);
        waiting.add(reject);
        // Handled also when the scope ends first: what becomes of the work then is nobody's unhandled rejection.
        (async () => begin())().then(
          (value) => {
            waiting.delete(reject);
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error);
          },
        );
      });
    },
    end(error, reason = error) {
      if (scope.ended || released) return;
      scope.ended = error;
      scope.release();
      for (const reject of waiting) reject(error);
      waiting.clear();
      controller.abort(reason);
    },
    release() {
      if (released) return;
      released = true;
      letGo();
      onRelease(scope);
    },
  };
  if (caller) {
    const react = () => scope.end(toError(caller.reason), caller.reason);
    if (caller.aborted) react();
    else letGo = onAbort(caller, react);
  }
  return scope;
}

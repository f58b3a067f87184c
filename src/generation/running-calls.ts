import { type CallOptions, LLMError } from "../contract/index.js";
import { cancelled, createScope, type Scope } from "./scope.js";

/** The calls of one LLM or embedder that are under way. */
export interface RunningCalls {
  /** Begins one. @throws LLMError `…_INVALID_REQUEST` for a bad signal, `…_CANCELLED` when it has fired or all is closed */
  begin(options: CallOptions | undefined): Scope;
  /** Ends all, and refuses new ones. */
  close(): void;
}

/** @throws LLMError `…_INVALID_REQUEST` when the signal is none */
export function signalOf(
  options: CallOptions | undefined,
  provider: string,
  prefix: "LLM" | "EMBED" = "LLM",
): AbortSignal | undefined {
  const signal = options?.signal;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  throw new LLMError(`${prefix}_INVALID_REQUEST`, "options.signal: must be an AbortSignal", { provider });
}

export function createCalls(provider: string, prefix: "LLM" | "EMBED"): RunningCalls {
  const running = new Set<Scope>();
  let closed = false;
  const closedError = () =>
    new LLMError(`${prefix}_CANCELLED`, `${provider}: it was closed, and takes no more calls`, { provider });

  return {
    begin(options) {
      const signal = signalOf(options, provider, prefix);
      if (closed) throw closedError();
      const scope = createScope(
        signal,
        (reason) => cancelled(provider, reason, prefix),
        (ended) => running.delete(ended),
      );
      if (scope.ended) throw scope.ended;
      running.add(scope);
      return scope;
    },
    close() {
      closed = true;
      for (const scope of [...running]) scope.end(closedError());
    },
  };
}

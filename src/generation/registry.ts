import type { Driver, LLM } from "../contract/index.js";
import type { LLMOptions } from "./create-llm.js";

/** What an LLM was made of, so that `wrapLLM` can make another one of it. */
export interface Origin {
  /** The driver with all wrappers. */
  readonly driver: Driver;
  readonly innermost: Driver;
  readonly options: LLMOptions;
  /** What stands around the LLM itself, and is put around what `wrapLLM` makes of it. */
  readonly dress?: (llm: LLM) => LLM;
}

export const origins = new WeakMap<LLM, Origin>();

/**
 * An LLM with some of its methods changed, above the tool loop, that can be wrapped as it is.
 * @param dress changes the methods
 */
export function dressed(llm: LLM, dress: (llm: LLM) => LLM): LLM {
  const outer = dress(llm);
  const origin = origins.get(llm);
  const before = origin?.dress;
  if (origin) origins.set(outer, { ...origin, dress: before ? (inner) => dressed(before(inner), dress) : dress });
  return outer;
}

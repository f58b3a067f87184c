import type { Driver, LLM } from "../contract/index.js";
import type { LLMOptions } from "./create-llm.js";

/** What an LLM was made of, so that `wrapLLM` can make another one of it. */
export interface Origin {
  /** The driver with all wrappers. */
  readonly driver: Driver;
  readonly innermost: Driver;
  readonly options: LLMOptions;
}

export const origins = new WeakMap<LLM, Origin>();

import type { Capabilities } from "./capabilities.js";
import type { Driver } from "./driver.js";
import type { CallOptions, LLMRequest } from "./request.js";
import type { LLMResponse } from "./response.js";
import type { ToolCall } from "./tools.js";

/** What a stream yields. `step` counts the turns of the tool loop from 1. */
export type StreamEvent =
  /** A delta, never empty. The deltas of a step join to exactly that step's text. */
  | { readonly type: "text"; readonly text: string; readonly step: number }
  | { readonly type: "reasoning"; readonly text: string; readonly step: number }
  /** A call whose arguments are complete. */
  | { readonly type: "tool-call"; readonly call: ToolCall; readonly step: number }
  /** The same call with its outcome; in call order, once all calls of the turn are dealt with. */
  | { readonly type: "tool-result"; readonly call: ToolCall; readonly step: number }
  /** Once, last. */
  | { readonly type: "finish"; readonly response: LLMResponse };

/** A generation in progress. Iterable once. */
export interface LLMStream extends AsyncIterable<StreamEvent> {
  /**
   * Drains what is left and gives what `generate()` would have given, but for `raw`.
   * Rejects with `LLM_STREAM_CLOSED` when the stream was closed before its end.
   */
  response(): Promise<LLMResponse>;
  /** Ends it: the provider's end is closed and iteration ends quietly. Any time, any number of times. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where an LLM keeps its innermost driver, under any wrappers. Helpers find the memory model through it. */
export const innermostDriver: unique symbol = Symbol.for("touchstone.innermostDriver");

/** What an application holds. Every method rejects with an `LLMError` and nothing else. */
export interface LLM {
  readonly provider: string;
  readonly model: string;
  /** `false` for the stand-in of a service without a model. */
  readonly enabled: boolean;
  readonly capabilities: Capabilities;
  generate(request: LLMRequest, options?: CallOptions): Promise<LLMResponse>;
  /** Resolves when the provider has accepted the first turn. */
  stream(request: LLMRequest, options?: CallOptions): Promise<LLMStream>;
  /** The exact number of input tokens, or `LLM_UNSUPPORTED`; never an estimate. */
  countTokens(request: LLMRequest, options?: CallOptions): Promise<number>;
  /** New calls are refused from now on, and running ones end, with `LLM_CANCELLED`. Any number of times. */
  close(): Promise<void>;
  readonly [innermostDriver]?: Driver;
}

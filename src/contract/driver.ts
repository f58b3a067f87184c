import type { Capabilities } from "./capabilities.js";
import type { JSONValue } from "./json.js";
import type { LLMRequest } from "./request.js";
import type { FinishReason, Source, Usage } from "./response.js";

/** The request of one turn: the caller's, already validated and copied, with what the loop has appended. */
export type TurnRequest = Omit<LLMRequest, "approve">;

export interface TurnContext {
  /** The one way in which a turn is ended early: stop, release the connection, and reject with anything. */
  readonly signal: AbortSignal;
  /** Which turn of the loop this is, from 1. */
  readonly step: number;
}

/** A call as a driver reports it. */
export interface TurnToolCall {
  /** As the provider sent it, also when it repeats; absent where it sent none. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly input: JSONValue;
  /** The raw arguments where they are not complete JSON; `input` is `{}` then. */
  readonly invalidInput?: string | undefined;
}

/** What one turn gave. */
export interface Turn {
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly toolCalls?: readonly TurnToolCall[] | undefined;
  readonly sources?: readonly Source[] | undefined;
  /** Only where the provider's label does not tell; otherwise `createLLM` maps `providerFinishReason`. */
  readonly finishReason?: FinishReason | undefined;
  readonly providerFinishReason?: string | undefined;
  readonly usage?: Usage | undefined;
  /** The model that the provider says it used. */
  readonly model?: string | undefined;
  /** Goes onto the assistant message, and comes back with it; see `AssistantMessage`. */
  readonly providerState?: unknown | undefined;
  /** The reply as it came. */
  readonly raw?: unknown | undefined;
}

/**
 * What a streamed turn yields: deltas, each call once its arguments are complete, and last, once, the `Turn` that
 * `turn()` would have given.
 */
export type TurnEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool-call"; readonly call: TurnToolCall }
  | { readonly type: "turn"; readonly turn: Turn };

/**
 * One turn with one provider: how it goes over the wire, and nothing else. `createLLM` adds what is the same for all:
 * validation, refusal by capability, the tool loop, retries, stream semantics, error normalisation.
 *
 * What no capability covers is the driver's to refuse, before anything is sent: a field that its provider does not have
 * (`unsupported(provider, "seed")`), a part by `url`, `reasoning: "off"` where it cannot be switched off, a
 * provider-defined tool that it does not know.
 */
export interface Driver {
  /** For example `openai`. */
  readonly provider: string;
  /** The model used where a request names none. */
  readonly model: string;
  /**
   * Set by adapters: the library whose model this is a driver of, for example `ai-sdk`. What `createLLM` supplies is then
   * no merit of the model's, and the suite says so.
   */
  readonly adapts?: string | undefined;
  /** What is not named is `false`. */
  readonly capabilities: { readonly [Name in keyof Capabilities]?: boolean | undefined };
  /**
   * Rejects with an `LLMError`. What `fetch` throws need not be wrapped: it is reported as `LLM_NETWORK_ERROR`,
   * `LLM_STREAM_INTERRUPTED` or `LLM_TIMEOUT`; anything else as `LLM_BAD_RESPONSE`.
   */
  turn(request: TurnRequest, context: TurnContext): Promise<Turn>;
  /**
   * Resolves once the provider has accepted the turn (its 2xx). Needed for `streaming`. Events that end without a `turn`
   * are `LLM_STREAM_INTERRUPTED`.
   */
  streamTurn?(request: TurnRequest, context: TurnContext): Promise<AsyncIterable<TurnEvent>>;
  /** The exact number of input tokens. Needed for `tokenCounting`. */
  countTokens?(request: TurnRequest, context: TurnContext): Promise<number>;
  /** Releases what the driver holds. Called once. */
  close?(): Promise<void>;
}

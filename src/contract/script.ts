import type { LLMErrorCode } from "./error-codes.js";
import type { LLMError } from "./errors.js";
import type { FinishReason, Source, Usage } from "./response.js";

/** A call that a scripted reply makes; `memoryToolCall()` builds one. */
export interface ScriptedToolCall {
  /** Without it the call comes without an id, as from a provider that sends none. */
  readonly id?: string | undefined;
  readonly name: string;
  /** The arguments, JSON-safe. */
  readonly input: object;
  /** Raw arguments that are not complete JSON, sent instead of `input`. */
  readonly invalidInput?: string | undefined;
}

/** An error as data, for scripts that are kept as JSON. */
export interface ScriptedError {
  readonly code: LLMErrorCode;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** Milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
}

export interface ScriptedReply {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly toolCalls?: readonly ScriptedToolCall[] | undefined;
  readonly sources?: readonly Source[] | undefined;
  /** Without it, a count of code points divided by four. */
  readonly usage?: Usage | undefined;
  /** Without it, what `providerFinishReason` means; without that, `tool_use` with calls, else `stop`. */
  readonly finishReason?: FinishReason | undefined;
  readonly providerFinishReason?: string | undefined;
  /** The model that the provider says it used. */
  readonly model?: string | undefined;
  /** Fails the turn. With `text`, a stream brings the text first. */
  readonly error?: LLMError | ScriptedError | undefined;
  /** The connection breaks. With `text`, a stream brings the text first. */
  readonly cut?: boolean | undefined;
  /** Nothing more comes and the connection stays open until the caller leaves. With `text`, a stream brings the text first. */
  readonly stall?: boolean | undefined;
}

/** One turn's reply; a string is its text. */
export type Reply = string | ScriptedReply;

/** The replies that a model will give, one a turn, in order. Memory models and mock servers play the same scripts. */
export type Script = readonly Reply[];

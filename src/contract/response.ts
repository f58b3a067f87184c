import type { Message } from "./messages.js";
import type { ToolCall } from "./tools.js";

/**
 * Why the last turn ended, by what happened rather than by the provider's label: a turn with calls is `tool_use` unless
 * it was cut (`length`), blocked (`content_filter`) or called failed by the provider (`error`).
 */
export type FinishReason = "stop" | "length" | "content_filter" | "tool_use" | "error" | "other";

/** Whole numbers, never negative; `undefined` is unknown, which is not 0. */
export interface Usage {
  /** All tokens of the input, cached ones among them. */
  readonly inputTokens?: number | undefined;
  /** All tokens of the output, reasoning among them. */
  readonly outputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

/** Where an answer was found. */
export interface Source {
  readonly id?: string | undefined;
  readonly type: string;
  readonly url: string;
  readonly title?: string | undefined;
}

export interface LLMResponse {
  /** The last turn's text. */
  readonly text: string;
  /** The last turn's reasoning. */
  readonly reasoning?: string | undefined;
  /** As the provider reports it, else as asked for. */
  readonly model: string;
  readonly provider: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly providerFinishReason?: string | undefined;
  /** Summed over the turns; a sum with an unknown turn is `undefined`. */
  readonly usage: Usage;
  /** How many turns it took. */
  readonly steps: number;
  /** The calls of all turns, in order. */
  readonly toolCalls: ToolCall[];
  readonly sources: Source[];
  /** The turns that this generation appended. Push them onto the history and go on. */
  readonly messages: Message[];
  /** The provider's last reply as it came; absent from streams. */
  readonly raw?: unknown | undefined;
}

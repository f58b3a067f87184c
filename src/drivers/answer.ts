import type { TurnEvent } from "../contract/index.js";

/** Whose reply it is, for the errors that it may turn into. */
export interface Blamed {
  readonly provider: string;
  readonly model: string;
  /** What must not stand in any message. */
  readonly secrets: readonly string[];
  readonly requestId?: string | undefined;
}

/** Puts a turn together from chunks, or from one whole reply. Each protocol has its own. */
export interface Answer {
  /**
   * Takes a chunk, or a whole reply.
   * @param event the name of the server-sent event
   * @returns what it brought
   * @throws LLMError for an error that came in-band, and `LLM_BAD_RESPONSE` for what is no chunk
   */
  take(chunk: unknown, event?: string): TurnEvent[];
  /** Whether a finish reason came: a complete answer, whatever comes or fails to come after it. */
  readonly finished: boolean;
  /**
   * The turn, last.
   * @param announced whether the server said that this is the end (`[DONE]`, or a whole reply)
   * @throws LLMError `LLM_STREAM_INTERRUPTED` where it is cut, `LLM_PROVIDER_ERROR` where there is no answer
   */
  end(announced: boolean): TurnEvent[];
}

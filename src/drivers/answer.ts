import type { TurnEvent } from "../contract/index.js";

/** Whose reply it is, for the errors that it may turn into. */
export interface Blamed {
  readonly provider: string;
  readonly model: string;
  /** What must not stand in any message. */
  readonly secrets: readonly string[];
  readonly requestId?: string | undefined;
  /** How its JSON is parsed: as the request asks for, where large integers are to be exact. Default `JSON.parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** Puts a turn together from chunks, or from one whole reply. Each protocol has its own. */
export interface Answer {
  /**
   * Takes a chunk, or a whole reply.
   * @param events gets what it brings, also what stands before or beside an error
   * @param event the name of the server-sent event
   * @throws LLMError for an error that came in-band, and `LLM_BAD_RESPONSE` for what is no chunk
   */
  take(chunk: unknown, events: TurnEvent[], event?: string): void;
  /** Whether a finish reason came: a complete answer, whatever comes or fails to come after it. */
  isFinished(): boolean;
  /**
   * The turn, last, behind the calls that were not announced before.
   * @param announced whether the server said that this is the end (`[DONE]`, or a whole reply)
   * @throws LLMError `LLM_PROVIDER_ERROR` where there is no answer, `LLM_STREAM_INTERRUPTED` where it is cut, and the
   *   error that explains why there is no finish reason, where there is one
   */
  end(announced: boolean): TurnEvent[];
}

/**
 * What some work brings, and then what it threw: what came before an error is not lost with it.
 * @param work puts it into the list
 */
export function brought(work: (events: TurnEvent[]) => void): Iterable<TurnEvent> {
  const events: TurnEvent[] = [];
  try {
    work(events);
  } catch (thrown) {
    return failingAfter(events, thrown);
  }
  return events;
}

function* failingAfter(events: readonly TurnEvent[], thrown: unknown): Generator<TurnEvent, never, undefined> {
  yield* events;
  throw thrown;
}

import { LLMError, redact, type Turn, type TurnEvent } from "../contract/index.js";
import type { Answer, Blamed } from "./answer.js";
import type { SSEEvent } from "./sse.js";

/** Feeds server-sent events to an answer. */
export interface ChunkReader {
  /** Yields what they bring, so that what came before an error is not lost with it; nothing after the end. */
  read(events: readonly SSEEvent[]): Generator<TurnEvent, void, undefined>;
  /** Whether `[DONE]` has come. */
  readonly done: boolean;
}

export function createChunkReader(answer: Answer, blamed: Blamed): ChunkReader {
  let done = false;
  return {
    *read(events) {
      for (const event of events) {
        if (done) return;
        const data = event.data.trim();
        if (data === "") continue;
        if (data === "[DONE]") done = true;
        else yield* answer.take(parseChunk(data, event, blamed), event.event);
      }
    },
    get done() {
      return done;
    },
  };
}

/** The turn that ends a list of events. */
export function turnOf(events: readonly TurnEvent[]): Turn {
  const last = events.at(-1);
  if (last?.type !== "turn") throw new Error("an answer ends with its turn");
  return last.turn;
}

function parseChunk(data: string, { event, unterminated }: SSEEvent, { provider, model, secrets }: Blamed): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Half an event: whether the answer was complete without it, its finish reason tells.
    if (unterminated) return null;
    if (event === "error") return { error: { message: data } };
    const message = `${provider}: a part of the stream is not JSON: ${redact(data, secrets, 100)}`;
    throw new LLMError("LLM_BAD_RESPONSE", message, { provider, model });
  }
}

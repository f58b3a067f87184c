import { isObject, LLMError, redact, type Turn, type TurnEvent } from "../contract/index.js";
import { type Answer, type Blamed, brought } from "./answer.js";
import { parsed } from "./errors.js";
import { createSSEDecoder, type SSEEvent } from "./sse.js";

/** Feeds a stream of server-sent events to an answer. */
export interface ChunkReader {
  /**
   * Takes bytes of the body, or its end.
   * @returns what they bring, so that what came before an error is not lost with it; nothing after `[DONE]`
   */
  read(bytes: Uint8Array | undefined): Iterable<TurnEvent>;
  /** Whether `[DONE]` has come. */
  isDone(): boolean;
  /** The events that end the answer, the turn last. @throws LLMError as `Answer.end` does, and `LLM_BAD_RESPONSE` */
  end(): TurnEvent[];
}

export function createChunkReader(answer: Answer, blamed: Blamed): ChunkReader {
  const decoder = createSSEDecoder();
  let done = false;
  let isStream = false;
  const take = (data: string, event: SSEEvent, events: TurnEvent[]) => {
    if (done || data === "") return;
    if (data === "[DONE]") done = true;
    else answer.take(parseChunk(data, event, blamed), events, event.event);
  };
  return {
    read: (bytes) =>
      brought((events) => {
        for (const event of bytes ? decoder.push(bytes) : decoder.end()) {
          isStream = true;
          if (!event.data.includes("\n")) take(event.data.trim(), event, events);
          else for (const data of chunksIn(event)) take(data, event, events);
        }
      }),
    isDone: () => done,
    end() {
      if (!isStream && decoder.stray().trim() !== "")
        throw badReply("is neither JSON nor a stream", decoder.stray(), blamed);
      return answer.end(done);
    },
  };
}

/** The turn that ends a list of events. */
export function turnOf(events: readonly TurnEvent[]): Turn {
  const last = events.at(-1);
  if (last?.type !== "turn") throw new Error("an answer ends with its turn");
  return last.turn;
}

/** The error for a reply that is not the protocol. @param is for example `is not JSON` */
export function badReply(is: string, text: string, { provider, model, secrets, requestId }: Blamed): LLMError {
  const message = `${provider}: the reply ${is}: ${redact(text, secrets, 100)}`;
  return new LLMError("LLM_BAD_RESPONSE", message, { provider, model, requestId });
}

/**
 * The data of an event of several lines, or of as many as were written without a blank line between them:
 * https://github.com/rexxars/eventsource-parser/pull/31
 */
function chunksIn({ data, unterminated }: SSEEvent): readonly string[] {
  if (isChunk(data)) return [data.trim()];
  const lines = data.split("\n").map((line) => line.trim());
  const whole = unterminated ? lines.slice(0, -1) : lines;
  return whole.every((line) => line === "" || isChunk(line)) ? lines : [data.trim()];
}

function isChunk(data: string): boolean {
  return data === "[DONE]" || isObject(parsed(data));
}

function parseChunk(data: string, { event, unterminated }: SSEEvent, blamed: Blamed): unknown {
  try {
    return (blamed.parse ?? JSON.parse)(data);
  } catch {
    // Half an event: whether the answer was complete without it, its finish reason tells.
    if (unterminated) return null;
    if (event === "error") return { error: { message: data } };
    // A ping, or another note that is no chunk: chunks have no name, or that of a message.
    if (event !== undefined && event !== "message") return null;
    throw badReply("holds a part that is not JSON", data, blamed);
  }
}

import { isLLMError, type TurnEvent } from "../contract/index.js";
import { type InBatches, inBatches } from "../generation/index.js";
import { type Answer, type Blamed, brought } from "./answer.js";
import { createChunkReader } from "./read-chunks.js";
import { parseReply } from "./read-reply.js";
import { sniff } from "./sse.js";
import { letGo, type TransportResponse } from "./transport/index.js";

/**
 * Reads a streamed reply as it comes: once, event by event or in the batches in which they come; `next()`s are not to
 * overlap. A reply in JSON, where a stream was asked for, is one chunk.
 */
export function readStream(
  response: TransportResponse,
  answer: Answer,
  blamed: Blamed,
): AsyncIterableIterator<TurnEvent, undefined> & InBatches<TurnEvent> {
  let isClosed = false;
  let isLetGo = false;
  const reads = readBatches(response, answer, blamed, () => {
    // The connection is on its way back to the pool, and no longer to be cut.
    isLetGo = true;
  });
  const close = () => {
    if (!isClosed && !isLetGo) response.close();
    isClosed = true;
  };
  const batches: AsyncIterator<Iterable<TurnEvent>, undefined> = {
    async next() {
      if (isClosed) return done;
      try {
        return await reads.next();
      } catch (error) {
        close();
        throw error;
      }
    },
    async return() {
      close();
      return done;
    },
  };
  let ready: Iterator<TurnEvent> = [].values();
  return {
    async next() {
      try {
        while (!isClosed) {
          const event = ready.next();
          if (!event.done) return event;
          const batch = await batches.next();
          if (batch.done) break;
          ready = batch.value[Symbol.iterator]();
        }
        return done;
      } catch (error) {
        close();
        throw error;
      }
    },
    async return() {
      close();
      return done;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [inBatches]: () => batches,
  };
}

const done = { done: true, value: undefined } as const;

/** The events that each read brings, and last the turn. @param onLetGo is told when nothing more is read */
async function* readBatches(
  response: TransportResponse,
  answer: Answer,
  blamed: Blamed,
  onLetGo: () => void,
): AsyncGenerator<Iterable<TurnEvent>, undefined, undefined> {
  const beginning = await readBeginning(response);
  if (beginning.kind !== "sse") {
    const reply = parseReply(await readRest(response, beginning), blamed);
    if (reply !== undefined) yield brought((events) => answer.take(reply, events));
    const ending = answer.end(true);
    onLetGo();
    yield ending;
    return;
  }
  const reader = createChunkReader(answer, blamed);
  for (const bytes of beginning.chunks) yield reader.read(bytes);
  const readOn = readerOf(response);
  while (!reader.isDone()) {
    const next = await readOn(answer.isFinished());
    yield reader.read(next.done ? undefined : next.value);
    if (next.done) break;
  }
  const ending = reader.end();
  letGo(response);
  onLetGo();
  yield ending;
}

async function readRest(response: TransportResponse, { chunks }: Beginning): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (const bytes of chunks) text += decoder.decode(bytes, { stream: true });
  for await (const bytes of response.body) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

interface Beginning {
  readonly kind: "json" | "sse" | "markup";
  /** What was read to tell. */
  readonly chunks: readonly Uint8Array[];
}

async function readBeginning(response: TransportResponse): Promise<Beginning> {
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let kind: Beginning["kind"] | undefined;
  while (kind === undefined) {
    const next = await response.body.next();
    if (next.done) break;
    chunks.push(next.value);
    kind = sniff(decoder.decode(next.value, { stream: true }));
  }
  return { kind: kind ?? "sse", chunks };
}

/**
 * How long what follows a finish reason (usage, `[DONE]`) may keep the reader waiting, in milliseconds. It comes at once
 * where it comes at all, and a server that leaves the connection open must not hold back a complete answer.
 */
const grace = 1000;

/**
 * Reads on, chunk by chunk. After a finish reason the answer is complete, and a connection that breaks or goes silent then
 * takes nothing from it: https://github.com/lidge-jun/opencodex/issues/1170
 */
function readerOf(response: TransportResponse): (isFinished: boolean) => Promise<IteratorResult<Uint8Array, void>> {
  let left = grace;
  return async (isFinished) => {
    // Counted only while it is waited for: the time that the reader of the stream takes is its own.
    const began = performance.now();
    const timer = isFinished ? setTimeout(response.close, left) : undefined;
    try {
      return await response.body.next();
    } catch (error) {
      if (isFinished && isLLMError(error) && harmless.has(error.code)) return { done: true, value: undefined };
      throw error;
    } finally {
      clearTimeout(timer);
      if (isFinished) left = Math.max(0, left - (performance.now() - began));
    }
  };
}

/** What a connection may do; `LLM_BAD_RESPONSE` is a body that is too long, or not compressed as it says. */
const harmless: ReadonlySet<string> = new Set([
  ...["LLM_STREAM_INTERRUPTED", "LLM_STREAM_CLOSED", "LLM_TIMEOUT", "LLM_BAD_RESPONSE"],
]);

import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { isLLMError, type LLMError, type Turn, type TurnEvent } from "../../contract/index.js";
import { type Asked, createAnswer } from "../openai-compatible/answer.js";
import { readStream } from "../read-stream.js";
import type { TransportResponse } from "../transport/index.js";
import { bytesOf, everySplit } from "./splits.js";

/** What came of a stream: its events, and the error that ended it. */
export interface Outcome {
  readonly events: TurnEvent[];
  readonly error?: LLMError;
}

export const anyone: Asked = {
  provider: "test",
  model: "m",
  secrets: ["sk-secret-key"],
  toolNames: ["f", "g", "search", "fetch", "read_file", "edit_existing_file"],
  reportsCache: true,
};

/** Reads wire text as a streamed reply, cut at every byte, and makes sure that the cuts make no difference. */
export function readWire(wire: string | Uint8Array, asked: Asked = anyone): Promise<Outcome> {
  return readEveryCut(wire, (response) => readStream(response, createAnswer(asked), asked));
}

type Read = (response: TransportResponse) => AsyncIterable<TurnEvent>;

/** The same for any protocol. @param read how it reads a reply */
export async function readEveryCut(wire: string | Uint8Array, read: Read): Promise<Outcome> {
  const bytes = typeof wire === "string" ? bytesOf(wire) : wire;
  const reference = await readChunks([bytes], read);
  for (const chunks of everySplit(bytes)) {
    const outcome = await readChunks(chunks, read);
    if (isSame(outcome, reference)) continue;
    expect(outcome, `cut into ${chunks.map((chunk) => chunk.length)}`).toEqual(reference);
  }
  return reference;
}

/** Faster than a matcher, which is for telling the difference. */
function isSame(a: Outcome, b: Outcome): boolean {
  return (
    isDeepStrictEqual(a.events, b.events) && a.error?.message === b.error?.message && a.error?.code === b.error?.code
  );
}

async function readChunks(chunks: readonly Uint8Array[], read: Read): Promise<Outcome> {
  const events: TurnEvent[] = [];
  try {
    for await (const event of read(responseOf(chunks))) events.push(event);
    return { events };
  } catch (error) {
    if (!isLLMError(error)) throw error;
    return { events, error };
  }
}

function responseOf(chunks: readonly Uint8Array[]): TransportResponse {
  const body = (async function* () {
    for (const chunk of chunks) if (chunk.length > 0) yield chunk;
  })();
  return { status: 200, headers: {}, body, close: () => {} };
}

/** The turn of an outcome that has one. */
export function turnIn({ events, error }: Outcome): Turn {
  if (error) throw error;
  const last = events.at(-1);
  if (last?.type !== "turn") throw new Error("there is no turn");
  return last.turn;
}

/** The joined deltas of one kind. */
export function joined({ events }: Outcome, type: "text" | "reasoning"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

/** Chunks as wire text, one event each, with `[DONE]`. */
export function sse(...chunks: readonly (object | string)[]): string {
  return [...chunks, "[DONE]"]
    .map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`)
    .join("");
}

/** A chunk with a delta. */
export function delta(fields: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}

/** A chunk with one piece of a tool call. */
export function callDelta(fields: object): object {
  return delta({ tool_calls: [fields] });
}

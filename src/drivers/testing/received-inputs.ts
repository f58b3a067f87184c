import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../contract/index.js";

/** What a reply's bytes themselves say of calls, by a reading of their own that is generous: all that a driver may run. */
export interface ReceivedInputs {
  /** Whether this input stands in them as complete JSON, in one piece or in fragments that follow each other. */
  has(input: unknown): boolean;
  /** Whether they hold an end: a finish reason, a sentinel, or one whole JSON document. */
  readonly isEnded: boolean;
}

type Loose = Readonly<Record<string, unknown>>;

/** A piece of a call's arguments, and where it belongs. */
interface Piece {
  readonly choice: unknown;
  readonly index: unknown;
  readonly text: string;
}

/** Reads the bytes of an OpenAI-compatible reply or of Google's, streamed or whole. */
export function receivedInputs(bytes: Uint8Array): ReceivedInputs {
  const text = new TextDecoder().decode(bytes);
  const chunks = documentsIn(text).flat(1).filter(isObject);
  const choices = chunks.flatMap((chunk) => [...listOf(chunk.choices), ...listOf(chunk.candidates)]);
  const pieces = choices.flatMap(piecesOf);
  const isReason = (value: unknown) => typeof value === "string" && value !== "";
  return {
    has(input) {
      // A call without arguments.
      if (isDeepStrictEqual(input, {})) return true;
      const groups = [...new Set(pieces.map(({ choice }) => choice))]
        .map((choice) => pieces.filter((piece) => piece.choice === choice || typeof piece.choice !== "number"))
        .flatMap((own) => [own, ...[...new Set(own.map(({ index }) => index))].map((index) => behind(own, index))]);
      return groups.some((group) => runs(group.map((piece) => piece.text)).some((run) => isInput(run, input)));
    },
    isEnded:
      choices.some((choice) => isReason(choice.finish_reason) || isReason(choice.finishReason)) ||
      text.includes("[DONE]") ||
      parsed(text) !== undefined,
  };
}

function listOf(value: unknown): readonly Loose[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function piecesOf(choice: Loose): Piece[] {
  const calls = [choice.delta, choice.message].filter(isObject).flatMap((message) => {
    const [entries, single] = [listOf(message.tool_calls), listOf(message.function_call)];
    return [...entries, ...single].map((entry) => ({
      index: entry.index,
      value: (isObject(entry.function) ? entry.function : entry).arguments,
    }));
  });
  const parts = isObject(choice.content) ? listOf(choice.content.parts) : [];
  const args = parts.map((part) => ({
    index: undefined,
    value: isObject(part.functionCall) && part.functionCall.args,
  }));
  return [...calls, ...args].map(({ index, value }) => ({ choice: choice.index, index, text: asText(value) }));
}

/** The pieces of one call; those without an index may belong to any. */
function behind(pieces: readonly Piece[], index: unknown): readonly Piece[] {
  return pieces.filter((piece) => piece.index === index || typeof piece.index !== "number");
}

/** Everything in a reply that is JSON: the whole, or each event, and what stands there without framing. */
function documentsIn(text: string): unknown[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  const lines = text.split(/\r\n|\r|\n/);
  const documents: string[] = [];
  const data: string[] = [];
  for (const line of [...lines, ""]) {
    const [, field] = /^\uFEFF?data: ?(.*)$/s.exec(line) ?? [];
    if (field !== undefined) data.push(field);
    else if (line.startsWith("{")) documents.push(line);
    else if (line === "") documents.push(data.splice(0).join("\n"));
  }
  return documents.map(parsed).filter((value) => value !== undefined);
}

/** Every concatenation of neighbours. */
function runs(texts: readonly string[]): string[] {
  return texts.flatMap((_, begin) => texts.slice(begin).map((__, i) => texts.slice(begin, begin + i + 1).join("")));
}

function isInput(text: string, input: unknown): boolean {
  const value = parsed(text);
  if (value === undefined) return false;
  const inner = typeof value === "string" ? (parsed(value) ?? value) : value;
  return written(inner ?? {}) === written(input);
}

/** As JSON, where a negative zero is none; half a surrogate pair, which stands there as an escape, is U+FFFD for a tool. */
function written(value: unknown): string {
  return asText(value).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd");
}

function asText(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  } catch {
    return "";
  }
}

function parsed(text: string): unknown {
  for (const candidate of [text, text.replace(/\s*data:\s*\[DONE\]\s*$/, "")]) {
    try {
      return JSON.parse(candidate.replace(/^\uFEFF/, ""));
    } catch {
      // The next one, if there is one.
    }
  }
  return undefined;
}

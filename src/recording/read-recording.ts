import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isObject, LLMError } from "../contract/index.js";
import type { WireExchange } from "../quirks/index.js";
import type { RecordingFile, StoredBody, StoredBytes } from "./recording-file.js";

/** A recorded exchange: what detectors look at, and what is played again. */
export interface Recording extends WireExchange {
  /** The name of its file, without the folder. */
  readonly file: string;
  readonly basePath: string;
  readonly startedAt: string;
  /** When its reply came, in milliseconds from the request: the headers, and each of its reads. */
  readonly at: { readonly headers: number; readonly reads: readonly number[] };
}

/**
 * Reads one recorded exchange. A reply whose client left before its end is one that goes silent there.
 * @param file its path
 * @throws LLMError `LLM_INVALID_CONFIG` for a file that is not there, or that is no recording; says which field is wrong
 */
export function readRecording(file: string): Recording {
  const { protocol, basePath, startedAt, request, reply } = checked(parsed(file), file);
  const { kind, method, path, headers } = request;
  return {
    file: basename(file),
    ...{ protocol, basePath, startedAt },
    request: { kind, method, path, headers, body: bodyOf(request) },
    reply: {
      status: reply.status,
      headers: reply.headers,
      reads: reply.reads.map(bytesOf),
      ending: reply.ending === "left" ? "stall" : reply.ending,
    },
    at: { headers: reply.at, reads: reply.reads.map(({ at }) => at) },
  };
}

/**
 * Reads all recordings of a folder, in the order of their numbers.
 * @throws LLMError `LLM_INVALID_CONFIG` for a folder that is not there or holds none, and for a file that is no recording
 */
export function readRecordings(directory: string): readonly [Recording, ...Recording[]] {
  let files: readonly string[];
  try {
    files = readdirSync(directory).filter((name) => /^\d+-.*\.json$/.test(name));
  } catch (error) {
    return refuse(directory, `cannot be read: ${reasonOf(error)}`);
  }
  const inOrder = files.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
  const [first, ...others] = inOrder.map((name) => readRecording(join(directory, name)));
  return first ? [first, ...others] : refuse(directory, "holds no recording, such as 0001-stream.json");
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return refuse(
      file,
      error instanceof SyntaxError ? `is no JSON: ${error.message}` : `cannot be read: ${reasonOf(error)}`,
    );
  }
}

const kinds: readonly unknown[] = ["generate", "stream", "count-tokens", "embed", "unknown"];
const isTime = (value: unknown) => Number.isFinite(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === "string";
const isTexts = (value: unknown) => isObject(value) && Object.values(value).every(isText);
const isBytes = (value: unknown) => isObject(value) && (isText(value.text) || isText(value.base64));
const isRead = (value: unknown) => isBytes(value) && isObject(value) && isTime(value.at);

function checked(file: unknown, name: string): RecordingFile {
  if (!isObject(file)) return refuse(name, "is no recording: it must be an object");
  if (file.schemaVersion !== 1)
    return refuse(
      name,
      `is no recording that this version reads: schemaVersion is ${JSON.stringify(file.schemaVersion)}, not 1`,
    );
  const request = isObject(file.request) ? file.request : {};
  const reply = isObject(file.reply) ? file.reply : {};
  const rules: readonly [field: string, holds: boolean, what: string][] = [
    ["protocol", file.protocol === "openai" || file.protocol === "google", "openai or google"],
    ["basePath", isText(file.basePath), "a path"],
    ["startedAt", isText(file.startedAt), "a time"],
    ["request.kind", kinds.includes(request.kind), `one of ${kinds.join(", ")}`],
    ["request.method", isText(request.method), "a text"],
    ["request.path", isText(request.path), "a text"],
    ["request.headers", isTexts(request.headers), "an object of texts"],
    ["request.text", request.text === undefined || isText(request.text), "a text"],
    ["request.base64", request.base64 === undefined || isText(request.base64), "a text"],
    [
      "reply.status",
      Number.isInteger(reply.status) && Number(reply.status) >= 200 && Number(reply.status) <= 599,
      "an HTTP status",
    ],
    ["reply.headers", isTexts(reply.headers), "an object of texts"],
    ["reply.at", isTime(reply.at), "milliseconds"],
    [
      "reply.reads",
      Array.isArray(reply.reads) && reply.reads.every(isRead),
      "a list of { at, text } or { at, base64 }",
    ],
    ["reply.ending", ["complete", "cut", "left"].includes(reply.ending as string), "complete, cut or left"],
  ];
  const broken = rules.find(([, holds]) => !holds);
  if (broken) return refuse(name, `is no recording: ${broken[0]} must be ${broken[2]}`);
  return file as unknown as RecordingFile;
}

function bodyOf(stored: StoredBody): string {
  if ("json" in stored) return JSON.stringify(stored.json);
  return "text" in stored || "base64" in stored ? Buffer.from(bytesOf(stored)).toString() : "";
}

function bytesOf(stored: StoredBytes): Uint8Array {
  return "text" in stored ? Buffer.from(stored.text) : Buffer.from(stored.base64, "base64");
}

function reasonOf(error: unknown): string {
  return (error as { code?: string }).code === "ENOENT" ? "it is not there" : String((error as Error).message);
}

function refuse(place: string, message: string): never {
  throw new LLMError("LLM_INVALID_CONFIG", `${place} ${message}`, { provider: "recording" });
}

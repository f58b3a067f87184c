import type { WireProtocol, WireRequest } from "../quirks/index.js";

/** Bytes in a file of JSON: as a text where they are one. */
export type StoredBytes = { readonly text: string } | { readonly base64: string };

/** A request's body: as JSON where nothing is lost by that. Where it is empty, none of them. */
export type StoredBody = StoredBytes | { readonly json: unknown } | Readonly<Record<never, never>>;

/** One exchange as it is kept in a file, without secrets. */
export interface RecordingFile {
  readonly schemaVersion: 1;
  readonly protocol: WireProtocol;
  /** The path of the base URL. */
  readonly basePath: string;
  /** When the request came, in ISO 8601. */
  readonly startedAt: string;
  readonly request: Omit<WireRequest, "body"> & StoredBody;
  readonly reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Milliseconds from the request to the reply's headers. */
    readonly at: number;
    /** The body as it came, one entry a network read; `at` in milliseconds from the request. */
    readonly reads: readonly ({ readonly at: number } & StoredBytes)[];
    /** How it ended: as it should, with a connection that broke, or with a client that left. */
    readonly ending: Ending;
  };
}

export type Ending = "complete" | "cut" | "left";

export function storedBytes(bytes: Uint8Array): StoredBytes {
  const text = textIn(bytes);
  return text === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { text };
}

export function storedBody(bytes: Uint8Array): StoredBody {
  if (bytes.length === 0) return {};
  const stored = storedBytes(bytes);
  if (!("text" in stored)) return stored;
  const json = losslessJSON(stored.text);
  return json === undefined ? stored : { json };
}

/** Undefined where the bytes are no UTF-8, such as the half of a character. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The value that a text stands for, if white space and the spelling of characters are all that tells them apart. */
function losslessJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const plain = text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) =>
      token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : "",
    );
    return plain === JSON.stringify(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

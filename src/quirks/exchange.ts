/** The protocols that the catalogue knows. */
export type WireProtocol = "openai" | "google";

/** One request and its reply, as bytes on the wire; credentials removed. */
export interface WireExchange {
  readonly protocol: WireProtocol;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

export interface WireRequest {
  readonly kind: "generate" | "stream" | "count-tokens" | "embed" | "unknown";
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WireReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it comes, one entry a network read. */
  readonly reads: readonly Uint8Array[];
  /** When each of them came, in milliseconds since the request was sent; known of exchanges that were recorded live. */
  readonly times?: readonly number[];
  /** After the last read: the body ends as it should, the connection breaks, or it stays open in silence. */
  readonly ending: "complete" | "cut" | "stall";
}

/** A JSON object as it stands on the wire: nothing is known of its fields. */
export type WireObject = { readonly [name: string]: unknown };

const encoder = new TextEncoder();

/** The whole body as text. */
export function textOf({ reads }: Pick<WireReply, "reads">): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return reads.map((read) => decoder.decode(read, { stream: true })).join("") + decoder.decode();
}

/** Text as bytes. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** The reply with another body, read in these pieces. */
export function withReads(reply: WireReply, ...reads: readonly (string | Uint8Array)[]): WireReply {
  const { times: _, ...rest } = reply;
  return { ...rest, reads: reads.map((read) => (typeof read === "string" ? bytesOf(read) : read)) };
}

/** The reply with another body, each server-sent event a read of its own. */
export function withText(reply: WireReply, text: string): WireReply {
  return withReads(reply, ...text.split(/(?<=\r\n\r\n|\n\n|\r\r(?!\n))/));
}

/** Whether a reply streams server-sent events. */
export function isEventStream({ request, reply }: WireExchange): boolean {
  return request.kind === "stream" && reply.status < 300 && /event-stream/i.test(reply.headers["content-type"] ?? "");
}

/** A text as a JSON object; undefined for anything else. */
export function objectIn(text: string): WireObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isWireObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { once } from "node:events";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { pause } from "./pause.js";
import type { Exchange } from "./recorder.js";

/** A reply as it goes over the wire. */
export interface WireReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in the pieces in which it is sent; each is made when the client has room for it. */
  readonly pieces: Iterable<string | Uint8Array>;
  /** Whether each piece is to be a read of the client's own: what arrives together, many clients read together. */
  readonly apart?: boolean;
  /** After the last piece: the body ends as it should, the connection breaks, or nothing more comes and it stays open. */
  readonly ending: "complete" | "cut" | "stall";
}

/**
 * What a provider does with a request: it replies, says nothing at all while the connection stays open, or drops the
 * connection before the first byte of a reply.
 */
export type ProviderReply = WireReply | "silence" | "disconnect";

/** A JSON body, whole. */
export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireReply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    pieces: [JSON.stringify(body)],
    ending: "complete",
  };
}

/**
 * Milliseconds between the last piece and a break. What arrives together with the end of its connection is lost unread in
 * clients that drop their buffer on an error (fetch streams do); a network fails later than it delivers.
 */
const beforeCut = 10;

const encoder = new TextEncoder();

/**
 * How long to wait before a piece of a body.
 * @param index of the piece, from 0
 * @returns milliseconds; nothing or less: at once
 */
export type Pace = (index: number) => number;

/** A reply on its way out. */
export interface Sending {
  readonly reply: ProviderReply;
  /** Is told how it went. */
  readonly exchange: Exchange;
  readonly pace?: Pace | undefined;
}

/**
 * A reply as a `Response`. A dropped connection is `Response.error()`, and so is a silence once the client has left it; a
 * cut connection is a body that fails.
 * @param gone fires when the client leaves
 */
export async function toResponse(sending: Sending, gone: AbortSignal): Promise<Response> {
  const begun = await begin(sending, gone);
  if (!begun) return Response.error();
  const { status, headers, pieces } = begun;
  return new Response(pieces && toStream(pieces), { status, headers });
}

/** The pieces of a body, one after the other. */
export interface PieceReader {
  /**
   * The next one; undefined after the last, or once the client has left. Rejects where the script cuts the connection, and
   * stays pending where it lets it stall.
   */
  next(): Promise<string | Uint8Array | undefined>;
  /** The client has left. */
  leave(): void;
}

/** A reply whose status and headers are to be sent now. */
export interface BegunReply extends Pick<WireReply, "status" | "headers"> {
  /** Null where the status allows no body. */
  readonly pieces: PieceReader | null;
}

/** @returns undefined where the connection is to be dropped */
export async function begin({ reply, exchange, pace }: Sending, gone: AbortSignal): Promise<BegunReply | undefined> {
  if (gone.aborted) exchange.left();
  else gone.addEventListener("abort", () => exchange.left(), { once: true });
  if (reply === "silence") await left(gone);
  if (reply === "disconnect") exchange.finished();
  if (typeof reply === "string") return undefined;
  const { status, headers } = reply;
  const hasBody = !bodiless.has(status);
  if (!hasBody) exchange.finished();
  return { status, headers, pieces: hasBody ? readPieces(reply, exchange, pace) : null };
}

/** Statuses that come without a body: https://fetch.spec.whatwg.org/#null-body-status */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

async function left(gone: AbortSignal): Promise<void> {
  if (!gone.aborted) await once(gone, "abort");
}

/** Gives a client the time to read what was sent: its socket is looked at once between two turns of the event loop. */
async function read(): Promise<void> {
  await turn();
  await turn();
}

function readPieces(reply: WireReply, exchange: Exchange, pace: Pace = () => 0): PieceReader {
  const pieces = reply.pieces[Symbol.iterator]();
  const departure = new AbortController();
  let index = 0;
  return {
    async next() {
      const next = pieces.next();
      if (!next.done) {
        if (reply.apart && index > 0) await read();
        await pause(pace(index++), departure.signal);
        return departure.signal.aborted ? undefined : next.value;
      }
      if (reply.ending === "stall") return new Promise(() => {});
      exchange.finished();
      if (reply.ending === "complete") return undefined;
      await wait(beforeCut);
      throw new Error("the script cuts the connection here");
    },
    leave() {
      departure.abort();
      exchange.left();
    },
  };
}

/** Pulled, so that a client that reads slowly slows its provider down. */
function toStream(pieces: PieceReader): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (isCancelled) return;
        if (piece === undefined) controller.close();
        else controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      },
      cancel() {
        isCancelled = true;
        pieces.leave();
      },
    },
    { highWaterMark: 0 },
  );
}

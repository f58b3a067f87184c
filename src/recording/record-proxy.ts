import type { IncomingMessage } from "node:http";
import { LLMError } from "../contract/index.js";
import type { WireProtocol } from "../quirks/index.js";
import { decompressed } from "./decompress.js";
import { forward, passedHeaders } from "./forward.js";
import { protocolOf } from "./kind-of.js";
import { protocolError } from "./protocol-error.js";
import type { Ending } from "./recording-file.js";
import { scrubbedRequest } from "./scrub-exchange.js";
import { openStore, type Store } from "./store.js";
import { strangerIn } from "./strangers.js";
import { type BegunExchange, type SeenRead, takeDown } from "./take-down.js";
import { watchBody } from "./watch-body.js";

export interface RecordProxyOptions {
  /** The provider, as clients are configured with it. Only what lies below it is passed on. */
  readonly baseURL: string;
  /** The folder that recordings go into. */
  readonly directory: string;
  /** Takes the place of the client's own key, which otherwise is passed on. */
  readonly apiKey?: string | undefined;
  /** Without it, told from each request's path. */
  readonly protocol?: WireProtocol | undefined;
  /** Is told how each exchange went, once it is over. */
  readonly onExchange?: ((passed: PassedExchange) => void) | undefined;
}

/** An exchange that is over. Holds no secret. */
export interface PassedExchange {
  readonly method: string;
  readonly path: string;
  /** Of the reply that the client was given; absent where there was none. */
  readonly status?: number;
  /** The recording's name; absent where none was kept. */
  readonly file?: string;
  /** Why none was kept, or how it ended where it did not end well. */
  readonly note?: string;
}

/** Stands between a client and its provider; `serve()` puts it on a port. */
export interface RecordProxy {
  readonly basePath: string;
  fetch(request: Request): Promise<Response>;
  /** Resolves once no recording is being written. */
  settled(): Promise<void>;
}

/**
 * A proxy that keeps every exchange as a file, without secrets. Streams pass through as they come; a file is written before the
 * client sees the end of the reply. A client that leaves is passed on, and what had come is kept.
 * @throws LLMError `LLM_INVALID_CONFIG` for a base URL that is none, a key that cannot be sent, or a folder that cannot be used
 */
export function createRecordProxy(options: RecordProxyOptions): RecordProxy {
  const { apiKey, onExchange = () => {} } = options;
  // Not shown: whoever reads the message may not be whoever owns it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    refuseOption("the key holds a character that no header can carry");
  const base = checkedBase(options.baseURL);
  const basePath = base.pathname.replace(/\/+$/, "");
  const store = openedStore(options.directory);
  const writing = new Set<Promise<void>>();

  return {
    basePath,
    async settled() {
      while (writing.size > 0) await Promise.all(writing);
    },
    async fetch(received) {
      const since = stopwatch();
      const startedAt = new Date().toISOString();
      const sent = new Uint8Array(await received.arrayBuffer());
      const readable = decompressed(sent, received.headers.get("content-encoding")) ?? new Uint8Array();
      const request = scrubbedRequest(received, readable, apiKey === undefined ? [] : [apiKey]);
      const { method, path } = request;
      const protocol = options.protocol ?? protocolOf(path);
      const refuse = (status: number, message: string) => {
        onExchange({ method, path, status, note: message });
        return Response.json(protocolError(protocol, status, message), { status });
      };

      const stranger = strangerIn(received.headers);
      if (stranger) return refuse(403, `only this machine may use the recorder, and this is ${stranger}`);
      if (!new URL(received.url).pathname.startsWith(`${basePath}/`))
        return refuse(404, `only what lies below ${basePath}/ is passed on`);
      const number = store.nextNumber();
      let incoming: IncomingMessage;
      try {
        incoming = await forward(received, sent, base.origin, protocol, apiKey);
      } catch (error) {
        if (neverReached.has(codeOf(error))) return refuse(502, `${base.origin} cannot be reached: ${codeOf(error)}`);
        const note = received.signal.aborted ? endings.left : `${endings.cut}: ${codeOf(error)}`;
        onExchange({ method, path, note: `${note}, before there was a reply` });
        return Response.error();
      }

      const reply = { status: incoming.statusCode ?? 502, headers: passedHeaders(incoming), at: since() };
      const reads: SeenRead[] = [];
      const keep = async (met: Ending) => {
        const ending = met === "left" && isDone(reads) ? "complete" : met;
        const begun: BegunExchange = { protocol, basePath, startedAt, request };
        const kept = await saved(store, number, () => takeDown(begun, { ...reply, reads, ending }));
        onExchange({
          method,
          path,
          status: reply.status,
          ...(ending !== "complete" && { note: endings[ending] }),
          ...kept,
        });
      };
      const ended = (ending: Ending) => {
        const work = keep(ending).finally(() => writing.delete(work));
        writing.add(work);
        return work;
      };
      const read = (bytes: Uint8Array) => void reads.push({ at: since(), bytes });
      const body = watchBody(incoming, received.signal, { read, ended });
      if (method !== "HEAD" && !bodiless.has(reply.status)) return new Response(body, reply);
      await body.getReader().read();
      return new Response(null, reply);
    },
  };
}

/** Statuses that come without a body: https://fetch.spec.whatwg.org/#null-body-status */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether a stream has said that it is over: many clients close it then, and do not wait for the connection's end. */
function isDone(reads: readonly SeenRead[]): boolean {
  const end = Buffer.concat(reads.slice(-3).map(({ bytes }) => bytes)).toString("latin1");
  return /(?:^|[\r\n])data: ?\[DONE\]\s*$/.test(end);
}

const endings = { left: "the client left", cut: "the provider broke off" } as const;

/** What is wrong where not even a connection was made: nothing of the request has left. */
const neverReached: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  ...["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "EPROTO"],
]);

async function saved(
  store: Store,
  number: number,
  recording: () => ReturnType<typeof takeDown>,
): Promise<Pick<PassedExchange, "file" | "note">> {
  try {
    return { file: await store.save(number, recording()) };
  } catch (error) {
    return { note: `it could not be written: ${codeOf(error)}` };
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return String(code ?? name);
}

/** Gives the whole milliseconds since it was made. */
function stopwatch(): () => number {
  const began = performance.now();
  return () => Math.round(performance.now() - began);
}

function checkedBase(baseURL: string): URL {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return refuseOption("the base URL must be one of http or https, such as https://api.openai.com/v1");
  if (url.username || url.password || url.search || url.hash)
    return refuseOption("the base URL must have no credentials, query or fragment");
  return url;
}

function openedStore(directory: string): Store {
  try {
    return openStore(directory);
  } catch (error) {
    return refuseOption(`${directory} cannot be used as a folder for recordings: ${codeOf(error)}`);
  }
}

function refuseOption(message: string): never {
  throw new LLMError("LLM_INVALID_CONFIG", message, { provider: "recording" });
}

import { AsyncLocalStorage } from "node:async_hooks";
import { namesCredential, pathWithoutCredentials } from "../contract/index.js";
import type { FetchLike } from "../drivers/index.js";
import type { WireExchange, WireProtocol, WireRequest } from "../quirks/index.js";
import { createSentRecord, type SentRecord } from "../suite/index.js";
import { createSlots } from "./slots.js";
import { tokensIn } from "./tokens-in.js";

type FetchResponse = Awaited<ReturnType<FetchLike>>;

/** An exchange with the endpoint, and how it went. */
export interface TappedExchange extends WireExchange {
  /** Whether its end was seen: a reply that our side left early tells nothing of how it would have gone on. */
  readonly whole: boolean;
  /** The case that sent it. */
  readonly of: string | undefined;
}

/** Tells the tap which case is being played, wherever in its asynchronous calls a request is made. */
export const playing = new AsyncLocalStorage<string>();

/** The one way to the endpoint: everything that is sent goes through it, is counted, kept and bounded. */
export interface Tap {
  /** For one scene; `sent` grows with every request that it lets through. */
  open(): { readonly fetch: FetchLike; readonly sent: SentRecord };
  /** Every exchange that is over, in the order of their ends. */
  readonly exchanges: readonly TappedExchange[];
  /** Requests let through so far, and the tokens that the endpoint says it wrote. */
  readonly spent: { readonly requests: number; readonly outputTokens: number };
  /** Why nothing more goes through; undefined while something does. */
  readonly closed: string | undefined;
  /** Lets nothing more through, and ends what is under way. The first reason stays. */
  close(reason: string): void;
}

export interface TapOptions {
  readonly protocol: WireProtocol;
  readonly maxRequests: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  /** How they are sent. Default the global `fetch`. */
  readonly send?: FetchLike;
}

export function createTap({ protocol, maxRequests, concurrency, send = globalFetch }: TapOptions): Tap {
  const exchanges: TappedExchange[] = [];
  const spent = { requests: 0, outputTokens: 0 };
  const slots = createSlots(concurrency);
  const end = new AbortController();
  let closed: string | undefined;
  const close = (reason: string) => {
    closed ??= reason;
    end.abort(new Error(closed));
  };

  const fetchInto =
    (sent: SentRecord): FetchLike =>
    async (url, init) => {
      const free = await slots.take(init.signal);
      try {
        if (closed === undefined && spent.requests >= maxRequests)
          closed = `all ${maxRequests} requests that were allowed have been sent`;
        if (closed !== undefined) throw new Error(closed);
        spent.requests += 1;
        const left = deferred();
        const of = playing.getStore();
        const request = readRequest(protocol, url, init);
        const { kind, ...raw } = request;
        sent.add({ kind, at: performance.now(), raw, hungUp: left.promise });
        const signal = AbortSignal.any([init.signal, end.signal]);
        const began = performance.now();
        const response = await send(url, { ...init, signal });
        return tapped(response, began, signal, (reply, whole) => {
          free();
          if (!whole) left.resolve();
          exchanges.push({ protocol, request, reply, whole, of });
          spent.outputTokens += tokensIn({ protocol, request, reply });
        });
      } catch (error) {
        free();
        throw error;
      }
    };
  return {
    open() {
      const sent = createSentRecord();
      return { fetch: fetchInto(sent), sent };
    },
    exchanges,
    spent,
    get closed() {
      return closed;
    },
    close,
  };
}

const globalFetch: FetchLike = (url, init) => fetch(url, init);

function readRequest(
  protocol: WireProtocol,
  url: string,
  init: { headers: Record<string, string>; body: string },
): WireRequest {
  const address = new URL(url);
  const kept = Object.entries(init.headers).filter(([name]) => !namesCredential(name));
  return {
    kind: kindOf(protocol, address.pathname, init.body),
    method: "POST",
    path: pathWithoutCredentials(address),
    headers: Object.fromEntries(kept),
    body: init.body,
  };
}

function kindOf(protocol: WireProtocol, path: string, body: string): WireRequest["kind"] {
  if (protocol === "google") {
    if (path.endsWith(":streamGenerateContent")) return "stream";
    if (path.endsWith(":generateContent")) return "generate";
    if (path.endsWith(":countTokens")) return "count-tokens";
    return /:(?:batchEmbedContents|embedContent)$/.test(path) ? "embed" : "unknown";
  }
  if (path.endsWith("/embeddings")) return "embed";
  if (!path.endsWith("/chat/completions")) return "unknown";
  return /"stream"\s*:\s*true/.test(body) ? "stream" : "generate";
}

/** How much of one reply is kept, in bytes; what has more is not judged, and an endpoint without end fills no memory. */
const mostKept = 4_000_000;

/**
 * The response with its body watched.
 * @param began when the request was sent
 * @param ours fires where our side ends it: a time that has passed, or the end of the run
 * @param over is told once, when it has ended or was left
 */
function tapped(
  response: FetchResponse,
  began: number,
  ours: AbortSignal,
  over: (reply: WireExchange["reply"], whole: boolean) => void,
): FetchResponse {
  const reads: Uint8Array[] = [];
  const times: number[] = [];
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  let told = false;
  let kept = 0;
  const tell = (ending: "complete" | "cut", whole: boolean) => {
    if (!told) over({ status: response.status, headers, reads, times, ending }, whole && kept <= mostKept);
    told = true;
  };
  if (!response.body) tell("complete", true);
  const reader = response.body?.getReader();
  return {
    status: response.status,
    headers: response.headers,
    body: reader
      ? {
          getReader: () => ({
            async read() {
              try {
                const next = await reader.read();
                if (next.done) tell("complete", true);
                else if (next.value) kept += next.value.length;
                if (next.value && kept <= mostKept) {
                  reads.push(next.value);
                  times.push(performance.now() - began);
                }
                return next;
              } catch (error) {
                tell("cut", !ours.aborted);
                throw error;
              }
            },
            cancel(reason) {
              tell("cut", false);
              return reader.cancel(reason);
            },
          }),
        }
      : null,
  };
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

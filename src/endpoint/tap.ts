import { AsyncLocalStorage } from "node:async_hooks";
import { namesCredential, pathWithoutCredentials } from "../contract/index.js";
import type { FetchLike } from "../drivers/index.js";
import { answerOf, type WireExchange, type WireProtocol, type WireRequest } from "../quirks/index.js";
import { createSentRecord, type SentRecord } from "../suite/index.js";
import { createSender } from "./send.js";
import { createSlots } from "./slots.js";
import { patience, watched } from "./watch-reply.js";

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
  /** What it took so far. */
  readonly spent: Spent;
  /** Why nothing more goes through; undefined while something does. */
  readonly closed: string | undefined;
  /** Resolves once it is known how each reply ended, or a moment later than all of them should have. */
  settled(): Promise<void>;
  /** Lets nothing more through, and ends what is under way. The first reason stays. */
  close(reason: string): void;
}

export interface Spent {
  /** Let through. */
  readonly requests: number;
  /** What the endpoint says it wrote; absent as long as it says nothing. */
  readonly outputTokens?: number;
}

export interface TapOptions {
  readonly protocol: WireProtocol;
  readonly maxRequests: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  /** How they are sent. Default over connections of its own. */
  readonly send?: FetchLike;
  /** Milliseconds since any one moment. Default the process's own clock. */
  readonly now?: () => number;
}

export function createTap(options: TapOptions): Tap {
  const { protocol, maxRequests, concurrency, now = () => performance.now() } = options;
  const sender = createSender();
  const { send = sender.send } = options;
  const exchanges: TappedExchange[] = [];
  const spent: { requests: number; outputTokens?: number } = { requests: 0 };
  const slots = createSlots(concurrency);
  const end = new AbortController();
  const open = new Set<Promise<void>>();
  let closed: string | undefined;
  const close = (reason: string) => {
    closed ??= reason;
    end.abort(new Error(closed));
    sender.close();
  };
  const keep = (exchange: TappedExchange) => {
    exchanges.push(exchange);
    const { outputTokens } = answerOf(exchange) ?? {};
    if (outputTokens !== undefined) spent.outputTokens = (spent.outputTokens ?? 0) + outputTokens;
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
        const cut = new AbortController();
        const began = now();
        // Until there is a reply, leaving is cutting; then it is for whoever watches the reply to say.
        const leave = () => cut.abort(init.signal.reason);
        init.signal.addEventListener("abort", leave);
        const response = await send(url, { ...init, signal: AbortSignal.any([cut.signal, end.signal]) });
        init.signal.removeEventListener("abort", leave);
        const over = deferred();
        open.add(over.promise);
        return watched(response, {
          left: init.signal,
          ended: end.signal,
          cut: () => cut.abort(new Error("nobody wants the rest")),
          now: () => now() - began,
          onLeft(early) {
            free();
            if (early) left.resolve();
          },
          onEnd(reply, whole) {
            keep({ protocol, request, reply, whole, of });
            open.delete(over.promise);
            over.resolve();
          },
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
    async settled() {
      let timer: NodeJS.Timeout | undefined;
      // Of what nobody reads, no end is ever seen.
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 2 * patience);
      });
      await Promise.race([Promise.all(open), late]);
      clearTimeout(timer);
    },
    close,
  };
}

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

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

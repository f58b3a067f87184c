import { type Dispatcher, Pool } from "undici";
import type { Timeouts } from "../../contract/index.js";
import { acceptedEncodings, decompress } from "./decompress.js";
import { failureBeforeHeaders } from "./failure.js";
import { createIncomingBody, type IncomingBody } from "./incoming-body.js";
import { createLifetime, type Lifetime } from "./lifetime.js";
import { bounded, unfinished } from "./read-body.js";
import { defaultMaxResponseBytes, type Transport, type TransportOptions, type TransportRequest } from "./transport.js";

/**
 * The default transport: undici, with pools of connections of its own, one an origin. Undici's `Agent` would keep them, and
 * after a connection that was cut it opens a new one for each request: https://github.com/nodejs/undici/pull/5034
 *
 * It dispatches to the pool itself (https://undici.nodejs.org/#/docs/api/Dispatcher?id=dispatcherdispatchoptions-handler):
 * undici's `request` reads through a stream of Node's, which takes longer than all that a driver does with a delta.
 */
export function createUndiciTransport(options: TransportOptions): Transport {
  const { provider, timeouts = {}, maxResponseBytes = defaultMaxResponseBytes } = options;
  const pools = new Map<string, Pool>();
  /** Where the last request went: to parse a URL takes longer than most of what is done for a request. */
  let last: Target | undefined;
  const targetOf = (url: string): Target => {
    if (last?.url === url) return last;
    const { origin, pathname, search } = new URL(url);
    const pool = pools.get(origin) ?? createPool(origin, timeouts);
    pools.set(origin, pool);
    last = { url, pool, path: pathname + search };
    return last;
  };

  return {
    async send(request) {
      const exchange: Exchange = {};
      const lifetime = createLifetime(request.signal, timeouts, provider, undefined, (error) => {
        exchange.incoming?.giveUp(error);
        exchange.controller?.abort(error);
      });
      try {
        if (lifetime.ended) throw lifetime.ended;
        const flow = { pause: () => exchange.controller?.pause(), resume: () => exchange.controller?.resume() };
        // Raced: undici leaves a request that is still connecting alone.
        const { status, headers } = await lifetime.race(
          new Promise<Head>((resolve, reject) => {
            const accept = (head: Head) => {
              // What is compressed is measured when it is not any more.
              const limit = head.headers["content-encoding"] ? Number.POSITIVE_INFINITY : maxResponseBytes;
              exchange.incoming = createIncomingBody(lifetime, options, flow, limit);
              resolve(head);
            };
            dispatch(targetOf(request.url), request, lifetime, exchange, accept, reject);
          }),
        );
        lifetime.rest();
        lifetime.answered();
        const { body } = exchange.incoming as IncomingBody;
        const encoding = headers["content-encoding"];
        return {
          status,
          headers,
          body: encoding ? bounded(decompress(body, encoding, options), options) : body,
          close: () => {
            if (!lifetime.over) lifetime.end(unfinished(provider));
          },
        };
      } catch (thrown) {
        const error = lifetime.ended ?? failureBeforeHeaders(thrown, options);
        lifetime.end(error);
        throw error;
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

function createPool(origin: string, timeouts: Timeouts): Pool {
  return new Pool(origin, {
    connect: { timeout: timeouts.connect ?? 10_000 },
    // Ours are exact; undici's tick every half second.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface Target {
  readonly url: string;
  readonly pool: Pool;
  /** The path and the query. */
  readonly path: string;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is known of a request under way: once it is connected, and once it is answered. */
interface Exchange {
  controller?: Dispatcher.DispatchController;
  incoming?: IncomingBody;
}

function dispatch(
  { pool, path }: Target,
  { headers, body }: TransportRequest,
  lifetime: Lifetime,
  exchange: Exchange,
  accept: (head: Head) => void,
  reject: (thrown: unknown) => void,
): void {
  const bytes = Buffer.from(body);
  pool.dispatch(
    {
      path,
      method: "POST",
      headers: { "accept-encoding": acceptedEncodings, ...headers, "content-length": String(bytes.length) },
      body: bytes,
    },
    {
      onRequestStart(controller) {
        exchange.controller = controller;
        if (lifetime.ended) controller.abort(lifetime.ended);
        else lifetime.expect("headers");
      },
      onResponseStart(_, status, received) {
        // An informational reply comes before the reply.
        if (status >= 200) accept({ status, headers: joined(received) });
      },
      onResponseData(_, chunk) {
        exchange.incoming?.push(chunk);
      },
      onResponseEnd() {
        exchange.incoming?.end();
      },
      onResponseError(_, error) {
        exchange.incoming?.fail(error);
        reject(error);
      },
    },
  );
}

function joined(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    given[name] = typeof value === "string" ? value : (value?.join(", ") ?? "");
  }
  return given;
}

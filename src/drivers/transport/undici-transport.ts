import { Pool, request as undiciRequest } from "undici";
import type { Timeouts } from "../../contract/index.js";
import { acceptedEncodings, decompress } from "./decompress.js";
import { failureBeforeHeaders } from "./failure.js";
import { createLifetime, type Lifetime } from "./lifetime.js";
import { bounded, readBody, unfinished } from "./read-body.js";
import type { Transport, TransportOptions, TransportRequest } from "./transport.js";

/**
 * The default transport: undici's `request`, with pools of connections of its own, one an origin. Undici's `Agent` would
 * keep them, and after a connection that was cut it opens a new one for each request:
 * https://github.com/nodejs/undici/pull/5034
 */
export function createUndiciTransport(options: TransportOptions): Transport {
  const { provider, timeouts = {} } = options;
  const pools = new Map<string, Pool>();
  const poolFor = (url: string): Pool => {
    const { origin } = new URL(url);
    const pool = pools.get(origin) ?? createPool(origin, timeouts);
    pools.set(origin, pool);
    return pool;
  };

  return {
    async send(request) {
      const lifetime = createLifetime(request.signal, timeouts, provider);
      try {
        // Raced: undici leaves a request that is still connecting alone when its signal fires.
        const { statusCode, headers, body } = await lifetime.race(begin(poolFor, request, lifetime));
        lifetime.rest();
        lifetime.answered();
        const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const decoded = decompress(readBody(iterator, lifetime, options), joined(headers["content-encoding"]), options);
        return {
          status: statusCode,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(value) ?? ""])),
          body: bounded(decoded, options),
          close: () => lifetime.end(unfinished(provider)),
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

async function begin(
  poolFor: (url: string) => Pool,
  { url, headers, body, signal: _, ...rest }: TransportRequest,
  life: Lifetime,
) {
  if (life.ended) throw life.ended;
  const bytes = Buffer.from(body);
  return undiciRequest(url, {
    ...rest,
    dispatcher: poolFor(url),
    method: "POST",
    headers: { "accept-encoding": acceptedEncodings, ...headers, "content-length": String(bytes.length) },
    body: announced(bytes, () => life.expect("headers")),
    signal: life.signal,
  });
}

/**
 * The body as undici asks for it once it is connected; there is no other sign of that. Its types do not list iterables,
 * which its documentation does: https://undici.nodejs.org/#/?id=request-body
 */
function announced(bytes: Buffer, onConnected: () => void): Buffer {
  const body = (function* () {
    onConnected();
    yield bytes;
  })();
  return body as unknown as Buffer;
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

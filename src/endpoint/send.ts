import { Agent, type IncomingMessage, request as requestHTTP } from "node:http";
import { request as requestHTTPS, Agent as SecureAgent } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { constants, createGunzip, createInflate } from "node:zlib";
import type { FetchLike } from "../drivers/index.js";

/** How requests get to an endpoint, over connections that are kept. */
export interface Sender {
  readonly send: FetchLike;
  /** Ends its connections. */
  close(): void;
}

/**
 * A `fetch` over Node's own HTTP. The global one, and undici's, parse in WebAssembly: its first request alone takes 40 MB,
 * and as long as all the others together.
 */
export function createSender(): Sender {
  const agent = new Agent({ keepAlive: true });
  const secureAgent = new SecureAgent({ keepAlive: true });
  return {
    async send(url, { method, headers, body, signal }) {
      const isSecure = new URL(url).protocol === "https:";
      const options = {
        ...{ method, signal },
        headers: { "accept-encoding": "gzip, deflate", ...headers, "content-length": Buffer.byteLength(body) },
      };
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = isSecure
          ? requestHTTPS(url, { ...options, agent: secureAgent }, resolve)
          : requestHTTP(url, { ...options, agent }, resolve);
        request.on("error", (error) => reject(named(error)));
        request.end(body);
      });
      return { status: response.statusCode ?? 0, headers: headersOf(response), body: bodyOf(response) };
    },
    close() {
      agent.destroy();
      secureAgent.destroy();
    },
  };
}

/** An error with the name that a `fetch` gives it, where something answers that does not speak HTTP. */
function named(error: NodeJS.ErrnoException): Error {
  if (error.code?.startsWith("HPE_")) error.name = "HTTPParserError";
  return error;
}

function headersOf({ headers }: IncomingMessage) {
  return {
    forEach(visit: (value: string, name: string) => void) {
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) visit([value].flat().join(", "), name);
    },
  };
}

function bodyOf(response: IncomingMessage) {
  const stream = decoded(response);
  const reads = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return {
    getReader: () => ({
      async read() {
        const { done = false, value } = await reads.next();
        return { done, value };
      },
      async cancel() {
        response.destroy();
      },
    }),
  };
}

/** As far as it was asked for; the drivers of ours look for nothing else. */
function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.toLowerCase();
  // What was cut short is given as far as it goes.
  const options = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip(options)
      : encoding === "deflate"
        ? createInflate(options)
        : undefined;
  return decoder ? pipeline(response, decoder, () => {}) : response;
}

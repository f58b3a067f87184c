import { createFetchTransport, type FetchLike } from "./fetch-transport.js";
import type { Transport, TransportOptions } from "./transport.js";
import { createUndiciTransport } from "./undici-transport.js";

/** The transport of a driver: a caller's `fetch` where there is one, else a pool of its own. */
export function createTransport(options: TransportOptions & { readonly fetch?: FetchLike | undefined }): Transport {
  return options.fetch ? createFetchTransport(options.fetch, options) : createUndiciTransport(options);
}

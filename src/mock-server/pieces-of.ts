import type { IncomingRequest, MockServer } from "./mock-server.js";
import type { Sending } from "./wire-reply.js";

type Prepare = (request: IncomingRequest) => Promise<Sending>;

/**
 * The functions that have a reply in pieces, before it is made a `Response` of. By function and not by server: whoever puts
 * another `fetch` in the place of a server's own means that one.
 */
const prepared = new WeakMap<MockServer["fetch"], Prepare>();

/** Lets `serve` send what `fetch` would answer without a `Response`, which costs more than many a script. */
export function offerPieces(fetch: MockServer["fetch"], prepare: Prepare): void {
  prepared.set(fetch, prepare);
}

/** @returns undefined for a function that answers with a `Response` and nothing else */
export function piecesOf(fetch: MockServer["fetch"]): Prepare | undefined {
  return prepared.get(fetch);
}

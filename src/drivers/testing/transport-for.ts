import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { fetch as undiciFetch } from "undici";
import { onTestFinished } from "vitest";
import {
  createTransport,
  type FetchLike,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from "../transport/index.js";
import { key } from "./llm-for.js";

/** Every transport, by name: they are to behave alike. */
export const transports: [string, FetchLike | undefined][] = [
  ["undici request", undefined],
  ["global fetch", fetch],
  ["undici fetch", undiciFetch],
];

interface TransportUnderTest {
  readonly transport: Transport;
  post(url: string, given?: Partial<TransportRequest>): Promise<TransportResponse>;
  /** Fires `signal`, which every request is sent with. */
  abort(reason?: unknown): void;
  readonly signal: AbortSignal;
}

/** A transport until the test is over, with a caller that may abort. */
export function transportFor(
  fetchLike: FetchLike | undefined,
  options: Partial<TransportOptions> = {},
): TransportUnderTest {
  const transport = createTransport({ provider: "test", secrets: [key], ...options, fetch: fetchLike });
  onTestFinished(() => transport.close());
  const caller = new AbortController();
  const post = (url: string, given: Partial<TransportRequest> = {}) =>
    transport.send({
      url,
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: '{"a":"\u00e9"}',
      signal: caller.signal,
      ...given,
    });
  return { transport, post, abort: (reason?: unknown) => caller.abort(reason), signal: caller.signal };
}

/** A promise and the way to resolve it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A bare TCP server on loopback, until the test is over. */
export async function tcp(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const first = deferred();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
    first.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, "close");
  };
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, connected: first.promise, stop };
}

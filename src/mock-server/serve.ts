import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMError } from "../contract/index.js";
import type { IncomingRequest, MockServer } from "./mock-server.js";
import { piecesOf } from "./pieces-of.js";
import { type BegunReply, begin } from "./wire-reply.js";

/** A scripted provider on a port of its own. */
export interface ServedMock {
  /** What a client is configured with, for example `http://127.0.0.1:49152/v1`. */
  readonly baseURL: string;
  readonly port: number;
  /** How many exchanges are under way. */
  readonly open: number;
  /** Resolves once no client is connected. */
  disconnected(): Promise<void>;
  /** Ends every exchange and connection, and frees the port. Any number of times. */
  close(): Promise<void>;
  /** Takes no new connection, waits for the exchanges that are open, and closes. */
  finish(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where a scripted provider listens. */
export interface ServeOptions {
  /** Default 0: a free one. */
  readonly port?: number | undefined;
  /** The address of an interface. Default 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined;
}

/**
 * Serves a scripted provider over HTTP, on a free port of 127.0.0.1 where nothing else is said.
 * @throws LLMError `LLM_INVALID_CONFIG` for what is no mock server
 * @throws Error with Node's `code`, such as `EADDRINUSE`, where it cannot listen
 */
export async function serve(
  server: Pick<MockServer, "basePath" | "fetch">,
  { port: wanted = 0, host = "127.0.0.1" }: ServeOptions = {},
): Promise<ServedMock> {
  if (typeof server?.fetch !== "function") {
    throw new LLMError("LLM_INVALID_CONFIG", "serve takes a mock server, such as createOpenAIServer() makes", {
      provider: "mock-server",
    });
  }
  const open = new Set<Promise<unknown>>();
  const connections = new Set<Promise<unknown>>();
  const http = createServer((incoming, outgoing) => {
    const over = new Promise<void>((resolve) => outgoing.once("close", resolve)).finally(() => open.delete(over));
    open.add(over);
    answer(server, incoming, outgoing).catch(() => outgoing.destroy());
  });
  http.on("connection", (socket) => {
    const over = new Promise<void>((resolve) => socket.once("close", () => resolve())).finally(() =>
      connections.delete(over),
    );
    connections.add(over);
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(wanted, host, resolve);
  });
  const { port } = http.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const stopListening = () => {
    closing ??= new Promise<void>((resolve) => void http.close(() => resolve()));
    return closing;
  };
  const close = () => {
    const closed = stopListening();
    http.closeAllConnections();
    return closed;
  };
  const finish = async () => {
    void stopListening();
    while (open.size > 0) await Promise.all(open);
    await close();
  };
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    baseURL: `http://${authority}${server.basePath}`,
    port,
    get open() {
      return open.size;
    },
    async disconnected() {
      while (connections.size > 0) await Promise.all(connections);
    },
    close,
    finish,
    [Symbol.asyncDispose]: close,
  };
}

/** Rejects when the client has left, or the reply is one that breaks off: the connection is to be destroyed. */
async function answer(
  server: Pick<MockServer, "fetch">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort(new Error("the client left"));
  });
  const request = await toRequest(incoming, gone.signal);
  const reply = await begun(server, request);
  if (!reply) throw new Error("the script drops the connection here");

  const { status, headers, pieces } = reply;
  outgoing.writeHead(status, headers);
  // A client may have to see that it was accepted long before the first byte of a body.
  outgoing.flushHeaders();
  gone.signal.addEventListener("abort", () => pieces?.leave(), { once: true });
  for (;;) {
    const piece = await pieces?.next();
    if (piece === undefined) break;
    await write(outgoing, piece);
  }
  outgoing.end();
}

/** @returns undefined where the connection is to be dropped */
async function begun(server: Pick<MockServer, "fetch">, request: IncomingRequest): Promise<BegunReply | undefined> {
  const prepare = piecesOf(server.fetch);
  if (prepare) return begin(await prepare(request), request.signal);
  const response = await server.fetch(request);
  if (response.type === "error") return undefined;
  const reader = response.body?.getReader();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    pieces: reader
      ? { next: async () => (await reader.read()).value, leave: () => void reader.cancel().catch(() => {}) }
      : null,
  };
}

/** A `Request` in all but its class, which costs more to make than a scripted provider needs for its answer. */
async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<IncomingRequest> {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return {
    method,
    url: new URL(url, "http://127.0.0.1").href,
    headers: new Headers(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
      ),
    ),
    signal,
    text: async () => new TextDecoder().decode(body),
    arrayBuffer: async () => Uint8Array.from(body).buffer,
  };
}

/** Resolves when the bytes are with the kernel: every piece is a write of its own, and a slow reader slows the body down. */
function write(outgoing: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

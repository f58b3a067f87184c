import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMError } from "../contract/index.js";
import type { MockServer } from "./mock-server.js";

/** A scripted provider on a port of its own. */
export interface ServedMock {
  /** What a client is configured with, for example `http://127.0.0.1:49152/v1`. */
  readonly baseURL: string;
  readonly port: number;
  /** Ends every exchange and connection, and frees the port. Any number of times. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a scripted provider over HTTP on 127.0.0.1, on a free port.
 * @throws LLMError `LLM_INVALID_CONFIG` for what is no mock server
 */
export async function serve(server: Pick<MockServer, "basePath" | "fetch">): Promise<ServedMock> {
  if (typeof server?.fetch !== "function") {
    throw new LLMError("LLM_INVALID_CONFIG", "serve takes a mock server, such as createOpenAIServer() makes", {
      provider: "mock-server",
    });
  }
  const http = createServer((incoming, outgoing) => {
    answer(server, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
    return closing;
  };
  return { baseURL: `http://127.0.0.1:${port}${server.basePath}`, port, close, [Symbol.asyncDispose]: close };
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
  const response = await server.fetch(await toRequest(incoming, gone.signal));
  if (response.type === "error") throw new Error("the script drops the connection here");

  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A client may have to see that it was accepted long before the first byte of a body.
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  gone.signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}), { once: true });
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    await write(outgoing, next.value);
  }
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://127.0.0.1"), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
    ),
    ...(hasBody && { body: Buffer.concat(chunks) }),
    signal,
  });
}

/** Resolves when the bytes are with the kernel: every piece is a write of its own, and a slow reader slows the body down. */
function write(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

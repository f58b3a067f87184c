import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a test's server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Resolves when the client's end is gone, or the reply was complete. */
  readonly closed: Promise<{ readonly complete: boolean }>;
}

export interface TestServer {
  /** With `/v1`. */
  readonly baseURL: string;
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves with request number `count`, from 1. */
  request(count?: number): Promise<SeenRequest>;
  /** How many connections were opened so far. */
  readonly connections: number;
  /** Resolves once no connection is open. */
  idle(): Promise<void>;
}

export type Handler = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** Serves on loopback until the test is over. The handlers answer in order; the last one goes on answering. */
export async function serve(...handlers: readonly [Handler, ...Handler[]]): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let connections = 0;
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const until = async (met: () => boolean) => {
    while (!met()) await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    const closed = once(response, "close").then(() => ({ complete: response.writableFinished }));
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = incoming;
    const seen: SeenRequest = { method, path: url, headers, body: Buffer.concat(chunks).toString(), closed };
    const handler = handlers[Math.min(requests.length, handlers.length - 1)] as Handler;
    requests.push(seen);
    wake();
    await handler(response, seen);
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      wake();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    if (sockets.size > 0) await until(() => sockets.size === 0);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseURL: `${origin}/v1`,
    requests,
    async request(count = 1) {
      await until(() => requests.length >= count);
      return requests[count - 1] as SeenRequest;
    },
    get connections() {
      return connections;
    },
    idle: () => until(() => sockets.size === 0),
  };
}

/** Answers with JSON, or with text as it is. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Answers with a stream, as wire text. */
export function stream(wire: string, headers: Record<string, string> = {}): Handler {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    response.end(wire);
  };
}

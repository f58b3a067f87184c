import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { onTestFinished } from "vitest";
import { serve } from "../../mock-server/index.js";
import { createRecordProxy, type PassedExchange, type RecordProxyOptions } from "../record-proxy.js";

/** A request as a test's provider got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** Resolves when its connection is gone, or its reply complete. */
  readonly closed: Promise<unknown>;
}

export type Handler = (response: ServerResponse, request: ReceivedRequest) => void;

/** A folder for the time of a test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/touchstone-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A provider on loopback that does what it is told to, for the time of a test. */
export async function startProvider(handler: Handler): Promise<{ origin: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks), closed: once(response, "close") };
    requests.push(request);
    handler(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A recorder in front of a provider, on a port of its own for the time of a test. */
export async function startRecorder(options: Omit<RecordProxyOptions, "directory"> & { readonly directory?: string }) {
  const directory = options.directory ?? temporaryFolder();
  const passed: PassedExchange[] = [];
  const waiting: (() => void)[] = [];
  const proxy = createRecordProxy({
    ...options,
    directory,
    onExchange(exchange) {
      passed.push(exchange);
      for (const look of waiting.splice(0)) look();
    },
  });
  const served = await serve(proxy);
  onTestFinished(async () => {
    await served.close();
    await proxy.settled();
  });
  return {
    ...{ directory, passed, served, proxy, baseURL: served.baseURL },
    /** Resolves with exchange number `count`, from 1, once it is over. */
    async exchange(count: number): Promise<PassedExchange> {
      for (;;) {
        const found = passed[count - 1];
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    /** Everything that was written, names of files too. */
    artefacts(): string {
      const names = readdirSync(directory);
      return names.map((name) => `${name}\n${readFileSync(`${directory}/${name}`, "latin1")}`).join("\n");
    },
  };
}

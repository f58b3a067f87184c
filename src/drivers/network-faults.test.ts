import dns from "node:dns";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTLSServer } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LLM, LLMError } from "../contract/index.js";
import { selfSignedCertificate } from "./testing/certificate.js";
import { failure, hi, key } from "./testing/llm-for.js";
import { type Protocol, protocols } from "./testing/protocols.js";
import { serve } from "./testing/serve.js";
import { deferred, tcp, transports } from "./testing/transport-for.js";

const subjects = protocols.flatMap(([name, protocol]) =>
  transports.map(([transport, fetch]) => [`${name} over ${transport}`, protocol, fetch] as const),
);

/** What comes of a fault, by the contract's table. */
const unreachable = { code: "LLM_NETWORK_ERROR", status: 502, retryable: true };
const interrupted = { code: "LLM_STREAM_INTERRUPTED", status: 502, retryable: false };
const bad = { code: "LLM_BAD_RESPONSE", status: 502, retryable: false };

const headers = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const chunked = `${headers}transfer-encoding: chunked\r\n\r\n`;
const untilClosed = `${headers}connection: close\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const reset = (socket: Socket) => void socket.resetAndDestroy();
/** Says that nothing more comes, and goes on listening. */
const halfClose = (socket: Socket) => void socket.end();

/** What a server sends of a stream, and what it then does. */
const breaks: [name: string, sends: (protocol: Protocol) => string, does: (socket: Socket) => void][] = [
  ["reset after the headers", () => chunked, reset],
  [
    "reset in the middle of an event",
    ({ event }) => chunked + chunk(event("Hello") + event("never").slice(0, 40)),
    reset,
  ],
  ["half-closed after the headers", () => chunked, halfClose],
  ["half-closed in the middle of a chunk", ({ event }) => `${chunked}${chunk(event("Hello"))}5\r\nda`, halfClose],
  [
    "half-closed in the middle of an event",
    ({ event }) => untilClosed + event("Hello") + event("never").slice(0, 40),
    halfClose,
  ],
  ["half-closed between two events", ({ event }) => untilClosed + event("Hello"), halfClose],
];

/** The deltas of a stream and the error that ended it. */
async function readAll(llm: LLM, onDelta = () => {}): Promise<{ text: string; error: LLMError | undefined }> {
  const stream = await llm.stream(hi);
  let text = "";
  let error: LLMError | undefined;
  try {
    for await (const event of stream) {
      if (event.type !== "text") continue;
      text += event.text;
      onDelta();
    }
  } catch (thrown) {
    error = thrown as LLMError;
  }
  return { text, error };
}

/** Fails both ways of asking in the same way. */
async function expectBoth(llm: LLM, expected: object, told: string | RegExp): Promise<void> {
  for (const error of [await failure(llm.generate(hi)), await failure(llm.stream(hi))]) {
    expect(error).toMatchObject({ ...expected, provider: llm.provider });
    expect(error.message).toMatch(told);
  }
}

describe.each(subjects)("network faults: %s", (_, protocol, fetch) => {
  test("refused", async () => {
    const gone = await tcp(() => {});
    await gone.stop();
    await expectBoth(
      protocol.createLLM({ baseURL: `http://127.0.0.1:${gone.port}`, fetch }),
      unreachable,
      "ECONNREFUSED",
    );
  });

  test("a name that does not resolve", async () => {
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(((
      host: string,
      _options: object,
      done: (error: Error) => void,
    ) => {
      process.nextTick(done, Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }));
    }) as unknown as typeof dns.lookup);
    onTestFinished(() => lookup.mockRestore());
    await expectBoth(protocol.createLLM({ baseURL: "http://localhost:59999", fetch }), unreachable, "ENOTFOUND");
    expect(lookup).toHaveBeenCalled();
  });

  test.each([
    ["reset", reset],
    ["half-closed", halfClose],
  ])("%s before the headers", async (_how, strike) => {
    const server = await tcp((socket) => void socket.once("data", () => strike(socket)));
    await expectBoth(protocol.createLLM({ baseURL: `http://127.0.0.1:${server.port}`, fetch }), unreachable, "");
  });

  test.each(breaks)("%s", async (_how, sends, strike) => {
    const wire = sends(protocol);
    const said = wire.includes("Hello") ? "Hello" : "";
    const arrived = deferred();
    const server = await tcp((socket) => {
      socket.once("data", async () => {
        socket.write(wire);
        // What comes together with a reset is lost unread, in the kernel or in a client.
        if (said !== "") await arrived.promise;
        strike(socket);
      });
    });
    const llm = protocol.createLLM({ baseURL: `http://127.0.0.1:${server.port}`, fetch });
    const { text, error } = await readAll(llm, arrived.resolve);
    expect(text).toBe(said);
    expect(error).toMatchObject(interrupted);
  });

  test("a whole reply that is reset in its middle", async () => {
    const server = await tcp((socket) => {
      socket.once("data", () => {
        const half = protocol.whole("Hello").slice(0, 20);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${half}`, () => reset(socket));
      });
    });
    const llm = protocol.createLLM({ baseURL: `http://127.0.0.1:${server.port}`, fetch });
    expect(await failure(llm.generate(hi))).toMatchObject(interrupted);
  });

  test("a certificate that nobody vouches for", async () => {
    const seen: Buffer[] = [];
    const server = createTLSServer(
      selfSignedCertificate(),
      (socket) => void socket.on("data", (data) => seen.push(data)),
    );
    server.on("tlsClientError", () => {});
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(async () => {
      server.close();
      await once(server, "close");
    });
    const baseURL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expectBoth(protocol.createLLM({ baseURL, fetch }), unreachable, "self-signed certificate");
    expect(seen).toHaveLength(0);
  });

  test("TLS where none was asked for", async () => {
    const server = createTLSServer(selfSignedCertificate());
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const llm = protocol.createLLM({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch });
    for (const error of [await failure(llm.generate(hi)), await failure(llm.stream(hi))]) {
      // An alert that is no HTTP, or an end before any byte.
      expect([unreachable, bad]).toContainEqual({ code: error.code, status: error.status, retryable: error.retryable });
    }
  });

  test.each([301, 302, 303, 307, 308])("a redirect to another host, %i: the key does not follow", async (status) => {
    const elsewhere = await serve((response) => void response.end());
    const server = await serve((response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/elsewhere?key=${key}` });
      response.end();
    });
    const llm = protocol.createLLM({ baseURL: server.origin, fetch });
    await expectBoth(llm, bad, new RegExp(`answered ${status}, a redirect to ${elsewhere.origin}; set baseURL`));
    expect(elsewhere.connections).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test("a connection that is left early is not used again", async () => {
    const goesOn = deferred();
    const server = await serve(
      async (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(protocol.event("first"));
        await goesOn.promise;
        response.end(protocol.event("late") + protocol.end);
      },
      (response) => void response.end(protocol.whole("second")),
    );
    const llm = protocol.createLLM({ baseURL: server.origin, fetch });
    for await (const event of await llm.stream(hi)) if (event.type === "text") break;
    expect(await (await server.request()).closed).toEqual({ complete: false });
    goesOn.resolve();
    for (let i = 0; i < 10; i++) expect((await llm.generate(hi)).text).toBe("second");
    // What a pool opens in place of the lost one is used from then on; another's `fetch` has its own ways.
    if (!fetch) expect(server.connections).toBeLessThan(6);
  });

  test("a kept connection that the server has dropped is worth a retry", async () => {
    let requests = 0;
    const server = await tcp((socket) => {
      socket.on("data", () => {
        requests++;
        const body = protocol.whole("Hello");
        // Promises to keep the connection, and cuts it when it is used again.
        if (requests === 2) socket.resetAndDestroy();
        else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      });
    });
    const baseURL = `http://127.0.0.1:${server.port}`;
    const llm = protocol.createLLM({ baseURL, fetch, maxRetries: 1, retryDelay: 1 });
    expect((await llm.generate(hi)).text).toBe("Hello");
    expect((await llm.generate(hi)).text).toBe("Hello");
    expect(requests).toBe(3);
  });
});

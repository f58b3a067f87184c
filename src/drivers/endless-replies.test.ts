import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LLMError } from "../contract/index.js";
import { failure, hi } from "./testing/llm-for.js";
import { type Protocol, protocols } from "./testing/protocols.js";
import { type Handler, serve } from "./testing/serve.js";
import { tcp, transportFor, transports } from "./testing/transport-for.js";

const subjects = protocols.flatMap(([name, protocol]) =>
  transports.map(([transport, fetch]) => [`${name} over ${transport}`, protocol, fetch] as const),
);

const tooLong = { code: "LLM_BAD_RESPONSE", status: 502, retryable: false };
const limit = 256 * 1024;

/** Writes a beginning, and then the same again and again for as long as anybody reads. */
function endless(beginning: string, more: string, status = 200): Handler {
  const block = more.repeat(Math.ceil(16_384 / more.length));
  return async (response, { closed }) => {
    response.writeHead(status, { "content-type": "text/event-stream" });
    response.write(beginning);
    const gone = closed.then(() => true);
    for (let isGone = false; !isGone; ) {
      if (response.write(block)) isGone = response.destroyed;
      else
        isGone = await Promise.race([
          gone,
          new Promise<false>((resolve) => response.once("drain", () => resolve(false))),
        ]);
    }
  };
}

/** The deltas of a stream, and how it ended. */
async function readAll(llm: ReturnType<Protocol["createLLM"]>) {
  const stream = await llm.stream(hi);
  let length = 0;
  let error: LLMError | undefined;
  try {
    for await (const event of stream) if (event.type === "text") length += event.text.length;
  } catch (thrown) {
    error = thrown as LLMError;
  }
  return { length, error };
}

describe.each(subjects)("a reply without end: %s", (_, protocol, fetch) => {
  const at = async (handler: Handler) => {
    const server = await serve(handler);
    return { server, llm: protocol.createLLM({ baseURL: server.origin, fetch, maxResponseBytes: limit }) };
  };

  test.each([
    ["white space", "", " \n"],
    ["text", protocol.whole("Hello").slice(0, -20), "more "],
    ["lists", "", "["],
  ])("a whole one of %s is refused at maxResponseBytes", async (_what, beginning, more) => {
    const { server, llm } = await at(endless(beginning, more));
    const error = await failure(llm.generate(hi));
    expect(error).toMatchObject(tooLong);
    expect(error.message).toContain(`maxResponseBytes (${limit})`);
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test.each([
    ["deltas", "", protocol.event("Hello")],
    ["comments", "", ": alive\n\n"],
    ["one line", "data: ", "long "],
    ["one event of many lines", "", "data: 1\n"],
    ["lines that are no fields", "", "stray\n"],
    ["bytes that are no line", "", "x"],
  ])("a stream of %s is refused at maxResponseBytes", async (what, beginning, more) => {
    const { server, llm } = await at(endless(beginning, more));
    const { length, error } = await readAll(llm);
    expect(error).toMatchObject(tooLong);
    expect(error?.message).toContain(`maxResponseBytes (${limit})`);
    expect(length > 0).toBe(what === "deltas");
    expect(length).toBeLessThan(limit);
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("what never stops behind an answer takes nothing from it", async () => {
    const { server, llm } = await at(endless(protocol.event("Hello") + protocol.end, ": alive\n\n"));
    expect(await readAll(llm)).toEqual({ length: 5, error: undefined });
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("an error's body is read as far as it explains", async () => {
    const { server, llm } = await at(endless('{"error":{"message":"', "no ", 400));
    expect(await failure(llm.generate(hi))).toMatchObject({ code: "LLM_REQUEST_REJECTED", status: 400 });
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });
});

/** 32 MiB of white space: little on the wire. */
const space = Buffer.alloc(32 * 1024 * 1024, " ");
const bombs = [
  ["gzip", gzipSync(space)],
  ["br", brotliCompressSync(space, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const;

describe.each(subjects)("compressed replies: %s", (_, protocol, fetch) => {
  const answers = async (encoding: string, bytes: Uint8Array, status = 200) => {
    const server = await serve((response) => {
      response.writeHead(status, { "content-encoding": encoding });
      response.end(bytes);
    });
    return protocol.createLLM({ baseURL: server.origin, fetch, maxResponseBytes: limit });
  };

  test.each(bombs)("a bomb in %s is refused at maxResponseBytes, and an error's is let be", async (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(limit);
    const error = await failure((await answers(encoding, bytes)).generate(hi));
    expect(error).toMatchObject(tooLong);
    expect(error.message).toContain("maxResponseBytes");
    expect(
      await failure((await answers(encoding, bytes)).stream(hi).then((stream) => stream.response())),
    ).toMatchObject(tooLong);
    expect(await failure((await answers(encoding, bytes, 503)).generate(hi))).toMatchObject({
      ...{ code: "LLM_PROVIDER_ERROR", status: 503, retryable: true },
    });
  });

  const text = Buffer.from(protocol.whole("Hello".repeat(500)));
  const events = Buffer.from(protocol.event("Hello") + protocol.event("there") + protocol.end);
  const codings = [
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const;

  test.each(codings)("%s that breaks off is no answer", async (encoding, compress) => {
    for (const plain of [text, events]) {
      const bytes = compress(plain);
      const llm = await answers(encoding, bytes.subarray(0, Math.floor(bytes.length / 2)));
      for (const ask of [() => llm.generate(hi), async () => (await llm.stream(hi)).response()]) {
        const { code, status } = await failure(ask());
        // A fetch that undoes the encoding itself gives what there was, which may be nothing.
        expect(code).toMatch(
          fetch ? /^LLM_(?:STREAM_INTERRUPTED|BAD_RESPONSE|PROVIDER_ERROR)$/ : /^LLM_STREAM_INTERRUPTED$/,
        );
        expect(status).toBe(502);
      }
    }
  });

  test.each(codings)("%s with a byte changed never escapes as another error", async (encoding, compress) => {
    const bytes = compress(text);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
      const changed = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 0x55 : byte));
      const llm = await answers(encoding, changed);
      const { code, status } = await llm.generate(hi).then(
        () => ({ code: "LLM_BAD_RESPONSE", status: 502 }),
        (error: LLMError) => error,
      );
      expect(code).toMatch(/^LLM_(?:STREAM_INTERRUPTED|BAD_RESPONSE|PROVIDER_ERROR)$/);
      expect(status).toBe(502);
    }
  });
});

describe.each(transports)("a slow drip over %s", (_, fetch) => {
  test("is alive while each byte comes in time, however many there are, and then is not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const bytes = Buffer.from("data: a\n\ndata: [DO");
    let write = (_: Uint8Array) => {};
    const server = await serve((response) => {
      write = (byte) => void response.write(byte);
      response.flushHeaders();
    });
    const { post } = transportFor(fetch, { timeouts: { idle: 30 } });
    const { body } = await post(server.baseURL);
    for (const byte of bytes) {
      const next = body.next();
      await vi.advanceTimersByTimeAsync(29);
      write(Uint8Array.of(byte));
      expect([...((await next).value as Uint8Array)]).toEqual([byte]);
    }
    const last = failure(body.next());
    await vi.advanceTimersByTimeAsync(29);
    await vi.advanceTimersByTimeAsync(1);
    expect(await last).toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: false });
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("a drip of headers that never end is no reply in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await tcp((socket) => void socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nx-slow: a")));
    const { post } = transportFor(fetch, { timeouts: { headers: 30 } });
    const failed = failure(post(`http://127.0.0.1:${server.port}/v1`));
    await server.connected;
    await vi.advanceTimersByTimeAsync(30);
    expect(await failed).toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: true });
  });
});

import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Script } from "../contract/index.js";
import { createOpenAIServer } from "./openai/server.js";
import { type ServedMock, serve } from "./serve.js";

const chat = { model: "m", messages: [{ role: "user", content: "Hi" }] };
const open: ServedMock[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
});

async function start(script: Script) {
  const server = createOpenAIServer({ script });
  const served = await serve(server);
  open.push(served);
  const post = (over: object = {}, signal?: AbortSignal) =>
    fetch(`${served.baseURL}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ ...chat, ...over }),
      ...(signal && { signal }),
    });
  return { server, served, post };
}

/** Reads until the text is there; the rest stays unread. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the body ended without ${wanted}`);
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error("there is no body");
  return response.body.getReader();
}

/** Whether a promise is still open after everything that is due has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const nothing = Symbol();
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, nothing))])) === nothing;
}

it("tells when no client is connected any more", async () => {
  const { served } = await start(["one"]);
  await served.disconnected();
  const agent = new Agent({ keepAlive: true });
  const sent = httpRequest(`${served.baseURL}/chat/completions`, { method: "POST", agent });
  sent.end(JSON.stringify(chat));
  const [reply] = await once(sent, "response");
  reply.resume();
  await once(reply, "end");
  const gone = served.disconnected();
  expect(await isPending(gone)).toBe(true);
  agent.destroy();
  await gone;
});

it("serves on loopback, and keeps a connection for the next request", async () => {
  const { served, server } = await start(["one", "two"]);
  expect(served.baseURL).toBe(`http://127.0.0.1:${served.port}/v1`);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = [];
  for (const _ of [1, 2]) {
    const sent = httpRequest(`${served.baseURL}/chat/completions`, { method: "POST", agent });
    sent.end(JSON.stringify(chat));
    const [reply] = await once(sent, "response");
    ports.push(reply.socket.localPort);
    reply.resume();
    await once(reply, "end");
  }
  agent.destroy();
  expect(ports[0]).toBe(ports[1]);
  expect(server.requests).toHaveLength(2);
  expect(await isPending(Promise.race(server.requests.map(({ hungUp }) => hungUp)))).toBe(true);
});

describe("a client that leaves", () => {
  it("is seen in the middle of a stream", async () => {
    const { server, post } = await start([{ text: "Hello", stall: true }]);
    const controller = new AbortController();
    const response = await post({ stream: true }, controller.signal);
    await readUntil(readerOf(response), "Hello");
    const request = await server.arrived(1);
    expect(await isPending(request.hungUp)).toBe(true);
    controller.abort();
    await request.hungUp;
  });

  it("is seen while it has more to read than fits", async () => {
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => leave(),
      });
    const served = await serve({ basePath: "/v1", fetch: async () => new Response(endless()) });
    open.push(served);
    const reader = readerOf(await fetch(served.baseURL));
    await reader.read();
    await reader.cancel();
    await left;
  });

  it("is seen while it waits for an answer", async () => {
    const { served, server, post } = await start([{ stall: true }, { stall: true }, { stall: true }]);
    const embed = (signal: AbortSignal) =>
      fetch(`${served.baseURL}/embeddings`, { method: "POST", body: '{"model":"e","input":"a"}', signal });
    const calls: [kind: string, send: (signal: AbortSignal) => Promise<Response>][] = [
      ["generate", (signal) => post({}, signal)],
      ["stream", (signal) => post({ stream: true }, signal)],
      ["embed", embed],
    ];
    for (const [i, [kind, send]] of calls.entries()) {
      const controller = new AbortController();
      const answer = send(controller.signal);
      const request = await server.arrived(i + 1);
      expect(request.kind).toBe(kind);
      controller.abort();
      await expect(answer).rejects.toThrow(/abort/);
      await request.hungUp;
      expect(request).not.toHaveProperty("status");
    }
  });
});

describe("a connection that the script cuts", () => {
  it("brings the text first, in a stream", async () => {
    const { server, post } = await start([{ text: "Hello", cut: true }]);
    const reader = readerOf(await post({ stream: true }));
    expect(await readUntil(reader, "Hello")).not.toContain("[DONE]");
    await expect(reader.read()).rejects.toThrow("terminated");
    expect(await isPending((await server.arrived(1)).hungUp)).toBe(true);
  });

  it("breaks off in the middle of a body", async () => {
    const { served, post } = await start([
      { text: "Hello", cut: true },
      { error: { code: "LLM_STREAM_INTERRUPTED" } },
      { cut: true },
    ]);
    const embed = () => fetch(`${served.baseURL}/embeddings`, { method: "POST", body: '{"model":"e","input":"a"}' });
    for (const send of [post, post, embed]) {
      const response = await send();
      expect(response.status).toBe(200);
      await expect(response.json()).rejects.toThrow("terminated");
    }
  });

  it("is accepted first, in a stream without text", async () => {
    const { post } = await start([{ cut: true }, { error: { code: "LLM_STREAM_INTERRUPTED" } }]);
    for (const _ of [1, 2]) {
      const response = await post({ stream: true });
      expect(response.headers.get("content-type")).toMatch("text/event-stream");
      await expect(response.text()).rejects.toThrow("terminated");
    }
  });

  it("is dropped before any byte for a network error", async () => {
    const { server, post } = await start([{ error: { code: "LLM_NETWORK_ERROR" } }]);
    await expect(post()).rejects.toThrow("fetch failed");
    expect(server.requests[0]).not.toHaveProperty("status");
  });
});

describe("close", () => {
  it("ends everything at once, and frees the port", async () => {
    const { served, server, post } = await start([{ stall: true }, { text: "Hello", stall: true }]);
    const waiting = post();
    await server.arrived(1);
    const reader = readerOf(await post({ stream: true }));
    await readUntil(reader, "Hello");
    const idle = connect(served.port, "127.0.0.1");
    await once(idle, "connect");
    idle.resume();
    const idleClosed = once(idle, "close");

    await Promise.all([served.close(), served.close()]);
    await expect(waiting).rejects.toThrow("fetch failed");
    await expect(reader.read()).rejects.toThrow("terminated");
    await idleClosed;
    await expect(fetch(`${served.baseURL}/models`)).rejects.toThrow("fetch failed");
  });

  it("comes with await using", async () => {
    let baseURL: string;
    {
      await using served = await serve(createOpenAIServer());
      baseURL = served.baseURL;
      expect((await fetch(`${baseURL}/models`)).status).toBe(200);
    }
    await expect(fetch(`${baseURL}/models`)).rejects.toThrow("fetch failed");
  });
});

it("outlives a client that leaves in the middle of its request", async () => {
  const { served, server, post } = await start(["one"]);
  const socket = connect(served.port, "127.0.0.1");
  await once(socket, "connect");
  socket.end("POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{");
  socket.resume();
  await once(socket, "close");
  expect((await post()).status).toBe(200);
  expect(server.requests).toHaveLength(1);
});

describe("where it listens", () => {
  it("is the port that was asked for", async () => {
    const first = await serve(createOpenAIServer());
    await first.close();
    await using second = await serve(createOpenAIServer(), { port: first.port });
    expect(second.port).toBe(first.port);
  });

  it("is the address that was asked for", async () => {
    await using served = await serve(createOpenAIServer(), { host: "::1" });
    expect(served.baseURL).toBe(`http://[::1]:${served.port}/v1`);
    expect((await fetch(`${served.baseURL}/models`)).status).toBe(200);
  });

  it("is not a port that is in use", async () => {
    const { served } = await start([]);
    await expect(serve(createOpenAIServer(), { port: served.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

describe("finish", () => {
  it("waits for the exchanges that are open, and lets nobody in", async () => {
    let goOn = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from("one"));
        goOn = () => {
          controller.enqueue(Buffer.from("two"));
          controller.close();
        };
      },
    });
    const served = await serve({ basePath: "", fetch: async () => new Response(body) });
    open.push(served);
    const reader = readerOf(await fetch(served.baseURL));
    await readUntil(reader, "one");
    const finished = served.finish();
    expect(await isPending(finished)).toBe(true);
    await expect(fetch(served.baseURL)).rejects.toThrow("fetch failed");
    goOn();
    await readUntil(reader, "two");
    expect(await reader.read()).toMatchObject({ done: true });
    await finished;
  });

  it("is done at once where nothing is open, and connections that are kept do not count", async () => {
    const { served } = await start([]);
    await (await fetch(`${served.baseURL}/models`)).text();
    await served.finish();
    await served.close();
  });
});

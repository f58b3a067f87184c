import { getEventListeners } from "node:events";
import { brotliCompressSync, createBrotliCompress, createGzip, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { failure, key } from "../testing/llm-for.js";
import { json, serve, stream } from "../testing/serve.js";
import { bytesOf } from "../testing/splits.js";
import { deferred, transportFor, transports } from "../testing/transport-for.js";
import { createTransport, letGo, readText } from "./index.js";

describe.each(transports)("the transport over %s", (_kind, fetchLike) => {
  test("posts the body with its headers, and gives status, headers and body", async () => {
    const server = await serve(json({ ok: true }, 201, { "X-Request-Id": "r1" }));
    const { post, signal } = transportFor(fetchLike);
    const response = await post(`${server.baseURL}/chat`);
    expect(response).toMatchObject({ status: 201, headers: { "x-request-id": "r1" } });
    expect(await readText(response)).toBe('{"ok":true}');
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/v1/chat", body: '{"a":"\u00e9"}' });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      "content-length": String(bytesOf('{"a":"\u00e9"}').length),
    });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test.each([
    ["gzip", gzipSync("long text ".repeat(1000))],
    ["br", brotliCompressSync("long text ".repeat(1000))],
  ])("decompresses %s", async (encoding, bytes) => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-encoding": encoding });
      response.end(bytes);
    });
    const { post } = transportFor(fetchLike);
    expect(await readText(await post(server.baseURL))).toBe("long text ".repeat(1000));
    expect(server.requests[0]?.headers["accept-encoding"]).toContain("gzip");
  });

  test.each([
    ["gzip", createGzip],
    ["br", createBrotliCompress],
  ])("passes on what a %s stream has flushed", async (encoding, create) => {
    const received = deferred();
    const server = await serve(async (response) => {
      response.writeHead(200, { "content-encoding": encoding });
      const encoder = create();
      encoder.pipe(response);
      encoder.write("data: first\n\n");
      encoder.flush();
      await received.promise;
      encoder.end("data: second\n\n");
    });
    const { post } = transportFor(fetchLike);
    const { body } = await post(server.baseURL);
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      if (text === "data: first\n\n") received.resolve();
    }
    expect(text).toBe("data: first\n\ndata: second\n\n");
  });

  test("keeps the connection for the next request, also when the end of the body was not read", async () => {
    const server = await serve(stream("data: a\n\n"));
    const { post } = transportFor(fetchLike);
    for (let i = 0; i < 4; i++) {
      await readText(await post(server.baseURL));
      const response = await post(server.baseURL);
      await response.body.next();
      letGo(response);
      expect((await response.body.next()).done).toBe(true);
    }
    // A pool opens a second one while the first is just being given back, and no third.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test("lets go of a body that goes on by cutting it", async () => {
    const server = await serve((response) => void response.write("data: [DONE]\n\n"));
    const { post, signal } = transportFor(fetchLike);
    const response = await post(server.baseURL);
    await response.body.next();
    letGo(response);
    expect(await (await server.request()).closed).toEqual({ complete: false });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("close cuts a reply, any number of times, before it is read too", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { post } = transportFor(fetchLike);
    const response = await post(server.baseURL);
    response.close();
    response.close();
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("leaving the body early cuts the reply", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { post } = transportFor(fetchLike);
    for await (const _ of (await post(server.baseURL)).body) break;
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("closing the transport cuts what is open", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { transport, post } = transportFor(fetchLike);
    await (await post(server.baseURL)).body.next();
    await transport.close();
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("a reader that is slow slows the server", async () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    let written = 0;
    const server = await serve(async (response, { closed }) => {
      while (!response.destroyed && written < 256 * 1024 * 1024) {
        written += chunk.length;
        if (response.write(chunk)) continue;
        await Promise.race([new Promise<void>((resolve) => response.once("drain", resolve)), closed]);
      }
    }, json({}));
    const { post } = transportFor(fetchLike, { maxResponseBytes: 2 ** 40 });
    const slow = await post(server.baseURL);
    await slow.body.next();
    for (let i = 0; i < 30; i++) await readText(await post(server.baseURL));
    const before = written;
    for (let i = 0; i < 30; i++) await readText(await post(server.baseURL));
    expect(written).toBe(before);
    expect(written).toBeLessThan(64 * 1024 * 1024);
    slow.close();
  });

  test.each([
    ["as it is", {}, Buffer.alloc(3000, "x")],
    ["once it is decompressed", { "content-encoding": "gzip" }, gzipSync(Buffer.alloc(3000, "x"))],
  ])("refuses a body that is too long %s", async (_, headers, bytes) => {
    const server = await serve((response) => {
      response.writeHead(200, headers);
      response.end(bytes);
    });
    const { post } = transportFor(fetchLike, { maxResponseBytes: 1000 });
    const error = await failure(post(server.baseURL).then((response) => readText(response)));
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE", status: 502, retryable: false });
    expect(error.message).toContain("maxResponseBytes (1000)");
  });

  test("follows no redirect", async () => {
    const elsewhere = await serve(json({}));
    const server = await serve((response) => {
      response.writeHead(307, { location: `${elsewhere.baseURL}/x` });
      response.end();
    });
    const { post } = transportFor(fetchLike);
    const response = await post(server.baseURL);
    response.close();
    expect(response.status).toBe(307);
    expect(response.headers.location).toBe(`${elsewhere.baseURL}/x`);
    expect(elsewhere.requests).toHaveLength(0);
  });

  test("a server may close each connection", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { connection: "close" });
      response.end("ok");
    });
    const { post } = transportFor(fetchLike);
    for (let i = 0; i < 3; i++) expect(await readText(await post(server.baseURL))).toBe("ok");
  });
});

test("undici's transport refuses an encoding that was not asked for", async () => {
  const server = await serve((response) => {
    response.writeHead(200, { "content-encoding": "zstd" });
    response.end("x");
  });
  const transport = createTransport({ provider: "test" });
  onTestFinished(() => transport.close());
  const response = await transport.send({
    url: server.baseURL,
    headers: {},
    body: "{}",
    signal: new AbortController().signal,
  });
  expect(response.status).toBe(200);
  await expect(readText(response)).rejects.toMatchObject({ code: "LLM_BAD_RESPONSE" });
});

import { describe, expect, test } from "vitest";
import { failure } from "../testing/llm-for.js";
import { json, serve } from "../testing/serve.js";
import { tcp, transportFor, transports } from "../testing/transport-for.js";
import { readText } from "./index.js";

describe.each(transports)("failures over %s", (_kind, fetchLike) => {
  test("refused", async () => {
    const gone = await tcp(() => {});
    await gone.stop();
    const { post } = transportFor(fetchLike);
    const error = await failure(post(`http://127.0.0.1:${gone.port}/v1`));
    expect(error).toMatchObject({ code: "LLM_NETWORK_ERROR", status: 502, retryable: true, provider: "test" });
    expect(error.message).toContain("ECONNREFUSED");
  });

  test("reset before the headers", async () => {
    const server = await tcp((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    const { post } = transportFor(fetchLike);
    const error = await failure(post(`http://127.0.0.1:${server.port}/v1`));
    expect(error).toMatchObject({ code: "LLM_NETWORK_ERROR", retryable: true });
    expect(error.message).toContain("ECONNRESET");
  });

  test("closed before the headers", async () => {
    const server = await tcp((socket) => void socket.once("data", () => socket.end()));
    const { post } = transportFor(fetchLike);
    expect((await failure(post(`http://127.0.0.1:${server.port}/v1`))).code).toBe("LLM_NETWORK_ERROR");
  });

  test("TLS", async () => {
    const server = await serve(json({}));
    const { post } = transportFor(fetchLike);
    const error = await failure(post(server.baseURL.replace("http:", "https:")));
    expect(error.code).toBe("LLM_NETWORK_ERROR");
  });

  test("not HTTP", async () => {
    const server = await tcp((socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9\r\n")));
    const { post } = transportFor(fetchLike);
    const error = await failure(post(`http://127.0.0.1:${server.port}/v1`));
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE", status: 502 });
  });

  test.each([
    ["in the middle of a chunked body", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"],
    ["before its announced length", "Content-Length: 100\r\n\r\nhello"],
  ])("cut %s", async (_, rest) => {
    const server = await tcp((socket) => void socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)));
    const { post } = transportFor(fetchLike);
    const response = await post(`http://127.0.0.1:${server.port}/v1`);
    expect(Buffer.from((await response.body.next()).value as Uint8Array).toString()).toBe("hello");
    const error = await failure(response.body.next());
    expect(error).toMatchObject({ code: "LLM_STREAM_INTERRUPTED", status: 502, retryable: false });
    expect((await response.body.next()).done).toBe(true);
  });

  test("not compressed as it says", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end("this is no gzip");
    });
    const { post } = transportFor(fetchLike);
    const error = await failure(post(server.baseURL).then((response) => readText(response)));
    expect(error.code).toMatch(/^LLM_(BAD_RESPONSE|STREAM_INTERRUPTED)$/);
  });
});

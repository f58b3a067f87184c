import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { failure } from "../testing/llm-for.js";
import { serve, stream } from "../testing/serve.js";
import { tcp, transportFor, transports } from "../testing/transport-for.js";
import { createTransport, readText } from "./index.js";

describe.each(transports)("timeouts over %s", (_kind, fetchLike) => {
  test("headers", async () => {
    const server = await serve(stream("data: a\n\n"), () => {});
    // Connected beforehand: a fetch may take longer than the limit to connect for the first time, and then sends nothing.
    await readText(await transportFor(fetchLike).post(server.baseURL));
    const { post } = transportFor(fetchLike, { timeouts: { headers: 30 } });
    const error = await failure(post(server.baseURL));
    expect(error).toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: true });
    expect(error.message).toContain("timeouts.headers");
    expect(await (await server.request(2)).closed).toEqual({ complete: false });
  });

  test("idle, in the middle of the body", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { post } = transportFor(fetchLike, { timeouts: { idle: 30 } });
    const response = await post(server.baseURL);
    expect(Buffer.from((await response.body.next()).value as Uint8Array).toString()).toBe("data: a\n\n");
    const error = await failure(response.body.next());
    expect(error).toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: false });
    expect(error.message).toContain("timeouts.idle");
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("not idle while comments come", async () => {
    const server = await serve(async (response) => {
      for (let i = 0; i < 10; i++) {
        response.write(": alive\n\n");
        await wait(20);
      }
      response.end("data: a\n\n");
    });
    const { post } = transportFor(fetchLike, { timeouts: { idle: 120 } });
    expect(await readText(await post(server.baseURL))).toBe(`${": alive\n\n".repeat(10)}data: a\n\n`);
  });

  test("not idle while the reader takes its time", async () => {
    const server = await serve(stream("data: a\n\n"));
    const { post } = transportFor(fetchLike, { timeouts: { idle: 30 } });
    const response = await post(server.baseURL);
    await response.body.next();
    await wait(60);
    expect((await response.body.next()).done).toBe(true);
  });

  test("total, whatever comes", async () => {
    const server = await serve(async (response, { closed }) => {
      const ticking = setInterval(() => response.write(": alive\n\n"), 5);
      await closed;
      clearInterval(ticking);
    });
    const { post } = transportFor(fetchLike, { timeouts: { total: 300 } });
    const response = await post(server.baseURL);
    const error = await failure(readText(response));
    expect(error).toMatchObject({ code: "LLM_TIMEOUT", retryable: false });
    expect(error.message).toContain("timeouts.total");
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });
});

test("undici's pool gives up a connection that is not made in time", async () => {
  const silent = await tcp(() => {});
  const transport = createTransport({ provider: "test", timeouts: { connect: 20 } });
  onTestFinished(() => transport.close());
  const url = `https://127.0.0.1:${silent.port}/v1`;
  const sending = transport.send({ url, headers: {}, body: "{}", signal: new AbortController().signal });
  await expect(sending).rejects.toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: true });
});

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { failure } from "../testing/llm-for.js";
import { serve, stream } from "../testing/serve.js";
import { transportFor, transports } from "../testing/transport-for.js";
import { readText } from "./index.js";

/** Timers that the test moves on, until it is over. */
function clock() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) };
}

describe.each(transports)("timeouts over %s", (_kind, fetchLike) => {
  test("headers", async () => {
    const { advance } = clock();
    const server = await serve(() => {});
    const { post } = transportFor(fetchLike, { timeouts: { headers: 30 } });
    const failed = failure(post(server.baseURL));
    const request = await server.request();
    await advance(30);
    const error = await failed;
    expect(error).toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: true });
    expect(error.message).toContain("timeouts.headers");
    expect(await request.closed).toEqual({ complete: false });
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
    const { advance } = clock();
    let write = (_: string) => {};
    const server = await serve((response) => {
      write = (text) => void response.write(text);
      response.flushHeaders();
    });
    const { post } = transportFor(fetchLike, { timeouts: { idle: 30 } });
    const { body, close } = await post(server.baseURL);
    for (let i = 0; i < 10; i++) {
      const next = body.next();
      await advance(20);
      write(": alive\n\n");
      expect(Buffer.from((await next).value as Uint8Array).toString()).toBe(": alive\n\n");
    }
    close();
  });

  test("not idle while the reader takes its time", async () => {
    const { advance } = clock();
    const server = await serve(stream("data: a\n\n"));
    const { post } = transportFor(fetchLike, { timeouts: { idle: 30 } });
    const { body } = await post(server.baseURL);
    await body.next();
    await advance(60_000);
    expect((await body.next()).done).toBe(true);
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

import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { failure } from "../testing/llm-for.js";
import { json, serve } from "../testing/serve.js";
import { deferred, tcp, transportFor, transports } from "../testing/transport-for.js";
import { readText } from "./index.js";

describe.each(transports)("aborts over %s", (_kind, fetchLike) => {
  test("before: nothing is sent", async () => {
    const server = await serve(json({}));
    const { post, abort } = transportFor(fetchLike);
    const reason = new Error("mine");
    abort(reason);
    const error = await failure(post(server.baseURL));
    expect(error.code).toBe("LLM_CANCELLED");
    expect(error.cause).toBe(reason);
    expect(server.connections).toBe(0);
  });

  test("while it connects", async () => {
    const silent = await tcp(() => {});
    const { post, abort } = transportFor(fetchLike);
    const sending = failure(post(`https://127.0.0.1:${silent.port}/v1`));
    await silent.connected;
    abort();
    expect((await sending).code).toBe("LLM_CANCELLED");
  });

  test("while it waits for the headers", async () => {
    const server = await serve(() => {});
    const { post, abort, signal } = transportFor(fetchLike);
    const sending = failure(post(server.baseURL));
    const request = await server.request();
    abort();
    expect((await sending).code).toBe("LLM_CANCELLED");
    expect(await request.closed).toEqual({ complete: false });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("while the body comes", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { post, abort, signal } = transportFor(fetchLike);
    const response = await post(server.baseURL);
    await response.body.next();
    const reading = failure(response.body.next());
    abort();
    expect((await reading).code).toBe("LLM_CANCELLED");
    expect(await (await server.request()).closed).toEqual({ complete: false });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("while nobody reads", async () => {
    const server = await serve((response) => void response.write("data: a\n\n"));
    const { post, abort } = transportFor(fetchLike);
    const response = await post(server.baseURL);
    abort();
    expect(await (await server.request()).closed).toEqual({ complete: false });
    expect((await failure(readText(response))).code).toBe("LLM_CANCELLED");
  });
});

test("a fetch that ignores its signal and answers late has its body cancelled", async () => {
  const cancelled = deferred();
  let answer = (_: Response) => {};
  const { post, abort } = transportFor(() => new Promise<Response>((resolve) => (answer = resolve)));
  const failed = failure(post("http://127.0.0.1:9/v1"));
  abort();
  expect((await failed).code).toBe("LLM_CANCELLED");
  answer(new Response(new ReadableStream({ cancel: cancelled.resolve })));
  await cancelled.promise;
});

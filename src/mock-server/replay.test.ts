import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createReplayServer, type ReplayedRequest, type ReplayOptions } from "./replay.js";
import { serve } from "./serve.js";

afterEach(() => vi.useRealTimers());

const chat = { model: "m", stream: true, messages: [{ role: "user", content: "Hi" }] };

interface Part {
  readonly protocol?: string;
  readonly path?: string;
  readonly method?: string;
  readonly json?: object;
  readonly reply?: object;
}

/** A replay of these exchanges, for the time of a test. */
function replay(parts: readonly Part[], options: ReplayOptions = {}) {
  const folder = mkdtempSync(`${tmpdir()}/touchstone-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [
    i,
    { protocol = "openai", path = "/v1/chat/completions", method = "POST", json, reply },
  ] of parts.entries()) {
    const content = {
      ...{ schemaVersion: 1, protocol, basePath: protocol === "openai" ? "/v1" : "/v1beta" },
      startedAt: "2026-01-01T00:00:00.000Z",
      request: { kind: "stream", method, path, headers: {}, ...(json && { json }) },
      reply: { status: 200, headers: { "x-a": "b" }, at: 0, reads: [], ending: "complete", ...reply },
    };
    writeFileSync(`${folder}/000${i + 1}-stream.json`, JSON.stringify(content));
  }
  const requests: ReplayedRequest[] = [];
  const server = createReplayServer(folder, { onRequest: (request) => requests.push(request), ...options });
  const ask = (body?: object, path = "/v1/chat/completions", init: RequestInit = {}) =>
    server.fetch(
      new Request(`http://localhost${path}`, { ...(body && { method: "POST", body: JSON.stringify(body) }), ...init }),
    );
  return { server, ask, requests };
}

const reads = (...texts: readonly [at: number, text: string][]) => texts.map(([at, text]) => ({ at, text }));

it("answers with what was recorded, read by read, whatever the key", async () => {
  const { server, ask, requests } = replay([
    { json: chat, reply: { status: 203, reads: reads([0, "one"], [9, "two"]) } },
  ]);
  expect(server).toMatchObject({ protocol: "openai", basePath: "/v1" });
  const answer = await ask(chat, "/v1/chat/completions?key=zq5tnl0sentinel7wvx", {
    headers: { authorization: "Bearer zq5tnl0sentinel7wvx" },
  });
  expect([answer.status, answer.headers.get("x-a")]).toEqual([203, "b"]);
  const got: string[] = [];
  for await (const read of answer.body ?? []) got.push(Buffer.from(read).toString());
  expect(got).toEqual(["one", "two"]);
  expect(requests).toEqual([{ method: "POST", path: "/v1/chat/completions", status: 203, file: "0001-stream.json" }]);
});

it("answers a request without a body, and one whose reply has none", async () => {
  const { ask } = replay([
    { method: "GET", path: "/v1/models", reply: { reads: reads([0, "{}"]) } },
    { method: "GET", path: "/v1/none", reply: { status: 204 } },
  ]);
  expect(await (await ask(undefined, "/v1/models")).text()).toBe("{}");
  expect(await ask(undefined, "/v1/none")).toMatchObject({ status: 204, body: null });
});

it("breaks where the provider broke off, and is silent where the client left", async () => {
  const { server } = replay([
    { json: { a: 1 }, reply: { reads: reads([0, "one"]), ending: "cut" } },
    { json: { a: 2 }, reply: { reads: reads([0, "one"]), ending: "left" } },
  ]);
  await using served = await serve(server);
  const leave = new AbortController();
  const ask = (a: number) =>
    fetch(`${served.baseURL}/chat/completions`, { method: "POST", body: `{"a":${a}}`, signal: leave.signal });
  await expect((await ask(1)).text()).rejects.toThrow("terminated");
  const reader = (await ask(2)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("one");
  const next = reader?.read();
  leave.abort();
  await expect(next).rejects.toThrow(/abort/);
});

describe("a request that was not recorded", () => {
  it("is a 400 in OpenAI's form that says what is nearest", async () => {
    const { ask, requests } = replay([{ json: chat }]);
    const answer = await ask({ ...chat, model: "other" });
    expect(answer.status).toBe(400);
    const message =
      'No recorded request is this POST /v1/chat/completions. The nearest is 0001-stream.json, which differs at /model: recorded "m", asked "other".';
    expect(await answer.json()).toEqual({ error: { message, type: "invalid_request_error", param: null, code: null } });
    expect(requests).toEqual([{ method: "POST", path: "/v1/chat/completions", status: 400, note: message }]);
  });

  it("is a 400 in Google's form, and tells no key", async () => {
    const path = "/v1beta/models/m:generateContent";
    const { ask, requests } = replay([{ protocol: "google", path, json: { a: 1 } }]);
    const answer = await ask({ a: "zq5tnl0sentinel7wvx" }, path, {
      headers: { "x-goog-api-key": "zq5tnl0sentinel7wvx" },
    });
    const said = await answer.json();
    expect(said).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
    expect(JSON.stringify([said, requests])).toContain("[redacted]");
    expect(JSON.stringify([said, requests])).not.toContain("sentinel");
  });

  it("is one that was asked too often, unless it repeats", async () => {
    const statuses = async (options: ReplayOptions) => {
      const { ask } = replay([{ json: chat }], options);
      return [(await ask(chat)).status, (await ask(chat)).status];
    };
    expect(await statuses({})).toEqual([200, 400]);
    expect(await statuses({ repeat: true })).toEqual([200, 200]);
  });
});

describe("with timing", () => {
  const reply = { at: 1000, reads: reads([2000, "one"], [2000, "two"], [60_000, "three"]) };

  it("the headers and every read come when they came", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { ask } = replay([{ json: chat, reply }], { timing: true });
    const began = performance.now();
    const seen: [text: string, at: number][] = [];
    const all = (async () => {
      const answer = await ask(chat);
      seen.push(["headers", performance.now() - began]);
      for await (const read of answer.body ?? []) seen.push([Buffer.from(read).toString(), performance.now() - began]);
    })();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(60_000);
    await all;
    expect(seen).toEqual([
      ["headers", 1000],
      ["one", 2000],
      ["two", 2000],
      ["three", 60_000],
    ]);
  });

  it("a client that leaves is not waited for", async () => {
    const { ask } = replay([{ json: chat, reply: { at: 0, reads: reads([0, "one"], [10_000_000, "two"]) } }], {
      timing: true,
    });
    const reader = (await ask(chat)).body?.getReader();
    await reader?.read();
    const next = reader?.read();
    await reader?.cancel();
    expect(await next).toMatchObject({ done: true });
  });
});

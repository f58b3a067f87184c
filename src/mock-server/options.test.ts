import { afterEach, describe, expect, it, vi } from "vitest";
import { isLLMError } from "../contract/index.js";
import { createGoogleServer, createOpenAIServer, type RecordedRequest } from "./index.js";

afterEach(() => vi.useRealTimers());

const chat = (over: object = {}) =>
  new Request("http://localhost/v1/chat/completions", {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello there" }], ...over }),
  });

describe("deltaDelayMs", () => {
  it("comes between two pieces of a stream, and before none of a whole reply", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const server = createOpenAIServer({ deltaDelayMs: 1000 });
    const began = performance.now();
    await (await server.fetch(chat())).text();
    expect(performance.now() - began).toBe(0);

    const times: number[] = [];
    const all = (async () => {
      const answer = await server.fetch(chat({ stream: true }));
      for await (const _ of answer.body ?? []) times.push(performance.now() - began);
    })();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(60_000);
    await all;
    expect(times.length).toBeGreaterThan(3);
    expect(times.slice(1).map((time, i) => time - (times[i] ?? 0))).toEqual(Array(times.length - 1).fill(1000));
  });

  it("ends with a client that leaves, and leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const server = createOpenAIServer({ deltaDelayMs: 1000 });
    const reader = (await server.fetch(chat({ stream: true }))).body?.getReader();
    await reader?.read();
    const next = reader?.read();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await reader?.cancel();
    expect(await next).toMatchObject({ done: true });
    expect(vi.getTimerCount()).toBe(0);
    await server.requests[0]?.hungUp;
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "5"])("is not %s", (deltaDelayMs) => {
    for (const create of [createOpenAIServer, createGoogleServer])
      expect(() => create({ deltaDelayMs: deltaDelayMs as number })).toThrow(
        /deltaDelayMs must be a number of milliseconds/,
      );
  });
});

describe("repeat", () => {
  const answers = async (repeat: boolean) => {
    const server = createOpenAIServer({ script: ["one", "two"], repeat });
    const all: unknown[] = [];
    for (const _ of [1, 2, 3]) {
      const answer = await server.fetch(chat());
      const body = (await answer.json()) as { choices?: [{ message: { content: string } }]; error?: { code: string } };
      all.push(body.choices?.[0].message.content ?? [answer.status, body.error?.code]);
    }
    return all;
  };

  it("begins the script again", async () => {
    expect(await answers(true)).toEqual(["one", "two", "one"]);
  });

  it("is not what happens without it", async () => {
    expect(await answers(false)).toEqual(["one", "two", [400, "memory_exhausted"]]);
  });

  it("brings a scripted error to an embedding again", async () => {
    const server = createOpenAIServer({ script: [{ error: { code: "LLM_PROVIDER_ERROR" } }], repeat: true });
    const embed = () =>
      new Request("http://localhost/v1/embeddings", { method: "POST", body: '{"model":"e","input":"a"}' });
    expect([(await server.fetch(embed())).status, (await server.fetch(embed())).status]).toEqual([502, 502]);
  });
});

it("onRequest is given each request, which then is not kept", async () => {
  const seen: RecordedRequest[] = [];
  const server = createOpenAIServer({ onRequest: (request) => seen.push(request) });
  await server.fetch(chat());
  await server.fetch(chat({ model: 1 }));
  expect(seen.map(({ kind, status }) => [kind, status])).toEqual([
    ["generate", 200],
    ["generate", 400],
  ]);
  expect(server.requests).toEqual([]);
});

it("a quirk that there is not is refused with those that are near", () => {
  try {
    createOpenAIServer({ quirks: ["TC-1"] });
    throw new Error("it was taken");
  } catch (error) {
    expect(isLLMError(error) && error.code).toBe("LLM_INVALID_CONFIG");
    expect(String(error)).toContain('there is no quirk "TC-1" of the openai wire; near it "TC-01"');
  }
});

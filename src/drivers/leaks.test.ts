import { getEventListeners } from "node:events";
import { Agent, fetch as undiciFetch } from "undici";
import { describe, expect, test } from "vitest";
import type { LLM, LLMError } from "../contract/index.js";
import { type Protocol, protocols } from "./testing/protocols.js";
import { type Handler, serve } from "./testing/serve.js";
import type { FetchLike } from "./transport/index.js";

// LEAK_ROUNDS is the number of rounds; a thousand of them take seconds.
const rounds = Number(process.env.LEAK_ROUNDS ?? 90);

/** Answers as the user's message tells it to. */
function obedient(protocol: Protocol): Handler {
  return (response, { body }) => {
    const begin = () => response.writeHead(200, { "content-type": "text/event-stream" });
    const [mode] = /whole|stream|open|silent|refuse|reset/.exec(body) ?? [];
    switch (mode) {
      case "whole":
        return void response.end(protocol.whole("Hello"));
      case "stream":
        return void begin().end(protocol.event("Hello").repeat(5) + protocol.end);
      case "open":
        return void begin().write(protocol.event("Hello"));
      case "reset":
        return void response.write(protocol.event("Hello"), () => response.destroy());
      case "refuse":
        return void response.writeHead(503).end('{"error":{"message":"no"}}');
      default:
        return undefined;
    }
  };
}

const asking = (mode: string) => ({ messages: [{ role: "user" as const, content: mode }] });

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: LLMError) => error.code,
  );
}

/** Takes the first delta of a stream that stays open. */
async function begun(llm: LLM, signal: AbortSignal) {
  const stream = await llm.stream(asking("open"), { signal });
  const events = stream[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ type: "text" });
  return { stream, events };
}

/** Every way in which a call may go. @param signal shared by all of them, and never fired */
const ways: ((llm: LLM, hasty: LLM, signal: AbortSignal) => Promise<void>)[] = [
  async (llm, _, signal) => expect((await llm.generate(asking("whole"), { signal })).text).toBe("Hello"),
  async (llm, _, signal) => {
    const stream = await llm.stream(asking("stream"), { signal });
    for await (const _event of stream);
    expect((await stream.response()).text).toBe("Hello".repeat(5));
  },
  async (llm, _, signal) => {
    for await (const _event of await llm.stream(asking("stream"), { signal })) break;
  },
  async (llm, _, signal) => {
    const { stream, events } = await begun(llm, signal);
    const pending = events.next();
    await stream.close();
    expect((await pending).done).toBe(true);
  },
  async (llm, _, signal) => {
    const caller = new AbortController();
    const { events } = await begun(llm, AbortSignal.any([caller.signal, signal]));
    const pending = codeOf(events.next());
    caller.abort();
    expect(await pending).toBe("LLM_CANCELLED");
  },
  async (llm) => {
    const caller = new AbortController();
    const pending = codeOf(llm.generate(asking("silent"), { signal: caller.signal }));
    setImmediate(() => caller.abort());
    expect(await pending).toBe("LLM_CANCELLED");
  },
  async (_, hasty, signal) => expect(await codeOf(hasty.generate(asking("silent"), { signal }))).toBe("LLM_TIMEOUT"),
  async (_, hasty, signal) => {
    // Before the headers or behind them, as the machine is slow or fast.
    const reading = hasty.stream(asking("open"), { signal }).then((stream) => stream.response());
    expect(await codeOf(reading)).toBe("LLM_TIMEOUT");
  },
  async (llm, _, signal) => {
    expect(await codeOf(llm.generate(asking("refuse"), { signal }))).toBe("LLM_PROVIDER_ERROR");
    expect(await codeOf(llm.generate(asking("reset"), { signal }))).toBe("LLM_STREAM_INTERRUPTED");
  },
];

/** Sockets and timers that keep the process alive. */
const held = () => process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout/.test(kind)).length;

/** A fetch with connections of its own, which end with `close`. */
function ownFetch(): { readonly fetch: FetchLike; close(): Promise<void> } {
  const dispatcher = new Agent();
  const fetch: FetchLike = (url, init) => undiciFetch(url, { ...init, dispatcher });
  return { fetch, close: () => dispatcher.destroy() };
}

const poolOfTheDriver = (): undefined => undefined;

const roads = protocols.flatMap(([name, protocol]) => [
  [`${name} over undici request`, protocol, poolOfTheDriver] as const,
  [`${name} over fetch`, protocol, ownFetch] as const,
]);

describe.each(roads)("%s", (_, protocol, open) => {
  test(`nothing is left after ${rounds} rounds`, { timeout: 30_000 + rounds * 200 }, async () => {
    const before = held();
    const server = await serve(obedient(protocol));
    const own = open();
    const options = { baseURL: server.origin, fetch: own?.fetch };
    const llm = protocol.createLLM(options);
    const hasty = protocol.createLLM({ ...options, timeouts: { headers: 5, idle: 5 } });
    const { signal } = new AbortController();

    for (let round = 0; round < rounds; round++) {
      await ways[round % ways.length]?.(llm, hasty, signal);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }

    await Promise.all([llm.close(), hasty.close(), own?.close()]);
    await server.idle();
    // The server itself is still there.
    const deadline = performance.now() + 10_000;
    while (held() > before + 1 && performance.now() < deadline) await new Promise(setImmediate);
    expect(held()).toBeLessThanOrEqual(before + 1);
  });
});

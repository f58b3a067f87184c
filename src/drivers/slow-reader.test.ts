import { expect, test } from "vitest";
import { type Protocol, protocols } from "./testing/protocols.js";
import { type Handler, serve } from "./testing/serve.js";
import { transports } from "./testing/transport-for.js";

const mebibyte = 1024 * 1024;
/** What two sockets and a driver may hold between them; loopback gives each several MiB. */
const held = 32 * mebibyte;
/** Where the server would stop whose reader does not slow it down. */
const most = 8 * held;

/** Writes deltas for as long as there is room for them. */
function eager(protocol: Protocol) {
  const block = protocol.event("Hello there. ").repeat(400);
  const state = { written: 0, waits: false };
  const handler: Handler = async (response, { body, closed }) => {
    if (body.includes("whole")) return void response.end(protocol.whole("Hello"));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const gone = closed.then(() => {});
    while (!response.destroyed && state.written < most) {
      state.written += block.length;
      if (response.write(block)) continue;
      state.waits = true;
      await Promise.race([gone, new Promise<void>((resolve) => response.once("drain", resolve))]);
      state.waits = false;
    }
  };
  return { state, handler };
}

const subjects = protocols.flatMap(([name, protocol]) =>
  transports.map(([transport, fetch]) => [`${name} over ${transport}`, protocol, fetch] as const),
);

test.each(subjects)(
  "a reader who pauses stops the server, and goes on where it was: %s",
  async (_, protocol, fetch) => {
    const { state, handler } = eager(protocol);
    const server = await serve(handler);
    const llm = protocol.createLLM({ baseURL: server.origin, fetch, maxResponseBytes: 2 ** 40 });
    const stream = await llm.stream({ messages: [{ role: "user", content: "stream" }] });
    const events = stream[Symbol.asyncIterator]();
    await events.next();

    // Other requests to the same server are the clock: it had its turns, and wrote nothing in them.
    for (let quiet = 0; quiet < 20 && state.written < most; ) {
      const before = state.written;
      await llm.generate({ messages: [{ role: "user", content: "whole" }] });
      quiet = state.waits && state.written === before ? quiet + 1 : 0;
    }
    const paused = state.written;
    expect(paused).toBeLessThan(held);

    // What was held back is not lost, and room makes it write again.
    while (state.written === paused) expect((await events.next()).value).toMatchObject({ text: "Hello there. " });
    await stream.close();
  },
);

import { expect, test, vi } from "vitest";
import { LLMError } from "../../contract/index.js";
import { createIncomingBody, type Flow } from "./incoming-body.js";
import { createLifetime } from "./lifetime.js";

const flow = (): Flow => ({ pause: vi.fn(), resume: vi.fn() });
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (next: IteratorResult<Uint8Array, void>) =>
  next.done ? undefined : new TextDecoder().decode(next.value);

function opened(given = flow(), maxBytes = 1_000_000) {
  const lifetime = createLifetime(new AbortController().signal, {}, "test");
  return { lifetime, incoming: createIncomingBody(lifetime, { provider: "test" }, given, maxBytes) };
}

test("what one read of the connection brings comes at once, whether it was waited for or not", async () => {
  const { incoming } = opened();
  const waiting = incoming.body.next();
  for (const piece of ["a", "b", "c"]) incoming.push(bytes(piece));
  expect(textOf(await waiting)).toBe("abc");
  for (const piece of ["d", "e"]) incoming.push(bytes(piece));
  incoming.end();
  expect(textOf(await incoming.body.next())).toBe("de");
  expect((await incoming.body.next()).done).toBe(true);
});

test("the end that comes with the last chunk takes nothing from it", async () => {
  const { incoming, lifetime } = opened();
  const waiting = incoming.body.next();
  incoming.push(bytes("a"));
  incoming.end();
  expect(textOf(await waiting)).toBe("a");
  expect((await incoming.body.next()).done).toBe(true);
  expect(lifetime.over).toBe(true);
});

test("what came before a failure is still read", async () => {
  const { incoming } = opened();
  const waiting = incoming.body.next();
  incoming.push(bytes("a"));
  incoming.fail(new Error("cut"));
  expect(textOf(await waiting)).toBe("a");
  await expect(incoming.body.next()).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  expect((await incoming.body.next()).done).toBe(true);
});

test("a reader that is slow makes the connection wait until it reads on", async () => {
  const given = flow();
  const { incoming } = opened(given);
  incoming.push(new Uint8Array(40_000));
  expect(given.pause).not.toHaveBeenCalled();
  incoming.push(new Uint8Array(40_000));
  incoming.push(new Uint8Array(1));
  expect(given.pause).toHaveBeenCalledTimes(1);
  expect((await incoming.body.next()).value).toHaveLength(80_001);
  expect(given.resume).toHaveBeenCalledTimes(1);
});

test("a reader that waits learns of an early end, and not of what came with it", async () => {
  const { incoming, lifetime } = opened();
  const waiting = incoming.body.next();
  incoming.push(bytes("a"));
  const error = new LLMError("LLM_CANCELLED", "test: cancelled", { provider: "test" });
  lifetime.end(error);
  incoming.giveUp(error);
  await expect(waiting).rejects.toBe(error);
  expect((await incoming.body.next()).done).toBe(true);
});

test("a body that is too long is refused", async () => {
  const { incoming } = opened(flow(), 3);
  incoming.push(bytes("ab"));
  incoming.push(bytes("cd"));
  expect(textOf(await incoming.body.next())).toBe("ab");
  await expect(incoming.body.next()).rejects.toMatchObject({ code: "LLM_BAD_RESPONSE" });
});

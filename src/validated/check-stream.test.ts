import type { TurnEvent } from "touchstone";
import { describe, expect, it } from "vitest";
import { batchesOf, inBatches } from "../generation/index.js";
import { answering, city, context, outcomeOf, request } from "./testing/answers.js";
import { validated } from "./validated.js";

const call = { id: "c1", name: "search", input: { query: "fox" } };
const text = (piece: string) => ({ type: "text", text: piece });
const turn = (of: object) => ({ type: "turn", turn: { text: "", ...of } });
const throwing = (name: string, of: object = {}) =>
  Object.defineProperty({ ...of }, name, {
    enumerable: true,
    get() {
      throw new Error("a secret");
    },
  });
const streamed = (events: readonly unknown[], asked: object = {}) =>
  outcomeOf(validated()(answering(undefined, () => events)).streamTurn?.({ ...request, ...asked }, context));

describe("a stream that does not keep to its protocol", () => {
  it.each<readonly [string, readonly unknown[]]>([
    ["two ends", [turn({}), turn({})]],
    ["a delta after its end", [turn({}), text("late")]],
    ["deltas that are not its text", [text("a fax"), turn({ text: "a fox" })]],
    ["less than its text", [text("a"), turn({ text: "a fox" })]],
    ["more than its text", [text("a foxy"), turn({ text: "a fox" })]],
    ["reasoning that its end does not know", [{ type: "reasoning", text: "hm" }, turn({})]],
    ["a call that its end does not know", [{ type: "tool-call", call }, turn({})]],
    ["an end with a call that was not announced", [text("a"), turn({ text: "a", toolCalls: [call] })]],
    [
      "a call that its end tells differently",
      [{ type: "tool-call", call }, turn({ toolCalls: [{ ...call, input: { query: "crow" } }] })],
    ],
    ["a call whose id changes", [{ type: "tool-call", call }, turn({ toolCalls: [{ ...call, id: "c2" }] })]],
    ["an event of no type", [{ type: "ping" }, turn({})]],
    ["an event that is none", [null, turn({})]],
    ["an event that cannot be read", [throwing("type")]],
    ["a delta that cannot be read", [throwing("text", { type: "text" })]],
    ["a call that cannot be read", [throwing("call", { type: "tool-call" })]],
    ["a call whose input cannot be read", [{ type: "tool-call", call: throwing("input", { name: "search" }) }]],
    ["a delta that is no text", [{ type: "text", text: 1 }, turn({})]],
  ])("is refused: %s", async (_, events) => {
    const { events: passed, error } = await streamed(events);
    expect(error).toMatchObject({ name: "OutputValidationError", kind: "stream_protocol" });
    expect(passed.every(({ type }) => type === "text" || type === "reasoning")).toBe(true);
  });

  it.each<object>([{ text: "a fox" }, { toolCalls: [call], reasoning: "hm" }])(
    "does not have to tell anything before its end: %j",
    async (of) => {
      const { events, error } = await streamed([turn(of)]);
      expect(error).toBeUndefined();
      expect(events).toEqual([turn(of)]);
    },
  );

  it("is refused where it is no stream", async () => {
    const driver = { ...answering({}), streamTurn: async () => undefined as never };
    await expect(validated()(driver).streamTurn?.(request, context)).rejects.toMatchObject({ kind: "stream_protocol" });
  });
});

describe("what passes at once", () => {
  it("is text and reasoning, before the next event was even asked for", async () => {
    let pulled = 0;
    const source = async function* () {
      for (const event of [
        text("a"),
        { type: "reasoning", text: "b" },
        { type: "tool-call", call },
        text("c"),
        turn({ text: "ac", reasoning: "b", toolCalls: [call] }),
      ]) {
        pulled += 1;
        yield event;
      }
    };
    const events = await validated()(answering(undefined, source)).streamTurn?.(request, context);
    const iterator = (events as AsyncIterable<TurnEvent>)[Symbol.asyncIterator]();
    expect([await iterator.next(), pulled]).toMatchObject([{ value: text("a") }, 1]);
    expect([await iterator.next(), pulled]).toMatchObject([{ value: { text: "b" } }, 2]);
    // The call, and the text after it, wait for the end.
    expect([await iterator.next(), pulled]).toMatchObject([{ value: { type: "tool-call", call } }, 5]);
    expect((await iterator.next()).value).toEqual(text("c"));
    expect((await iterator.next()).value).toMatchObject({ type: "turn" });
    expect((await iterator.next()).done).toBe(true);
  });

  it("is not structured output", async () => {
    const { events, error } = await streamed([text('{"name":'), text("1}"), turn({ text: '{"name":1}' })], {
      schema: city,
    });
    expect([events, error]).toMatchObject([[], { kind: "structured_output" }]);
  });

  it("is an id that comes late", async () => {
    const { id: _, ...early } = call;
    const { events } = await streamed([{ type: "tool-call", call: early }, turn({ toolCalls: [call] })]);
    expect(events[0]).toEqual({ type: "tool-call", call });
  });
});

describe("the end of a stream", () => {
  it("that never comes is nothing but missing, and what was held is dropped", async () => {
    expect(await streamed([text("a"), { type: "tool-call", call }])).toEqual({ events: [text("a")] });
  });

  it("that is an error of the driver's stays that error, after what had come", async () => {
    const error = new Error("cut");
    const source = async function* () {
      yield text("a");
      yield turn({ text: "a" });
      throw error;
    };
    const outcome = await outcomeOf(validated()(answering(undefined, source)).streamTurn?.(request, context));
    expect(outcome).toEqual({ events: [text("a")], error });
  });

  it("is latched where it is an error: every later read gets the same", async () => {
    const driver = answering(undefined, () => [text("a"), { type: "ping" }]);
    const events = (await validated()(driver).streamTurn?.(request, context)) as AsyncIterable<TurnEvent>;
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual(text("a"));
    const first = await iterator.next().catch((error) => error);
    expect(first).toMatchObject({ kind: "stream_protocol" });
    expect(await iterator.next().catch((error) => error)).toBe(first);
  });
});

describe("a stream without end", () => {
  it.each([
    ["text", text("x".repeat(1024 * 1024))],
    ["calls", { type: "tool-call", call: { ...call, input: { query: "x".repeat(1024 * 1024) } } }],
  ])("is left once it is too much: %s", async (_, event) => {
    let left = false;
    const source = async function* () {
      try {
        for (;;) yield event;
      } finally {
        left = true;
      }
    };
    const { error } = await outcomeOf(validated()(answering(undefined, source)).streamTurn?.(request, context));
    expect(error).toMatchObject({ kind: "output_bounds" });
    expect(left).toBe(true);
  });
});

describe("a stream that comes in batches", () => {
  const batched = (batches: readonly (readonly unknown[])[]) => ({
    ...answering({}),
    streamTurn: async () =>
      ({
        [inBatches]: () => batches.values(),
        [Symbol.asyncIterator]: () => batches.flat().values(),
      }) as unknown as AsyncIterable<TurnEvent>,
  });

  it("is passed on in batches", async () => {
    const driver = validated()(
      batched([
        [text("a"), text("b")],
        [text("c"), turn({ text: "abc" })],
      ]),
    );
    const batches = batchesOf((await driver.streamTurn?.(request, context)) as AsyncIterable<TurnEvent>);
    expect((await batches.next()).value).toEqual([text("a"), text("b")]);
    expect((await batches.next()).value).toEqual([text("c")]);
    expect((await batches.next()).value).toMatchObject([{ type: "turn" }]);
    expect((await batches.next()).done).toBe(true);
  });

  it("is refused for what comes after its end in the same batch", async () => {
    const outcome = await outcomeOf(validated()(batched([[turn({}), text("late")]])).streamTurn?.(request, context));
    expect(outcome.error).toMatchObject({ kind: "stream_protocol" });
  });
});

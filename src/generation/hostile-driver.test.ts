import { inspect } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import type { LLMError } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { collect, failure, hello } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => void unhandled.push(reason);
process.on("unhandledRejection", onUnhandled);
afterAll(async () => {
  await new Promise(setImmediate);
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});

const throwing = (value: unknown) => () => {
  throw value;
};
const badResponse = { name: "LLMError", code: "LLM_BAD_RESPONSE", status: 502, retryable: false, provider: "scripted" };

describe("turns that are none", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a string", "text"],
    ["no text", {}],
    ["text that is a number", { text: 1 }],
    ["reasoning that is an object", { text: "", reasoning: {} }],
    ["calls that are an object", { text: "", toolCalls: {} }],
    ["calls that are a string", { text: "", toolCalls: "abc" }],
    ["a call that is null", { text: "", toolCalls: [null] }],
    ["a call without a name", { text: "", toolCalls: [{ input: {} }] }],
    ["a call with a numeric id", { text: "", toolCalls: [{ id: 7, name: "f", input: {} }] }],
    ["a call with a BigInt", { text: "", toolCalls: [{ name: "f", input: { n: 1n } }] }],
    ["a call with a cycle", { text: "", toolCalls: [{ name: "f", input: cycle }] }],
    ["invalidInput that is no string", { text: "", toolCalls: [{ name: "f", input: {}, invalidInput: {} }] }],
    ["sources that are no list", { text: "", sources: { url: "x" } }],
    ["a finish reason that is none", { text: "", finishReason: "finished" }],
    ["a raw finish reason that is a number", { text: "", providerFinishReason: 1 }],
    ["a model that is an object", { text: "", model: {} }],
    ["providerState with a function", { text: "", providerState: { f: () => {} } }],
    ["a getter that throws", Object.defineProperty({}, "text", { get: throwing(new Error("no")) })],
    ["a proxy that throws", new Proxy({}, { get: throwing(Object.create(null)) })],
  ])("%s", async (_, turn) => {
    expect(await failure(createLLM(scriptedDriver(() => turn)).generate(hello))).toMatchObject(badResponse);
    const stream = await createLLM(
      streamingDriver(async function* () {
        yield { type: "turn", turn };
      }),
    ).stream(hello);
    expect(await failure(collect(stream))).toMatchObject(badResponse);
  });

  test("what is merely useless is dropped", async () => {
    const source = { type: "web", url: "https://example.com", title: 7, extra: true };
    const turn = {
      text: "a",
      toolCalls: null,
      sources: [null, {}, { type: "web" }, source, source],
      model: "",
      usage: 1,
    };
    const response = await createLLM(scriptedDriver(() => turn)).generate(hello);
    expect(response.sources).toStrictEqual([{ type: "web", url: "https://example.com" }]);
    expect(response).toMatchObject({ model: "scripted-1", toolCalls: [], usage: {} });
  });

  test("what goes into the history is well-formed and JSON-safe", async () => {
    const lone = "a\ud83d";
    const turn = {
      text: lone,
      reasoning: lone,
      toolCalls: [{ id: lone, name: lone, input: { [lone]: [lone], gone: undefined } }],
      providerState: { lone },
    };
    const { messages } = await createLLM(scriptedDriver(() => turn)).generate(hello);
    expect(JSON.parse(JSON.stringify(messages))).toStrictEqual(messages);
    expect(inspect(messages, { depth: 9 })).not.toMatch(/\\uD83D/i);
  });

  test("and so is what tells of a turn", async () => {
    const lone = "a\ud83d";
    const toolCalls = [{ name: "f", input: {}, invalidInput: lone }];
    const turn = { text: "", toolCalls, providerFinishReason: lone, model: lone };
    const response = await createLLM(scriptedDriver(() => turn)).generate(hello);
    expect(response).toMatchObject({ model: "a\ufffd", providerFinishReason: "a\ufffd" });
    expect(response.toolCalls[0]?.invalidInput).toBe("a\ufffd");
  });
});

describe("streams that are none", () => {
  const turn = { type: "turn", turn: { text: "abc", toolCalls: [{ id: "1", name: "f", input: { a: 1 } }] } };
  const list = (...events: unknown[]) =>
    async function* () {
      yield* events;
    };
  const call = (fields: object) => ({ type: "tool-call", call: { id: "1", name: "f", input: { a: 1 }, ...fields } });
  test.each<[string, () => unknown]>([
    ["undefined", () => undefined],
    ["an object", () => ({})],
    ["a plain list", () => [turn]],
    ["an iterator that is none", () => ({ [Symbol.asyncIterator]: () => ({}) })],
    ["a factory that throws", () => ({ [Symbol.asyncIterator]: throwing(new Error("no")) })],
    ["next() that throws", () => ({ [Symbol.asyncIterator]: () => ({ next: throwing(new Error("no")) }) })],
    ["next() that gives null", () => ({ [Symbol.asyncIterator]: () => ({ next: async () => null }) })],
    ["next() that rejects with nothing", () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject() }) })],
    ["an event that is null", list(null)],
    ["an unknown event", list({ type: "finish" })],
    ["a delta without text", list({ type: "text" })],
    ["a call without a name", list({ type: "tool-call", call: {} })],
    ["deltas that contradict the text", list({ type: "text", text: "xyz" }, turn)],
    ["deltas longer than the text", list({ type: "text", text: "abcd" }, turn)],
    ["reasoning that the turn does not have", list({ type: "reasoning", text: "a" }, turn)],
    ["more calls than the turn has", list(call({}), call({}), turn)],
    ["a call with another name", list(call({ name: "g" }), turn)],
    ["a call with another id", list(call({ id: "2" }), turn)],
    ["a call with another input", list(call({ input: { a: 2 } }), turn)],
    [
      "a call that was complete when announced",
      list(call({}), { type: "turn", turn: { text: "", toolCalls: [{ name: "f", input: {}, invalidInput: "{" }] } }),
    ],
  ])("%s", async (_, open) => {
    const stream = await createLLM(streamingDriver(open)).stream(hello);
    expect(await failure(stream.response())).toMatchObject(badResponse);
  });

  test("what comes after the turn is not waited for", async () => {
    let after = false;
    const driver = streamingDriver(async function* () {
      yield turn;
      after = true;
      yield { type: "text", text: "more" };
    });
    const stream = await createLLM(driver).stream(hello);
    expect((await stream.response()).text).toBe("abc");
    await new Promise(setImmediate);
    expect(after).toBe(false);
  });

  test("next() may answer at once", async () => {
    const events = [{ done: false, value: turn }];
    const driver = streamingDriver(() => ({ [Symbol.asyncIterator]: () => ({ next: () => events.shift() }) }));
    expect((await (await createLLM(driver).stream(hello)).response()).text).toBe("abc");
  });
});

describe("methods that misbehave", () => {
  test("turn() and streamTurn() that throw at once", async () => {
    const driver = { ...scriptedDriver(), turn: throwing(new Error("no")), streamTurn: throwing("no") };
    const llm = createLLM(driver);
    expect(await failure(llm.generate(hello))).toMatchObject(badResponse);
    expect(await failure(llm.stream(hello))).toMatchObject(badResponse);
  });

  test("turn() that gives the turn without a promise", async () => {
    const driver = { ...scriptedDriver(), turn: () => ({ text: "at once" }) as never };
    expect((await createLLM(driver).generate(hello)).text).toBe("at once");
  });

  test.each([Number.NaN, -1, 1.5, "3", undefined, null])("countTokens() that gives %s", async (count) => {
    const driver = { ...scriptedDriver(), countTokens: async () => count as number };
    expect(await failure(createLLM(driver).countTokens(hello))).toMatchObject({ ...badResponse, model: "scripted-1" });
  });

  test("a rejection that comes after the call has ended is nobody's", async () => {
    const controller = new AbortController();
    const driver = scriptedDriver(async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("late");
    });
    const call = failure(createLLM(driver).generate(hello, { signal: controller.signal }));
    controller.abort();
    expect(((await call) as LLMError).code).toBe("LLM_CANCELLED");
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });

  test("a stream that fails and that nobody reads is nobody's rejection either", async () => {
    const stream = await createLLM(streamingDriver(() => ({}))).stream(hello);
    void stream.response();
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });
});

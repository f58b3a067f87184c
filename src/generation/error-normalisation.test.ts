import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { isLLMError, LLMError } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { failure, hello } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const throwing = (value: unknown) => () => {
  throw value;
};
const generate = async (thrown: unknown) =>
  (await failure(createLLM(scriptedDriver(throwing(thrown)), { maxRetries: 0 }).generate(hello))) as LLMError;
const stream = async (thrown: unknown) => {
  const driver = streamingDriver(() => ({ [Symbol.asyncIterator]: () => ({ next: throwing(thrown) }) }));
  return (await failure((await createLLM(driver).stream(hello)).response())) as LLMError;
};

test.each([
  ["fetch that cannot connect", new TypeError("fetch failed"), "LLM_NETWORK_ERROR", 502, true],
  ["a body that was cut", new TypeError("terminated"), "LLM_STREAM_INTERRUPTED", 502, false],
  ["a timeout signal", new DOMException("The operation timed out", "TimeoutError"), "LLM_TIMEOUT", 504, true],
  ["JSON.parse", new SyntaxError("Unexpected token <"), "LLM_BAD_RESPONSE", 502, false],
  ["a programming error", new TypeError("x is not a function"), "LLM_BAD_RESPONSE", 502, false],
  ["an abort that nobody asked for", new DOMException("aborted", "AbortError"), "LLM_BAD_RESPONSE", 502, false],
])("%s", async (_, thrown, code, status, retryable) => {
  const error = await generate(thrown);
  expect(error).toMatchObject({ code, status, retryable, provider: "scripted", model: "scripted-1" });
  expect(error.cause).toMatchObject({ name: thrown.name });
  expect(await stream(thrown)).toMatchObject({ code, status, retryable, provider: "scripted" });
});

const unreadable = new Proxy(new Error("x"), { getPrototypeOf: throwing(new Error("no")), get: throwing(1) });
test.each([
  ["a string", "went wrong"],
  ["undefined", undefined],
  ["null", null],
  ["a number", 5],
  ["a symbol", Symbol("s")],
  ["a BigInt", 1n],
  ["a function", () => {}],
  ["a plain object", { a: 1 }],
  ["an object without a prototype", Object.create(null)],
  ["a message that is an object", { name: {}, message: {} }],
  ["a message that cannot be read", Object.defineProperty(new Error(), "message", { get: throwing(new Error("no")) })],
  ["a proxy that throws", unreadable],
  ["a code that is none", Object.assign(new Error("x"), { code: "LLM_", retryable: 1, provider: null })],
])("%s, thrown or rejected with, is an LLMError", async (_, thrown) => {
  for (const error of [await generate(thrown), await stream(thrown)]) {
    expect(isLLMError(error)).toBe(true);
    expect(error.retryable).toBeFalsy();
    expect(error.message.length).toBeLessThan(500);
    expect(() => JSON.stringify(error) + inspect(error)).not.toThrow();
  }
});

describe("an LLMError of the driver's", () => {
  test("stays the same object, completed with provider and model", async () => {
    const own = new LLMError("LLM_CONTEXT_TOO_LONG", "scripted: too long", { status: 413, requestId: "r" });
    expect(await generate(own)).toBe(own);
    expect(own).toMatchObject({ status: 413, requestId: "r", provider: "scripted", model: "scripted-1" });
  });

  test("keeps what it names itself", async () => {
    const own = new LLMError("LLM_MODEL_NOT_FOUND", "x", { provider: "upstream", model: "other" });
    expect(await generate(own)).toMatchObject({ provider: "upstream", model: "other" });
  });

  test("names the model that the request asked for", async () => {
    const llm = createLLM(scriptedDriver(new LLMError("LLM_MODEL_NOT_FOUND", "scripted: no such model")));
    expect(await failure(llm.generate({ ...hello, model: "asked" }))).toMatchObject({ model: "asked" });
  });

  test("may be frozen", async () => {
    const own = Object.freeze(new LLMError("LLM_RATE_LIMITED", "scripted: slow", { retryAfterMs: 7, status: 429 }));
    const completed = {
      code: "LLM_RATE_LIMITED",
      message: own.message,
      retryAfterMs: 7,
      provider: "scripted",
      model: "scripted-1",
    };
    expect(await generate(own)).toMatchObject(completed);
  });

  test("of an embedder's kind gets the LLM's prefix", async () => {
    expect(await generate(new LLMError("EMBED_RATE_LIMITED", "x"))).toMatchObject({ code: "LLM_RATE_LIMITED" });
  });
});

describe("no secret gets out", () => {
  const key = "sk-proj-abcdefghijklmnop1234";
  const page = `<html><head><title>502</title></head><body>${"x".repeat(5000)}</body></html>`;
  const cause = Object.assign(new Error(`authorization: Bearer ${key}`), { headers: { authorization: key } });
  test.each([
    ["in the message", new Error(`request with Bearer ${key} failed`)],
    ["in the name", Object.assign(new Error("x"), { name: `Error ${key}` })],
    ["in own properties", Object.assign(new Error("x"), { config: { headers: { "x-api-key": key } } })],
    ["in the cause's cause", new Error("x", { cause })],
    ["in a string", `x-api-key: ${key}`],
    ["in a plain object", { name: "HTTPError", message: `key=${key}`, request: { key } }],
    ["in a URL", new Error("GET https://example.com/v1?key=AIzaSyA1234567890abcdefghijk failed")],
    ["beside a page", new Error(`${page} ${key}`)],
    ["in an aggregate", new AggregateError([new Error(key)], "many")],
  ])("%s", async (_, thrown) => {
    for (const error of [await generate(thrown), await stream(thrown)]) {
      const shown = [error.message, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true }), error.stack];
      for (const text of shown) {
        expect(text).not.toMatch(/abcdefghij/);
        expect(text).not.toMatch(/<html|<body/);
      }
      expect(error.message.length).toBeLessThan(500);
    }
  });
});

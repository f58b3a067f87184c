import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { LLMError, type TurnEvent } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { collect, deferred, failure, forever, hello } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const delta: TurnEvent = { type: "text", text: "x" };
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("the order of work", () => {
  const aborted = { signal: AbortSignal.abort("stop") };

  test.each(["generate", "stream", "countTokens"] as const)(
    "%s: validate, signal, capabilities, wire",
    async (method) => {
      const driver = { ...scriptedDriver({ text: "never" }), capabilities: {}, countTokens: () => forever };
      const llm = createLLM(driver);
      const schema = { name: "s", schema: { type: "object" } };
      expect(await failure(llm[method]({ messages: [] }, aborted))).toMatchObject({ code: "LLM_INVALID_REQUEST" });
      expect(await failure(llm[method]({ ...hello, schema }, aborted))).toMatchObject({ code: "LLM_CANCELLED" });
      expect(await failure(llm[method]({ ...hello, schema }))).toMatchObject({ code: "LLM_UNSUPPORTED", status: 400 });
      expect(driver.asked).toHaveLength(0);
    },
  );

  test("a signal that is none is refused", async () => {
    const llm = createLLM(scriptedDriver());
    const options = { signal: { aborted: false } as AbortSignal };
    expect(await failure(llm.generate(hello, options))).toMatchObject({ code: "LLM_INVALID_REQUEST" });
  });
});

describe("an abort", () => {
  test("carries its reason as the cause, and shows it to nobody else", async () => {
    const reason = { mine: true };
    const controller = new AbortController();
    const call = failure(createLLM(scriptedDriver(() => forever)).generate(hello, { signal: controller.signal }));
    controller.abort(reason);
    const error = (await call) as LLMError;
    expect(error).toMatchObject({ code: "LLM_CANCELLED", status: 499, retryable: false, provider: "scripted" });
    expect(error.cause).toBe(reason);
    expect(JSON.stringify(error)).not.toContain("mine");
  });

  test.each(["generate", "stream", "countTokens"] as const)(
    "%s does not wait for a driver that ignores it",
    async (m) => {
      const controller = new AbortController();
      let seen: AbortSignal | undefined;
      const ignore = (_: unknown, { signal }: { signal: AbortSignal }) => {
        seen = signal;
        return forever;
      };
      const driver = { ...scriptedDriver(ignore), countTokens: ignore };
      const call = failure(createLLM(driver)[m](hello, { signal: controller.signal }));
      controller.abort();
      expect(await call).toMatchObject({ code: "LLM_CANCELLED", cause: { name: "AbortError" } });
      expect(seen?.aborted).toBe(true);
      expect(seen?.reason).toBe(controller.signal.reason);
    },
  );

  test("decides, whatever the driver rejects with because of it", async () => {
    const controller = new AbortController();
    const driver = scriptedDriver(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new LLMError("LLM_RATE_LIMITED", "scripted: no")));
        }),
    );
    const call = failure(createLLM(driver).generate(hello, { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ code: "LLM_CANCELLED" });
    expect(driver.asked).toHaveLength(1);
  });

  test("makes the pending next() of a stream reject, undelivered deltas dropped", async () => {
    const controller = new AbortController();
    const read = deferred();
    const driver = streamingDriver(async function* () {
      yield delta;
      yield delta;
      read.resolve();
      await forever;
    });
    const stream = await createLLM(driver).stream(hello, { signal: controller.signal });
    const response = failure(stream.response());
    await read.promise;
    controller.abort("stop");
    const iterator = stream[Symbol.asyncIterator]();
    expect(await failure(iterator.next())).toMatchObject({ code: "LLM_CANCELLED", cause: "stop" });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await response).toMatchObject({ code: "LLM_CANCELLED", cause: "stop" });
  });

  test("makes every waiting next() reject", async () => {
    const controller = new AbortController();
    const driver = streamingDriver(async function* () {
      await forever;
      yield delta;
    });
    const stream = await createLLM(driver).stream(hello, { signal: controller.signal });
    const iterator = stream[Symbol.asyncIterator]();
    const pending = [failure(iterator.next()), failure(iterator.next())];
    controller.abort();
    for (const error of await Promise.all(pending)) expect(error).toMatchObject({ code: "LLM_CANCELLED" });
  });

  test("after the end changes nothing", async () => {
    const controller = new AbortController();
    const stream = await createLLM(scriptedDriver({ text: "ab" })).stream(hello, { signal: controller.signal });
    const response = await stream.response();
    controller.abort();
    expect(await stream.response()).toBe(response);
    expect((await collect(stream)).at(-1)).toEqual({ type: "finish", response });
  });

  test.each([
    ["abort, then close()", "LLM_CANCELLED"],
    ["close(), then abort", "LLM_STREAM_CLOSED"],
  ])("%s: the first decides", async (order, code) => {
    const controller = new AbortController();
    const driver = streamingDriver(async function* () {
      await forever;
      yield delta;
    });
    const stream = await createLLM(driver).stream(hello, { signal: controller.signal });
    const iterator = stream[Symbol.asyncIterator]();
    const pending = iterator.next().then(
      ({ done }) => (done ? "done" : "delivered"),
      (error: LLMError) => error.code,
    );
    if (order.startsWith("abort")) controller.abort();
    const closed = stream.close();
    controller.abort();
    await closed;
    expect(await pending).toBe(code === "LLM_CANCELLED" ? "LLM_CANCELLED" : "done");
    expect((await iterator.next()).done).toBe(true);
    expect(await failure(stream.response())).toMatchObject({ code });
  });

  test("in the moment of acceptance rejects stream()", async () => {
    const controller = new AbortController();
    const driver = streamingDriver(() => {
      queueMicrotask(() => controller.abort("now"));
      return { [Symbol.asyncIterator]: () => ({ next: () => forever }) };
    });
    const outcome = createLLM(driver)
      .stream(hello, { signal: controller.signal })
      .then((stream) => stream.response());
    expect(await failure(outcome)).toMatchObject({ code: "LLM_CANCELLED", cause: "now" });
  });
});

describe("the caller's signal is let go of", () => {
  test("after success, failure, refusal, close and the end of a stream", async () => {
    const { signal } = new AbortController();
    const llm = createLLM(
      scriptedDriver(
        { text: "a" },
        new LLMError("LLM_UNAUTHORIZED", "no"),
        { text: "b" },
        { text: "c" },
        { text: "d" },
      ),
    );
    await llm.generate(hello, { signal });
    expect(listeners(signal)).toBe(0);
    await failure(llm.generate(hello, { signal }));
    expect(listeners(signal)).toBe(0);
    await failure(llm.generate({ messages: [] }, { signal }));
    await llm.countTokens(hello, { signal });
    expect(listeners(signal)).toBe(0);
    const drained = await llm.stream(hello, { signal });
    expect(listeners(signal)).toBe(1);
    await drained.response();
    expect(listeners(signal)).toBe(0);
    await (await llm.stream(hello, { signal })).close();
    expect(listeners(signal)).toBe(0);
    await llm.stream(hello, { signal });
    await llm.close();
    expect(listeners(signal)).toBe(0);
    await failure(llm.generate(hello, { signal }));
    expect(listeners(signal)).toBe(0);
  });

  test("when a capability is refused", async () => {
    const { signal } = new AbortController();
    const llm = createLLM({ ...scriptedDriver(), capabilities: {} });
    await failure(llm.stream(hello, { signal }));
    expect(listeners(signal)).toBe(0);
  });

  test("after a stream that failed", async () => {
    const { signal } = new AbortController();
    const driver = streamingDriver(() => ({}));
    const stream = await createLLM(driver).stream(hello, { signal });
    await failure(stream.response());
    expect(listeners(signal)).toBe(0);
  });
});

describe("llm.close()", () => {
  test("ends running calls, and closes the driver once", async () => {
    let closed = 0;
    const driver = {
      ...scriptedDriver(
        () => forever,
        () => forever,
      ),
      close: async () => void closed++,
    };
    const llm = createLLM(driver);
    const calls = [failure(llm.generate(hello)), failure(llm.stream(hello))];
    await Promise.all([llm.close(), llm.close()]);
    await llm.close();
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: "LLM_CANCELLED" });
    expect(closed).toBe(1);
  });

  test.each([
    ["rejects", () => Promise.reject(new TypeError("key sk-12345678901234567890"))],
    [
      "throws",
      () => {
        throw new TypeError("key sk-12345678901234567890");
      },
    ],
  ])("a driver that %s on close is an LLMError", async (_, close) => {
    const error = await failure(createLLM({ ...scriptedDriver(), close }).close());
    expect(error).toMatchObject({ name: "LLMError", code: "LLM_BAD_RESPONSE", provider: "scripted" });
    expect(inspect(error)).not.toContain("sk-1234567");
  });
});

test("a shared signal with many calls neither warns nor mixes them", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on("warning", onWarning);
  const controller = new AbortController();
  const llm = createLLM(streamingDriver(() => ({ [Symbol.asyncIterator]: () => ({ next: () => forever }) })));
  const streams = await Promise.all(Array.from({ length: 50 }, () => llm.stream(hello, { signal: controller.signal })));
  expect(listeners(controller.signal)).toBe(1);
  const ended = streams.map((stream) => failure(stream.response()));
  controller.abort();
  for (const error of await Promise.all(ended)) expect(error).toMatchObject({ code: "LLM_CANCELLED" });
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

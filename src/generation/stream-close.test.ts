import { describe, expect, test } from "vitest";
import { LLMError, type LLMStream, type TurnEvent } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { collect, deferred, failure, forever, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const delta: TurnEvent = { type: "text", text: "x" };

/** One delta, then silence, whatever the signal says. */
const silent = () =>
  streamingDriver(async function* () {
    yield delta;
    await forever;
  });

/** Ends never, and does not agree to end. */
const unwilling = () =>
  streamingDriver(() => ({
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: delta }), return: () => forever }),
  }));

async function expectClosed(stream: LLMStream): Promise<void> {
  expect(await failure(stream.response())).toMatchObject({ code: "LLM_STREAM_CLOSED", status: 499, retryable: false });
}

describe("close()", () => {
  test("before iteration: the turn is ended, iteration is empty, response() rejects", async () => {
    const driver = silent();
    const stream = await createLLM(driver).stream(hello);
    await stream.close();
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    expect(await collect(stream)).toEqual([]);
    await expectClosed(stream);
  });

  test("while next() calls wait: they resolve as done", async () => {
    const driver = silent();
    const stream = await createLLM(driver).stream(hello);
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    const pending = [iterator.next(), iterator.next()];
    await stream.close();
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    expect(await Promise.all(pending)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    await expectClosed(stream);
  });

  test("while response() waits: it rejects", async () => {
    const stream = await createLLM(silent()).stream(hello);
    const response = failure(stream.response());
    await stream.close();
    expect(await response).toMatchObject({ code: "LLM_STREAM_CLOSED" });
    expect(await collect(stream)).toEqual([]);
  });

  test("twice at once, and again", async () => {
    const stream = await createLLM(silent()).stream(hello);
    await Promise.all([stream.close(), stream.close()]);
    await stream.close();
    await expectClosed(stream);
  });

  test("after the end: the response stays, what was not read is dropped", async () => {
    const stream = await createLLM(scriptedDriver({ text: "abc" })).stream(hello);
    await stream.response();
    await stream.close();
    expect((await stream.response()).text).toBe("abc");
    expect(await collect(stream)).toEqual([]);
  });

  test("after an error: the error stays the response's, iteration is quiet", async () => {
    const driver = streamingDriver(async function* () {
      yield delta;
      throw new LLMError("LLM_PROVIDER_ERROR", "scripted: broken");
    });
    const stream = await createLLM(driver).stream(hello);
    expect(await failure(stream.response())).toMatchObject({ code: "LLM_PROVIDER_ERROR" });
    await stream.close();
    expect(await collect(stream)).toEqual([]);
    expect(await failure(stream.response())).toMatchObject({ code: "LLM_PROVIDER_ERROR" });
  });

  test("does not wait for an iterator that does not agree to end", async () => {
    const driver = unwilling();
    const stream = await createLLM(driver).stream(hello);
    let seen = 0;
    for await (const _ of stream) if (++seen === 3) await stream.close();
    expect(seen).toBe(3);
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    await expectClosed(stream);
  });

  test("an iterator whose return() throws does no harm", async () => {
    const driver = streamingDriver(() => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: { type: "turn", turn: { text: "whole" } } }),
        return() {
          throw new Error("no");
        },
      }),
    }));
    const stream = await createLLM(driver).stream(hello);
    expect((await stream.response()).text).toBe("whole");
  });

  test("inside a handler: the handler is told, nothing more is asked", async () => {
    const driver = scriptedDriver({ toolCalls: [{ name: "f", input: {} }] }, { text: "never" });
    let stream: LLMStream | undefined;
    let told: AbortSignal | undefined;
    const tools = [
      localTool("f", async (_, { signal }) => {
        told = signal;
        await stream?.close();
        return "ignored";
      }),
    ];
    stream = await createLLM(driver).stream({ ...hello, tools, maxSteps: 5 });
    expect((await collect(stream)).map(({ type }) => type)).toEqual(["tool-call"]);
    expect(told?.aborted).toBe(true);
    expect(driver.asked).toHaveLength(1);
    await expectClosed(stream);
  });

  test("inside an approval: no handler runs", async () => {
    const driver = scriptedDriver({ toolCalls: [{ name: "f", input: {} }] }, { text: "never" });
    let stream: LLMStream | undefined;
    let ran = false;
    const tools = [
      localTool("f", () => {
        ran = true;
      }),
    ];
    const approve = async () => {
      await stream?.close();
      return true;
    };
    stream = await createLLM(driver).stream({ ...hello, tools, approve, maxSteps: 5 });
    expect((await collect(stream)).map(({ type }) => type)).toEqual(["tool-call"]);
    await new Promise(setImmediate);
    expect(ran).toBe(false);
    expect(driver.asked).toHaveLength(1);
  });

  test("with deltas that nobody read: they are dropped", async () => {
    const more = deferred();
    const driver = streamingDriver(async function* () {
      yield delta;
      more.resolve();
      await forever;
    });
    const stream = await createLLM(driver).stream(hello);
    const response = failure(stream.response());
    await more.promise;
    await stream.close();
    expect(await collect(stream)).toEqual([]);
    expect(await response).toMatchObject({ code: "LLM_STREAM_CLOSED" });
  });
});

describe("other ways to close", () => {
  test("break", async () => {
    const driver = silent();
    const stream = await createLLM(driver).stream(hello);
    for await (const _ of stream) break;
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    await expectClosed(stream);
  });

  test("a throw in the loop's body", async () => {
    const driver = silent();
    const stream = await createLLM(driver).stream(hello);
    const read = async () => {
      for await (const _ of stream) throw new Error("mine");
    };
    expect(await failure(read())).toMatchObject({ message: "mine" });
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
  });

  test("await using", async () => {
    const driver = silent();
    let kept: LLMStream;
    {
      await using stream = await createLLM(driver).stream(hello);
      kept = stream;
    }
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    await expectClosed(kept);
  });

  test("llm.close() cancels open streams, and refuses new calls", async () => {
    const driver = silent();
    const llm = createLLM(driver);
    const stream = await llm.stream(hello);
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    const pending = failure(iterator.next());
    await llm.close();
    expect(await pending).toMatchObject({ code: "LLM_CANCELLED" });
    expect(driver.contexts[0]?.signal.aborted).toBe(true);
    for (const call of [llm.generate(hello), llm.stream(hello), llm.countTokens(hello)]) {
      expect(await failure(call)).toMatchObject({ code: "LLM_CANCELLED" });
    }
  });
});

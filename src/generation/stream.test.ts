import { describe, expect, test } from "vitest";
import { LLMError, type TurnEvent } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { collect, deferred, failure, hello, joined, localTool } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

async function* eventsThenError(events: readonly TurnEvent[], error: unknown): AsyncGenerator<TurnEvent> {
  yield* events;
  throw error;
}

/** Events that are handed over one at a time, as they are asked for. */
function counted(events: readonly TurnEvent[]) {
  const asked = { count: 0 };
  const iterable = {
    async *[Symbol.asyncIterator]() {
      for (const event of events) {
        asked.count++;
        yield event;
      }
    },
  };
  return { asked, iterable };
}

describe("opening", () => {
  test("waits until the provider has accepted the turn", async () => {
    const accepted = deferred();
    const { iterable, asked } = counted([{ type: "turn", turn: { text: "" } }]);
    const opened = createLLM(
      streamingDriver(async () => {
        await accepted.promise;
        return iterable;
      }),
    ).stream(hello);
    let open = false;
    void opened.then(() => {
      open = true;
    });
    await new Promise(setImmediate);
    expect(open).toBe(false);
    accepted.resolve();
    await opened;
    expect(asked.count).toBe(0);
  });

  test("rejects with the error that generate() gives when the turn is not accepted", async () => {
    const rejected = () => new LLMError("LLM_UNAUTHORIZED", "scripted: the key was refused", { status: 403 });
    const streamed = await failure(createLLM(scriptedDriver(rejected())).stream(hello));
    const generated = await failure(createLLM(scriptedDriver(rejected())).generate(hello));
    expect(JSON.stringify(streamed)).toBe(JSON.stringify(generated));
    expect(streamed).toMatchObject({ code: "LLM_UNAUTHORIZED", status: 403, provider: "scripted" });
  });
});

describe("events", () => {
  test("deltas join to the text and the reasoning, and one finish comes last with the response", async () => {
    const turn = { text: "Hello\n  world 👋", reasoning: "hmm 🤔", finishReason: "stop" as const };
    const stream = await createLLM(scriptedDriver(turn)).stream(hello);
    const events = await collect(stream);
    expect(joined(events, "text")).toBe(turn.text);
    expect(joined(events, "reasoning")).toBe(turn.reasoning);
    expect(events.filter((event) => event.type === "finish")).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: "finish", response: await stream.response() });
  });

  test.each([
    ["a pair split over two deltas", ["a\ud83d", "\ude00b"], "a😀b"],
    ["a half that stays alone in the middle", ["a\ud83d", "b"], "a\ufffdb"],
    ["a half at the end", ["a", "\ud83d"], "a\ufffd"],
    ["a low half first", ["\ude00", "a"], "\ufffda"],
    ["two high halves, then a low one", ["\ud83d", "\ud83d", "\ude00"], "\ufffd😀"],
    ["empty deltas", ["", "a", "", "\ud83d", "", "\ude00"], "a😀"],
  ])("every delta is well-formed and none is empty: %s", async (_, deltas, text) => {
    const raw = deltas.join("");
    const driver = streamingDriver(async function* () {
      for (const delta of deltas) yield { type: "text", text: delta };
      yield { type: "turn", turn: { text: raw } };
    });
    const events = await collect(await createLLM(driver).stream(hello));
    const texts = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(texts.join("")).toBe(text);
    expect(texts.every((delta) => delta !== "" && delta.isWellFormed())).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "finish", response: { text } });
  });

  test("what the deltas left out is delivered from the turn", async () => {
    const driver = streamingDriver(async function* () {
      yield { type: "text", text: "Hel" };
      yield { type: "turn", turn: { text: "Hello", reasoning: "r", toolCalls: [{ id: "a", name: "f", input: {} }] } };
    });
    const events = await collect(await createLLM(driver).stream(hello));
    expect(joined(events, "text")).toBe("Hello");
    expect(joined(events, "reasoning")).toBe("r");
    expect(events.filter((event) => event.type === "tool-call")).toEqual([
      { type: "tool-call", call: { id: "a", name: "f", input: {} }, step: 1 },
    ]);
  });

  test("a loop streams every step with its number, calls before results, the results in call order", async () => {
    const first = deferred();
    const llm = createLLM(
      scriptedDriver(
        { text: "one", toolCalls: ["slow", "quick"].map((name) => ({ name, input: {} })) },
        { text: "two" },
      ),
    );
    const tools = [
      localTool("slow", () => first.promise.then(() => "slow")),
      localTool("quick", () => {
        first.resolve();
        return "quick";
      }),
    ];
    const events = await collect(await llm.stream({ ...hello, tools, maxSteps: 2 }));
    expect(joined(events, "text", 1)).toBe("one");
    expect(joined(events, "text", 2)).toBe("two");
    const told = events.flatMap((event) => ("call" in event ? [`${event.type} ${event.call.name}`] : []));
    expect(told).toEqual(["tool-call slow", "tool-call quick", "tool-result slow", "tool-result quick"]);
  });

  test("a consumer that changes an announced call changes nothing that runs", async () => {
    const seen: unknown[] = [];
    const driver = scriptedDriver({ toolCalls: [{ id: "a", name: "f", input: { path: "/safe" } }] }, { text: "done" });
    const unannounced = streamingDriver(async function* (request, context) {
      yield { type: "turn", turn: await driver.turn(request, context) };
    });
    const tools = [localTool("f", (input) => void seen.push(input))];
    const stream = await createLLM(unannounced).stream({ ...hello, tools, maxSteps: 2 });
    for await (const event of stream) {
      if (event.type === "tool-call") (event.call.input as { path: string }).path = "/etc";
    }
    expect(seen).toEqual([{ path: "/safe" }]);
    expect((await stream.response()).messages[0]).toMatchObject({ toolCalls: [{ input: { path: "/safe" } }] });
  });

  test("the response is the one of generate(), but for raw", async () => {
    const turn = () => ({
      text: "Hi",
      reasoning: "r",
      model: "scripted-2",
      providerFinishReason: "STOP",
      usage: { inputTokens: 1, outputTokens: 2 },
      sources: [{ type: "web", url: "https://example.com" }],
      providerState: { scripted: "opaque" },
      raw: { body: true },
    });
    const { raw, ...generated } = await createLLM(scriptedDriver(turn())).generate(hello);
    const stream = await createLLM(scriptedDriver(turn())).stream(hello);
    expect(raw).toEqual({ body: true });
    expect(await stream.response()).toEqual(generated);
    expect(await stream.response()).not.toHaveProperty("raw");
    expect((await collect(stream)).at(-1)).toStrictEqual({ type: "finish", response: generated });
  });
});

describe("reading", () => {
  test("it is iterable once", async () => {
    const stream = await createLLM(scriptedDriver({ text: "a" })).stream(hello);
    await collect(stream);
    expect(() => stream[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: "LLM_INVALID_REQUEST" }));
  });

  test("nothing is read from the provider before it is asked for", async () => {
    const deltas = Array.from({ length: 100 }, (): TurnEvent => ({ type: "text", text: "x" }));
    const { asked, iterable } = counted([...deltas, { type: "turn", turn: { text: "x".repeat(100) } }]);
    const stream = await createLLM(streamingDriver(() => iterable)).stream(hello);
    const iterator = stream[Symbol.asyncIterator]();
    for (let i = 1; i <= 3; i++) {
      await iterator.next();
      await new Promise(setImmediate);
      expect(asked.count).toBe(i);
    }
    await stream.close();
  });

  test("concurrent next() calls get the events in order, then done", async () => {
    const stream = await createLLM(scriptedDriver({ text: "ab" })).stream(hello);
    const iterator = stream[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 5 }, () => iterator.next()));
    expect(results.map(({ value }) => value && ("text" in value ? value.text : value.type))).toEqual([
      "a",
      "b",
      "finish",
      undefined,
      undefined,
    ]);
    expect(results.map(({ done }) => Boolean(done))).toEqual([false, false, false, true, true]);
  });

  test.each(["before", "during", "after"])("response() %s iteration gives the whole", async (when) => {
    const stream = await createLLM(scriptedDriver({ text: "abc" })).stream(hello);
    const early = when === "before" ? stream.response() : undefined;
    let during: Promise<unknown> | undefined;
    const texts: string[] = [];
    for await (const event of stream) {
      if (event.type === "text") texts.push(event.text);
      if (when === "during") during ??= stream.response();
    }
    expect(texts.join("")).toBe("abc");
    expect(await (early ?? during ?? stream.response())).toMatchObject({ text: "abc", finishReason: "stop" });
  });

  test("response() alone drains, and what it drained can still be iterated, text in a row as one event", async () => {
    const stream = await createLLM(scriptedDriver({ text: "abc" })).stream(hello);
    const response = await stream.response();
    expect(await collect(stream)).toEqual([
      { type: "text", text: "abc", step: 1 },
      { type: "finish", response },
    ]);
  });

  test("two unread streams of one LLM do not mix", async () => {
    const llm = createLLM(scriptedDriver({ text: "first" }, { text: "second" }));
    const [a, b] = [await llm.stream(hello), await llm.stream(hello)];
    expect((await b.response()).text).toBe("second");
    expect((await a.response()).text).toBe("first");
  });
});

describe("errors in the middle", () => {
  test("what had arrived is delivered, then it rejects once, then it is done", async () => {
    const cut = new LLMError("LLM_STREAM_INTERRUPTED", "scripted: cut");
    const driver = streamingDriver(() => eventsThenError([{ type: "text", text: "Hel" }], cut));
    const stream = await createLLM(driver).stream(hello);
    const iterator = stream[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { type: "text", text: "Hel", step: 1 } });
    expect(await failure(iterator.next())).toMatchObject({ code: "LLM_STREAM_INTERRUPTED", retryable: false });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await failure(stream.response())).toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  });

  test("also when response() met the error first", async () => {
    const cut = new LLMError("LLM_STREAM_INTERRUPTED", "scripted: cut");
    const driver = streamingDriver(() => eventsThenError([{ type: "text", text: "Hel" }], cut));
    const stream = await createLLM(driver).stream(hello);
    expect(await failure(stream.response())).toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
    const iterator = stream[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toMatchObject({ text: "Hel" });
    expect(await failure(iterator.next())).toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
    expect((await iterator.next()).done).toBe(true);
  });

  test("an end without a turn is an interruption, not a success", async () => {
    const driver = streamingDriver(async function* () {
      yield { type: "text", text: "Hel" };
    });
    const stream = await createLLM(driver).stream(hello);
    expect(await failure(collect(stream))).toMatchObject({ code: "LLM_STREAM_INTERRUPTED", retryable: false });
  });

  test("a retryable error before anything came out is not retried either, but may be by the caller", async () => {
    const limited = new LLMError("LLM_RATE_LIMITED", "scripted: slow down", { retryAfterMs: 5 });
    const driver = streamingDriver(() => eventsThenError([], limited));
    const stream = await createLLM(driver, { retryDelay: 0 }).stream(hello);
    expect(await failure(stream.response())).toMatchObject({ retryable: true, retryAfterMs: 5 });
    expect(driver.contexts).toHaveLength(1);
  });

  test("a retryable error is neither retried nor called retryable once part of the answer is out", async () => {
    const limited = new LLMError("LLM_RATE_LIMITED", "scripted: slow down", { retryAfterMs: 5, requestId: "r1" });
    const driver = streamingDriver(() => eventsThenError([{ type: "text", text: "Hel" }], limited));
    const stream = await createLLM(driver, { retryDelay: 0 }).stream(hello);
    const error = await failure(stream.response());
    expect(error).toMatchObject({ code: "LLM_RATE_LIMITED", status: 429, retryable: false, requestId: "r1" });
    expect(error).not.toHaveProperty("retryAfterMs");
    expect(driver.contexts).toHaveLength(1);
  });
});

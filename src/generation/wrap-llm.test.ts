import { describe, expect, test } from "vitest";
import { type Driver, innermostDriver, LLMError } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { disabledLLM } from "./disabled-llm.js";
import { failure, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";
import { overDriver, wrapLLM } from "./wrap-llm.js";

/** Marks the text of every turn. */
const marked = (mark: string) => (driver: Driver) =>
  overDriver(driver, {
    async turn(request, context) {
      const turn = await driver.turn(request, context);
      return { ...turn, text: `${turn.text}${mark}` };
    },
  });

test("a wrapper sits under the loop and the retries: it sees every turn and every attempt", async () => {
  const seen: number[] = [];
  const busy = new LLMError("LLM_PROVIDER_ERROR", "scripted: busy");
  const driver = scriptedDriver({ toolCalls: [{ name: "f", input: {} }] }, busy, { text: "done" });
  const llm = wrapLLM(createLLM(driver, { retryDelay: 0 }), (inner) =>
    overDriver(inner, {
      turn(request, context) {
        seen.push(context.step);
        return inner.turn(request, context);
      },
    }),
  );
  const tools = [localTool("f", () => "x")];
  expect((await llm.generate({ ...hello, tools, maxSteps: 2 })).text).toBe("done");
  expect(seen).toEqual([1, 2, 2]);
});

test("wrappers nest, the last one outermost, and the wrapped LLM stays as it was", async () => {
  const llm = createLLM(scriptedDriver({ text: "x" }, { text: "x" }));
  const wrapped = wrapLLM(wrapLLM(llm, marked("a")), marked("b"));
  expect((await wrapped.generate(hello)).text).toBe("xab");
  expect((await llm.generate(hello)).text).toBe("x");
});

test("the options and the innermost driver are kept", async () => {
  const driver = scriptedDriver(new LLMError("LLM_PROVIDER_ERROR", "scripted: busy"), { text: "never" });
  const llm = wrapLLM(wrapLLM(createLLM(driver, { maxRetries: 0 }), marked("a")), marked("b"));
  expect(llm[innermostDriver]).toBe(driver);
  await failure(llm.generate(hello));
  expect(driver.asked).toHaveLength(1);
});

test("what a wrapper does not touch goes through, bound to the driver", async () => {
  let closed = 0;
  const driver: Driver & { count: number } = {
    ...scriptedDriver({ text: "streamed" }),
    count: 42,
    async countTokens() {
      return this.count;
    },
    async close() {
      closed += this.count;
    },
  };
  const llm = wrapLLM(createLLM(driver), (inner) => overDriver(inner, {}));
  expect((await (await llm.stream(hello)).response()).text).toBe("streamed");
  expect(await llm.countTokens(hello)).toBe(42);
  await llm.close();
  expect(closed).toBe(42);
});

test("a driver that several LLMs share is closed once", async () => {
  let closed = 0;
  const llm = createLLM({ ...scriptedDriver(), close: async () => void closed++ });
  const wrapped = wrapLLM(wrapLLM(llm, marked("a")), marked("b"));
  await Promise.all([wrapped.close(), llm.close(), wrapped.close()]);
  expect(closed).toBe(1);
});

describe("LLM_INVALID_CONFIG", () => {
  const llm = createLLM(scriptedDriver());
  test.each([
    ["a copy", { ...llm }],
    ["a disabled LLM", disabledLLM()],
    ["nothing", undefined],
    ["a string", "llm"],
  ])("for %s: its wrapper would vanish", (_, subject) => {
    const wrap = () => wrapLLM(subject as never, marked("a"));
    expect(wrap).toThrow(expect.objectContaining({ name: "LLMError", code: "LLM_INVALID_CONFIG", status: 400 }));
  });

  test.each([
    ["no function", {}],
    ["a wrapper that gives nothing", () => undefined],
  ])("for %s", (_, wrapper) => {
    expect(() => wrapLLM(llm, wrapper as never)).toThrow(expect.objectContaining({ code: "LLM_INVALID_CONFIG" }));
  });
});

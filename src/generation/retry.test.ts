import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LLMError, type LLMErrorCode } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { maxRetryWait, retryWait } from "./retry.js";
import { deferred, failure, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const waits = vi.hoisted((): { ms: number[]; held?: () => void } => ({ ms: [] }));

vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number, _: unknown, { signal }: { signal: AbortSignal }) => {
    waits.ms.push(ms);
    if (!waits.held) return;
    waits.held();
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
}));

beforeEach(() => {
  waits.ms = [];
  delete waits.held;
});
afterEach(() => void vi.restoreAllMocks());

const busy = (retryAfterMs?: number) => new LLMError("LLM_PROVIDER_ERROR", "scripted: busy", { retryAfterMs });

describe("what is retried", () => {
  test("a retryable error, twice by default, each attempt with the same request", async () => {
    const driver = scriptedDriver(busy(), busy(), { text: "at last" });
    expect((await createLLM(driver).generate(hello)).text).toBe("at last");
    expect(driver.asked).toHaveLength(3);
    expect(driver.asked.map(({ context }) => context.step)).toEqual([1, 1, 1]);
    expect(driver.asked[2]?.request).toEqual(driver.asked[0]?.request);
  });

  test("the last error is the one that escapes", async () => {
    const last = busy();
    const driver = scriptedDriver(busy(), busy(), last, { text: "never" });
    expect(await failure(createLLM(driver).generate(hello))).toBe(last);
    expect(last).toMatchObject({ retryable: true, provider: "scripted", model: "scripted-1" });
  });

  test.each([0, 1, 5])("maxRetries %i", async (maxRetries) => {
    const driver = scriptedDriver(...Array.from({ length: 10 }, () => busy()));
    await failure(createLLM(driver, { maxRetries }).generate(hello));
    expect(driver.asked).toHaveLength(maxRetries + 1);
  });

  test.each<LLMErrorCode>(["LLM_UNAUTHORIZED", "LLM_QUOTA_EXCEEDED", "LLM_BAD_RESPONSE", "LLM_STREAM_INTERRUPTED"])(
    "not %s",
    async (code) => {
      const driver = scriptedDriver(new LLMError(code, "scripted: no"), { text: "never" });
      expect(await failure(createLLM(driver).generate(hello))).toMatchObject({ code });
      expect(driver.asked).toHaveLength(1);
    },
  );

  test("the opening of a stream, and the counting of tokens, too", async () => {
    const driver = { ...scriptedDriver(busy(), { text: "streamed" }), countTokens: vi.fn() };
    driver.countTokens.mockRejectedValueOnce(busy()).mockResolvedValueOnce(7);
    const llm = createLLM(driver);
    expect((await (await llm.stream(hello)).response()).text).toBe("streamed");
    expect(await llm.countTokens(hello)).toBe(7);
    expect(waits.ms).toHaveLength(2);
  });

  test("nothing once the turn was accepted", async () => {
    const driver = streamingDriver(async function* () {
      yield { type: "text", text: "a" };
      throw busy(1);
    });
    const error = await failure((await createLLM(driver).stream(hello)).response());
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", retryable: false });
    expect(error).not.toHaveProperty("retryAfterMs");
    expect([driver.contexts.length, waits.ms.length]).toEqual([1, 0]);
  });

  test("each call to the provider by itself: a loop's second step has its own count", async () => {
    const tools = [{ name: "f", description: "", inputSchema: { type: "object" }, execute: () => "x" }];
    const driver = scriptedDriver(busy(), { toolCalls: [{ name: "f", input: {} }] }, busy(), { text: "done" });
    const llm = createLLM(driver, { maxRetries: 1 });
    expect(await llm.generate({ ...hello, tools, maxSteps: 2 })).toMatchObject({ text: "done", steps: 2 });
    expect(driver.asked.map(({ context }) => context.step)).toEqual([1, 1, 2, 2]);
  });
});

describe("how long it waits", () => {
  test("as the provider told, header or body, up to the cap", async () => {
    const driver = scriptedDriver(busy(1234), busy(10 * 60_000), busy(0), { text: "a" });
    await createLLM(driver, { maxRetries: 3 }).generate(hello);
    expect(waits.ms).toEqual([1234, maxRetryWait, 0]);
    expect(maxRetryWait).toBeGreaterThanOrEqual(60_000);
  });

  test.each([
    [0, 250, 500],
    [1, 500, 1000],
    [3, 2000, 4000],
  ])("else exponentially with jitter: retry %i between %i and %i ms", (retry, least, most) => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(0.999999);
    expect(retryWait(busy(), retry, {})).toBe(least);
    const longest = retryWait(busy(), retry, {});
    expect(longest).toBeGreaterThan(least);
    expect(longest).toBeLessThanOrEqual(most);
  });

  test("also that is capped", () => {
    expect(retryWait(busy(), 1000, {})).toBe(maxRetryWait);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("a wait of %d is none that was told", (retryAfterMs) => {
    expect(busy(retryAfterMs)).not.toHaveProperty("retryAfterMs");
    expect(retryWait(busy(retryAfterMs), 0, { retryDelay: 0 })).toBe(0);
  });

  test("a negative wait is 0", () => {
    expect(busy(-5).retryAfterMs).toBe(0);
  });
});

test.each(["signal", "close"])("%s ends the wait", async (by) => {
  const waiting = deferred();
  waits.held = waiting.resolve;
  const controller = new AbortController();
  const driver = scriptedDriver(busy(60_000), { text: "never" });
  const llm = createLLM(driver);
  const call = failure(llm.generate(hello, { signal: controller.signal }));
  await waiting.promise;
  if (by === "signal") controller.abort("enough");
  else await llm.close();
  expect(await call).toMatchObject({ code: "LLM_CANCELLED" });
  expect(driver.asked).toHaveLength(1);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("an error of a later step is not retryable as a whole: its tools would run a second time", async () => {
  const failing = () => {
    throw new LLMError("LLM_PROVIDER_ERROR", "scripted: overloaded", { status: 503, retryAfterMs: 5 });
  };
  const driver = scriptedDriver({ toolCalls: [{ name: "f", input: {} }] }, failing);
  const llm = createLLM(driver, { maxRetries: 0 });
  const tools = [localTool("f", () => "x")];
  const error = await failure(llm.generate({ ...hello, tools, maxSteps: 3 }));
  expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503, retryable: false });
});

import { createLLM, type Driver, LLMError } from "touchstone";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { estimateTokens } from "./estimate-tokens.js";
import { rateLimited } from "./rate-limited.js";
import { answering, context, outcomeOf, request } from "./testing/answers.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tooMany = () => new LLMError("LLM_RATE_LIMITED", "slow down");
/** A driver whose every request is so many tokens. */
const counting = (tokens: number, more: Partial<Driver> = {}): Driver => ({
  ...answering({ text: "ok" }),
  countTokens: async () => tokens,
  ...more,
});
const throttled = { turn: async () => Promise.reject(tooMany()) };

describe("rateLimited", () => {
  it("lets through what the budget allows, and the rest when its tokens are there, in order", async () => {
    const driver = rateLimited({ tokensPerMinute: 600 })(counting(300));
    const done: number[] = [];
    const turns = [1, 2, 3, 4].map((i) => driver.turn(request, context).then(() => done.push(i)));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(29_900);
    expect(done).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(200);
    expect(done).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(30_000);
    await Promise.all(turns);
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it("counts the tokens that a request may generate too, and never waits for more than there will be", async () => {
    const driver = rateLimited({ tokensPerMinute: 600 })(counting(100));
    await driver.turn({ ...request, maxTokens: 10_000 }, context);
    let isDone = false;
    const second = driver.turn(request, context).then(() => {
      isDone = true;
    });
    // 9,500 tokens of debt, and 100 more.
    await vi.advanceTimersByTimeAsync(950_000);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(11_000);
    await second;
  });

  it("halves its rate at a 429, to a tenth at the least, and adds 5 % of the budget at a success", async () => {
    const limit = rateLimited({ tokensPerMinute: 1_000 });
    const [bad, good] = [limit(counting(0, throttled)), limit(counting(0))];
    const rates: number[] = [];
    for (const driver of [good, bad, bad, bad, bad, bad, good, good]) {
      await driver.turn(request, context).catch(() => {});
      rates.push(limit.rate());
    }
    expect(rates).toEqual([1_000, 500, 250, 125, 100, 100, 150, 200]);
  });

  it("is not slowed down by other errors", async () => {
    const limit = rateLimited({ tokensPerMinute: 1_000 });
    const driver = limit(counting(0, { turn: async () => Promise.reject(new LLMError("LLM_PROVIDER_ERROR", "no")) }));
    await expect(driver.turn(request, context)).rejects.toMatchObject({ code: "LLM_PROVIDER_ERROR" });
    expect(limit.rate()).toBe(1_000);
  });

  it("takes a stream for a success at its end only", async () => {
    const limit = rateLimited({ tokensPerMinute: 1_000 });
    await limit(counting(0, throttled))
      .turn(request, context)
      .catch(() => {});
    const streaming = limit(counting(0));
    const events = await streaming.streamTurn?.(request, context);
    expect(limit.rate()).toBe(500);
    const { events: seen } = await outcomeOf(Promise.resolve(events as never));
    expect(seen.at(-1)?.type).toBe("turn");
    expect(limit.rate()).toBe(550);
  });

  it("takes a 429 within a stream for one", async () => {
    const limit = rateLimited({ tokensPerMinute: 1_000 });
    const source = async function* () {
      yield { type: "text" as const, text: "a" };
      throw tooMany();
    };
    const { error, events } = await outcomeOf(
      limit(counting(0, { streamTurn: async () => source() })).streamTurn?.(request, context),
    );
    expect([error, events.length, limit.rate()]).toMatchObject([{ code: "LLM_RATE_LIMITED" }, 1, 500]);
  });

  it("ends its waiting with the call", async () => {
    const limit = rateLimited({ tokensPerMinute: 60 });
    const driver = limit(counting(60));
    await driver.turn(request, context);
    const controller = new AbortController();
    const waiting = createLLM(driver).generate({ messages: request.messages }, { signal: controller.signal });
    const refused = expect(waiting).rejects.toMatchObject({ code: "LLM_CANCELLED" });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await refused;
    // Whoever left does not hold up the next, and has used nothing.
    const next = driver.turn(request, context);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(next).resolves.toEqual({ text: "ok" });
  });

  it("needs exact counting, and says so at construction", () => {
    for (const tokenCounting of [false, undefined])
      expect(() => rateLimited({ tokensPerMinute: 1 })({ ...counting(0), capabilities: { tokenCounting } })).toThrow(
        expect.objectContaining({
          code: "LLM_INVALID_CONFIG",
          message: expect.stringContaining("counts tokens exactly"),
        }),
      );
    for (const tokensPerMinute of [0, -1, Number.NaN])
      expect(() => rateLimited({ tokensPerMinute })).toThrow(expect.objectContaining({ code: "LLM_INVALID_CONFIG" }));
  });

  it("refuses counts that are none, and a model that it cannot count for", async () => {
    const driver = rateLimited({ tokensPerMinute: 1_000 })(counting(-1));
    await expect(driver.turn(request, context)).rejects.toMatchObject({ code: "LLM_BAD_RESPONSE" });
    await expect(driver.turn({ ...request, model: "other" }, context)).rejects.toMatchObject({
      code: "LLM_UNSUPPORTED",
    });
  });
});

it("estimates tokens under a name of its own", () => {
  expect(estimateTokens({ messages: [{ role: "user", content: "x".repeat(400) }] })).toBeGreaterThanOrEqual(100);
  expect(estimateTokens(request)).toBeGreaterThan(estimateTokens({ messages: request.messages }));
});

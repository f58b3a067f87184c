import { describe, expect, test } from "vitest";
import { LLMError } from "../contract/index.js";
import { generate } from "./ask.js";
import { conforms } from "./index.js";
import { caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage } from "./testing/plain-subject.js";

const hello = { messages: [{ role: "user", content: "Hello." }] } as const;

describe("what is not the subject's fault", () => {
  const greeting = caseOf({ a: mustHold }, async ({ open, check }) => {
    const { subject } = await open();
    await check("a", () => generate(subject, hello));
  });
  const failing = (code: LLMError["code"]) => plainLLM({ generate: () => Promise.reject(new LLMError(code, "no")) });

  test.each(["LLM_UNAUTHORIZED", "LLM_RATE_LIMITED", "LLM_QUOTA_EXCEEDED", "LLM_NETWORK_ERROR"] as const)(
    "%s blocks on a live stage and fails on a scripted one",
    async (code) => {
      const live = await judge(greeting, failing(code), plainStage([]));
      expect(outcomes(live).a).toMatch(`blocked: generate(): expected it to resolve, got a rejection with ${code}`);
      expect(conforms(live)).toBe(false);
      expect(outcomes(await judge(greeting, failing(code))).a).toMatch(
        `failed: generate(): expected it to resolve, got a rejection with ${code}`,
      );
    },
  );

  test("a stage that cannot be set is a harness error", async () => {
    const stage = plainStage(["script"], { open: () => Promise.reject(new Error("port taken")) });
    expect(outcomes(await judge(greeting, plainLLM(), stage)).a).toMatch(
      /^harness-error: open\(\) of the stage plain threw Error: port taken at .*outcome\.test\.ts:\d+:\d+$/,
    );
  });

  test("a bug of a case is a harness error", async () => {
    const buggy = caseOf({ a: mustHold }, async ({ open, check }) => {
      await open();
      await check("a", () => {
        throw new TypeError("x is not a function");
      });
    });
    expect(outcomes(await judge(buggy)).a).toMatch(
      /^harness-error: the suite itself failed, not the subject; please report it: TypeError: x is not a function at /,
    );
  });

  test("a stop() that throws is outcomes", async () => {
    const stop = () => {
      throw new Error("cannot stop");
    };
    expect(outcomes(await judge(greeting, { llm: plainLLM(), stop })).a).toBe(
      "harness-error: the factory's stop() failed: Error: cannot stop",
    );
  });
});

test("reasons are short and hold no key", async () => {
  const llm = plainLLM({
    generate: () => Promise.reject(new Error(`Bearer sk-0123456789abcdef0123 ${"blah ".repeat(1_000)}`)),
  });
  const report = await judge(
    caseOf({ a: mustHold }, async ({ open, check }) => {
      const { subject } = await open();
      await check("a", () => generate(subject, hello));
    }),
    llm,
  );
  expect(outcomes(report).a).not.toContain("0123456789abcdef");
  expect(outcomes(report).a?.length).toBeLessThan(650);
});

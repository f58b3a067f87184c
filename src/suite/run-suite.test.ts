import { describe, expect, test } from "vitest";
import { type LLM, LLMError } from "../contract/index.js";
import { generate } from "./ask.js";
import { equal } from "./expect.js";
import { conforms, countStatuses, embedderCases, llmCase, llmCases, runLLMCases, should } from "./index.js";
import { about, caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage, response } from "./testing/plain-subject.js";

const hello = { messages: [{ role: "user", content: "Hello." }] } as const;

const keyed = <T extends { options: object }>(scene: T) => ({
  ...scene,
  options: { ...scene.options, apiKey: "key-0123456789" },
});

describe("a case", () => {
  test("tells all checks that fail, not the first", async () => {
    const report = await judge(
      caseOf({ a: mustHold, b: mustHold, c: should(about), d: mustHold }, async ({ open, check }) => {
        await open();
        await check("a", () => equal(1, 2, "one"));
        await check("b", () => {});
        await check("c", () => equal(1, 2, "one"));
        await check("d", async () => equal("x", "y", "the letter"));
      }),
    );
    expect(outcomes(report)).toEqual({
      a: "failed: one: expected 2, got 1",
      b: "passed",
      c: "warned: one: expected 2, got 1",
      d: "failed: the letter: expected 'y', got 'x'",
    });
    expect(report.judged).toBe(4);
    expect(conforms(report)).toBe(false);
    expect(countStatuses(report.verdicts)).toMatchObject({ passed: 1, failed: 2, warned: 1 });
    expect(report.verdicts[0]).toMatchObject({ id: "Example/a", case: "Example", check: "a", about: mustHold });
    expect(report.subject).toMatchObject({ provider: "plain", model: "plain-1" });
  });

  test("tells of a failure the request that was sent last, without the key", async () => {
    const raw = { method: "POST", path: "/v1/chat", headers: {}, body: '{"user":"key-0123456789"}' };
    const stage = plainStage(["script", "traffic", "raw"], { sent: [{ kind: "generate", at: 0, raw }] });
    const suiteCase = caseOf({ good: mustHold, bad: mustHold }, async ({ open, check }) => {
      await open();
      await check("good", () => {});
      await check("bad", () => equal(1, 2, "one"));
    });
    const withKey = { ...stage, open: async () => keyed(await stage.open({})) };
    const { verdicts } = await judge(suiteCase, plainLLM(), withKey as never);
    expect(verdicts.map(({ sent }) => sent)).toEqual([undefined, 'POST /v1/chat {"user":"…"}']);
  });

  test("fails the checks that it never reached, with what ended it", async () => {
    const llm = plainLLM({ generate: () => Promise.reject(new LLMError("LLM_BAD_RESPONSE", "not JSON")) });
    const report = await judge(
      caseOf({ before: mustHold, after: mustHold }, async ({ open, check }) => {
        const { subject } = await open();
        await check("before", () => {});
        await generate(subject, hello);
        await check("after", () => {});
      }),
      llm,
    );
    expect(outcomes(report)).toEqual({
      before: "passed",
      after: "failed: generate(): expected it to resolve, got a rejection with LLM_BAD_RESPONSE (status 502): not JSON",
    });
  });

  test("that forgets a check is the suite's own fault", async () => {
    const report = await judge(caseOf({ forgotten: mustHold }, async ({ open }) => void (await open())));
    expect(outcomes(report).forgotten).toMatch(/^harness-error: the suite itself failed.*without judging/);
    expect(conforms(report)).toBe(false);
  });

  test("closes what it opened, subject first, and calls stop", async () => {
    const stage = plainStage();
    const llm = plainLLM({ close: async () => void stage.closed.push("llm") });
    const subject = { llm, stop: async () => void stage.closed.push("stop") };
    await judge(
      caseOf({ a: mustHold }, async ({ open, check }) => {
        await open();
        await open();
        await check("a", () => {});
      }),
      subject,
      stage,
    );
    expect(stage.closed.toSorted()).toEqual(["llm", "llm", "scene", "scene", "stop", "stop"]);
    expect(stage.closed.indexOf("llm")).toBeLessThan(stage.closed.indexOf("scene"));
  });
});

describe("a case's prompt", () => {
  test("is a copy, so that no subject can change it for others", async () => {
    const prompt = { messages: [{ role: "user" as const, content: "Hello." }] };
    const suiteCase = llmCase({
      ...{ name: "Example", claim: "An example.", script: ["Hello."], prompt, checks: { a: mustHold } },
      async run({ open, check, prompt: copy }) {
        const { subject } = await open();
        await check("a", () => generate(subject, copy));
        equal(copy.messages.length, 2, "the messages, as the subject left them");
      },
    });
    const changing = plainLLM({
      generate: async ({ messages }) => {
        (messages as unknown[]).push({ role: "user", content: "And goodbye." });
        return response("Hello.");
      },
    });
    expect(outcomes(await judge(suiteCase, changing))).toEqual({ a: "passed" });
    expect(prompt.messages).toHaveLength(1);
  });
});

describe("a subject that hangs", () => {
  test("is ended by the watchdog, which says what it waited for", async () => {
    const report = await judge(
      caseOf({ a: mustHold, b: mustHold }, async ({ open, check }) => {
        const { subject } = await open();
        await check("a", () => {});
        await check("b", () => generate(subject, hello));
      }),
      plainLLM({ generate: () => new Promise(() => {}) }),
      plainStage(),
      { watchdogMs: 100 },
    );
    expect(outcomes(report)).toEqual({
      a: "passed",
      b: "failed: the case was ended after 100 ms, when it was waiting for the subject in the check b",
    });
  });

  test("in its factory is ended too", async () => {
    const suiteCase = caseOf({ a: mustHold }, async ({ open }) => void (await open()));
    const factory = () => new Promise<LLM>(() => {});
    const report = await runLLMCases(factory, { stage: plainStage(), cases: [suiteCase], watchdogMs: 50 });
    expect(outcomes(report).a).toBe(
      "failed: the case was ended after 50 ms, when it was waiting for the factory before the first check",
    );
  });

  test("in close() does not hang the run", async () => {
    const stage = plainStage();
    const report = await judge(
      caseOf({ a: mustHold }, async ({ open, check }) => {
        await open();
        await check("a", () => {});
      }),
      plainLLM({ close: () => new Promise(() => {}) }),
      stage,
    );
    expect(outcomes(report)).toEqual({ a: "passed" });
    expect(stage.closed).toEqual(["scene"]);
  });
});

describe("the list of cases", () => {
  test("has names and slugs that can be relied upon, and says why for each check", () => {
    for (const { name, claim, checks } of [...llmCases, ...embedderCases]) {
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(claim).toMatch(/\.$/);
      for (const [slug, { clause, why, fix }] of Object.entries(checks)) {
        expect(slug).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
        for (const text of [clause, why, fix]) expect(text, `${name}/${slug}`).toMatch(/^.{15,}[.?]$/);
      }
    }
    const names = [...llmCases, ...embedderCases].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("keeps the names of the seventeen that were there first", () => {
    expect(llmCases.slice(0, 17).map(({ name }) => name)).toEqual([
      ...["Enabled", "Identity", "Generate", "RejectsEmptyConversation", "RejectsUnknownRole", "RejectsEmptySchema"],
      ...["RejectsMalformedAttachment", "AttachmentSizeIsGuarded", "Stream", "StreamCloseIsIdempotent"],
      ...["StreamCloseBeforeDrain", "CapabilitiesAreHonest", "StructuredOutputIsJSON", "ToolLoop"],
      ...["ToolApprovalIsEnforced", "PerRequestModelIsHonouredOrRefused", "HonoursCancelledContext"],
    ]);
  });
});

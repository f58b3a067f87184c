import { describe, expect, test } from "vitest";
import { type LLM, LLMError } from "../contract/index.js";
import { generate } from "./ask.js";
import { equal } from "./expect.js";
import { Failure } from "./failure.js";
import {
  type Case,
  type CaseContext,
  conforms,
  countStatuses,
  llmCase,
  llmCases,
  must,
  runLLMCases,
  type SuiteReport,
  should,
} from "./index.js";
import { plainLLM, plainStage, response } from "./testing/plain-subject.js";

const about = { clause: "It holds.", why: "It matters.", fix: "Mend it." };
const hello = { messages: [{ role: "user", content: "Hello." }] } as const;
const mustHold = must(about);

/** A case of these checks that does this. */
function caseOf<const Slug extends string>(
  checks: Case<LLM, Slug>["checks"],
  run: (context: CaseContext<LLM, Slug>) => Promise<void>,
): Case<LLM> {
  return llmCase({ name: "Example", claim: "An example.", script: ["Hello."], checks, run });
}

const judge = (suiteCase: Case<LLM>, llm: unknown = plainLLM(), stage = plainStage(), more: object = {}) =>
  runLLMCases(() => llm as LLM, { stage, cases: [suiteCase], patienceMs: 20, ...more });

/** `slug: status`, and the reason where it is not passed. */
const told = ({ verdicts }: SuiteReport) =>
  Object.fromEntries(verdicts.map(({ check, status, reason }) => [check, reason ? `${status}: ${reason}` : status]));

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
    expect(told(report)).toEqual({
      a: "failed: one is 1; expected 2",
      b: "passed",
      c: "warned: one is 1; expected 2",
      d: "failed: the letter is 'x'; expected 'y'",
    });
    expect(report.judged).toBe(4);
    expect(conforms(report)).toBe(false);
    expect(countStatuses(report.verdicts)).toMatchObject({ passed: 1, failed: 2, warned: 1 });
    expect(report.verdicts[0]).toMatchObject({ id: "Example/a", case: "Example", check: "a", about: mustHold });
    expect(report.subject).toMatchObject({ provider: "plain", model: "plain-1" });
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
    expect(told(report)).toEqual({
      before: "passed",
      after: "failed: generate() rejected with LLM_BAD_RESPONSE (status 502): not JSON",
    });
  });

  test("that forgets a check is the suite's own fault", async () => {
    const report = await judge(caseOf({ forgotten: mustHold }, async ({ open }) => void (await open())));
    expect(told(report).forgotten).toMatch(/^harness-error: the suite itself failed.*without judging/);
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

describe("a check that is not judged", () => {
  const needy = caseOf({ a: must({ ...about, needs: ["script", "hang-up", "raw"] }) }, async ({ open, check }) => {
    await open();
    await check("a", () => {});
  });

  test("names the powers that the stage lacks", async () => {
    const report = await judge(needy);
    expect(told(report)).toEqual({ a: "not-run: needs hang-up, raw, which the stage plain lacks" });
    expect(report.judged).toBe(0);
    expect(conforms(report)).toBe(false);
  });

  test("is judged where the subject's calls() gives the power", async () => {
    const calls = [hello];
    const suiteCase = caseOf({ a: must({ ...about, needs: ["traffic", "meaning"] }) }, async ({ open, check }) => {
      const { sent, arrived } = await open();
      await check("a", async () => {
        equal(sent().length, 1, "sent");
        equal((await arrived(1)).turn, hello, "the turn");
      });
    });
    expect(told(await judge(suiteCase))).toEqual({ a: expect.stringMatching("^not-run: needs traffic, meaning") });
    expect(told(await judge(suiteCase, { llm: plainLLM(), calls: () => calls }))).toEqual({ a: "passed" });
  });

  const tools = must({ ...about, capabilities: ["tools"] });
  const unclaimed = caseOf({ a: tools, b: tools }, async ({ open, check }) => {
    await open();
    await check("a", () => equal(1, 2, "never looked at"));
    await check("b", () => equal(1, 2, "never looked at"));
  });

  test("is unclaimed when its capability is not claimed and was refused, which is verified once", async () => {
    let asked = 0;
    const llm = plainLLM({
      generate: async () => {
        asked += 1;
        throw new LLMError("LLM_UNSUPPORTED", "no tools");
      },
    });
    const a = "unclaimed: the subject does not claim tools, and refuses it before sending anything";
    expect(told(await judge(unclaimed, llm))).toEqual({ a, b: a });
    expect(asked).toBe(1);
  });

  test("fails when what is not claimed is taken", async () => {
    const llm = plainLLM({ generate: async () => response("Sure.") });
    expect(told(await judge(unclaimed, llm)).a).toMatch(
      /^failed: tools is not claimed and must be refused, but it resolved with .*expected a rejection with LLM_UNSUPPORTED/,
    );
  });

  test("fails when the refusal comes after something was sent", async () => {
    const stage = plainStage(["script", "traffic"], { sent: [{ kind: "generate", at: 0 }] });
    expect(told(await judge(unclaimed, plainLLM(), stage)).a).toMatch(/^failed: .*1 request was sent; expected none/);
  });

  test("ends a case that is about that capability as a whole", async () => {
    let went = false;
    const suiteCase = {
      ...caseOf({ a: mustHold }, async ({ open }) => {
        await open();
        went = true;
      }),
      capabilities: ["tools" as const],
    };
    expect(told(await judge(suiteCase)).a).toMatch(/^unclaimed: /);
    expect(went).toBe(false);
  });
});

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
      expect(told(live).a).toMatch(`blocked: generate() rejected with ${code}`);
      expect(conforms(live)).toBe(false);
      expect(told(await judge(greeting, failing(code))).a).toMatch(`failed: generate() rejected with ${code}`);
    },
  );

  test("a stage that cannot be set is a harness error", async () => {
    const stage = plainStage(["script"], { open: () => Promise.reject(new Error("port taken")) });
    expect(told(await judge(greeting, plainLLM(), stage)).a).toBe(
      "harness-error: the stage plain could not be set: Error: port taken",
    );
  });

  test("a bug of a case is a harness error", async () => {
    const buggy = caseOf({ a: mustHold }, async ({ open, check }) => {
      await open();
      await check("a", () => {
        throw new TypeError("x is not a function");
      });
    });
    expect(told(await judge(buggy)).a).toMatch(
      "harness-error: the suite itself failed, not the subject (TypeError: x is not a function)",
    );
  });

  test("a stop() that throws is told", async () => {
    const stop = () => {
      throw new Error("cannot stop");
    };
    expect(told(await judge(greeting, { llm: plainLLM(), stop })).a).toBe(
      "harness-error: the factory's stop() failed: Error: cannot stop",
    );
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
    expect(told(report)).toEqual({
      a: "passed",
      b: "failed: the case was ended after 100 ms; it was waiting for the subject in the check b",
    });
  });

  test("in its factory is ended too", async () => {
    const suiteCase = caseOf({ a: mustHold }, async ({ open }) => void (await open()));
    const factory = () => new Promise<LLM>(() => {});
    const report = await runLLMCases(factory, { stage: plainStage(), cases: [suiteCase], watchdogMs: 50 });
    expect(told(report).a).toBe("failed: the case was ended after 50 ms; it was waiting for the subject to be made");
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
    expect(told(report)).toEqual({ a: "passed" });
    expect(stage.closed).toEqual(["scene"]);
  });
});

describe("known failures", () => {
  const suiteCase = caseOf({ good: mustHold, bad: mustHold }, async ({ open, check }) => {
    await open();
    await check("good", () => {});
    await check("bad", () => {
      throw new Failure("broken");
    });
  });
  const withKnown = (knownFailures: Record<string, string>) =>
    judge(suiteCase, plainLLM(), plainStage(), { knownFailures });

  test("listed and failing does not count, and stays visible", async () => {
    const report = await withKnown({ "Example/bad": "see the report" });
    expect(report.verdicts[1]).toMatchObject({ status: "failed", known: { reason: "see the report", stale: false } });
    expect(conforms(report)).toBe(true);
  });

  test("listed and passing is stale, and fails", async () => {
    const report = await withKnown({ "Example/bad": "see the report", "Example/good": "was broken once" });
    expect(report.verdicts[0]).toMatchObject({ status: "failed", known: { stale: true } });
    expect(told(report).good).toMatch(/was broken once\): the entry is stale, remove it/);
    expect(conforms(report)).toBe(false);
  });

  test("a misspelt id is an error that lists the near ones", async () => {
    await expect(withKnown({ "Example/godo": "typo", "Exampel/bad": "typo" })).rejects.toThrow(
      /no check "Example\/godo"; near it "Example\/good".*no check "Exampel\/bad"; near it "Example\/bad"/,
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
  expect(told(report).a).not.toContain("0123456789abcdef");
  expect(told(report).a?.length).toBeLessThan(650);
});

describe("the list of cases", () => {
  test("has names and slugs that can be relied upon, and says why for each check", () => {
    for (const { name, claim, checks } of llmCases) {
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(claim).toMatch(/\.$/);
      for (const [slug, { clause, why, fix }] of Object.entries(checks)) {
        expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
        for (const text of [clause, why, fix]) expect(text, `${name}/${slug}`).toMatch(/^.{15,}[.?]$/);
      }
    }
    expect(llmCases).toHaveLength(17);
    expect(new Set(llmCases.map(({ name }) => name)).size).toBe(17);
  });
});

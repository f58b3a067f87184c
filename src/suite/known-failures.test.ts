import { describe, expect, test } from "vitest";
import { Failure } from "./failure.js";
import { conforms } from "./index.js";
import { caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage } from "./testing/plain-subject.js";

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
    expect(outcomes(report).good).toMatch(/was broken once\): the entry is stale, remove it/);
    expect(conforms(report)).toBe(false);
  });

  test("a misspelt id is an error that lists the near ones", async () => {
    await expect(withKnown({ "Example/godo": "typo", "Exampel/bad": "typo" })).rejects.toThrow(
      /no check "Example\/godo"; near it "Example\/good".*no check "Exampel\/bad"; near it "Example\/bad"/,
    );
  });

  test("an id that names a case rightly is answered with that case's own checks, each once", async () => {
    await expect(withKnown({ Example: "which one?" })).rejects.toThrow(
      /^known failures: there is no check "Example"; near it "Example\/bad", "Example\/good", "[^"]+"$/,
    );
  });

  test("an entry needs a reason", async () => {
    await expect(withKnown({ "Example/bad": " " })).rejects.toThrow(/"Example\/bad" needs a reason/);
    await expect(withKnown({ "Example/bad": null as never })).rejects.toThrow(/"Example\/bad" needs a reason/);
  });
});

describe("a flaky known failure", () => {
  const live = plainStage([]);
  /** A subject that keeps the rule in these plays of its case. */
  const play = (keeps: readonly boolean[], flaky: { failures: number; of: number }, stage = live) => {
    let plays = 0;
    const suiteCase = caseOf({ steady: mustHold, moody: mustHold }, async ({ open, check }) => {
      await open();
      await check("steady", () => {});
      await check("moody", () => {
        if (!keeps[plays++]) throw new Failure("it was in a mood");
      });
    });
    return judge(suiteCase, plainLLM(), stage, {
      knownFailures: { "Example/moody": { reason: "see the report", flaky } },
    });
  };

  test("is played as often as it says, and may fail as often", async () => {
    const report = await play([true, false, true], { failures: 1, of: 3 });
    expect(report.verdicts).toHaveLength(2);
    expect(report.verdicts[1]).toMatchObject({
      status: "failed",
      reason: "failed 1 of 3 times: it was in a mood",
      known: { reason: "see the report", stale: false, flaky: { failures: 1, of: 3 } },
    });
    expect(conforms(report)).toBe(true);
  });

  test("fails when it fails more often", async () => {
    const report = await play([true, false, false], { failures: 1, of: 3 });
    expect(outcomes(report).moody).toMatch(
      /^failed: more often than the list of known failures allows \(1: see the report\), it failed 2 of 3 times/,
    );
    expect(conforms(report)).toBe(false);
  });

  test("is not stale when it passes, as it may fail the next time", async () => {
    const report = await play([true, true, true], { failures: 1, of: 3 });
    expect(outcomes(report)).toEqual({ steady: "passed", moody: "passed" });
    expect(conforms(report)).toBe(true);
  });

  test("is for live subjects, and for counts that make sense", async () => {
    await expect(play([], { failures: 1, of: 3 }, plainStage())).rejects.toThrow(/cannot be flaky: against a script/);
    await expect(play([], { failures: 3, of: 3 })).rejects.toThrow(/0 < failures < of/);
  });
});

import { describe, expect, test } from "vitest";
import { Failure } from "./failure.js";
import { conforms } from "./index.js";
import { caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage } from "./testing/plain-subject.js";

const _hello = { messages: [{ role: "user", content: "Hello." }] } as const;

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
});

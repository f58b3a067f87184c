import { describe, expect, it } from "vitest";
import type { Status, SuiteReport, Verdict } from "../suite/index.js";
import { problems, renderCounts, renderLegend, renderMatrix, renderProblems } from "./index.js";

const about = { level: "must", clause: "The rule.", why: "It breaks.", fix: "Mend it." } as const;
const verdict = (id: string, status: Status, more: Partial<Verdict> = {}): Verdict => {
  const [name, check] = id.split("/") as [string, string];
  return { id, case: name, check, status, about, ...more };
};
const report = (...verdicts: Verdict[]): SuiteReport => ({
  subject: { provider: "p", model: "m" },
  stage: "s",
  verdicts,
  judged: verdicts.length,
  durationMs: 12.4,
});
const plain = { color: false };

describe("the matrix", () => {
  const one = report(
    verdict("A/x", "passed"),
    verdict("A/y", "passed"),
    verdict("B/x", "failed"),
    verdict("B/y", "passed"),
  );
  const two = report(
    verdict("A/x", "unclaimed"),
    verdict("B/x", "blocked"),
    verdict("B/y", "not-run"),
    verdict("C/x", "warned"),
  );
  const reports = [
    { name: "one", report: one },
    { name: "second", report: two },
  ];

  it("is cases by subjects, each cell the gravest first", () => {
    expect(renderMatrix("LLM", reports, plain)).toBe(
      ["LLM  one    second", "A    ✓2     ○1", "B    ✗1 ✓1  ■1 ·1", "C           !1"].join("\n"),
    );
  });

  it("explains the symbols that it uses, and no others", () => {
    expect(renderLegend([{ name: "one", report: one }], plain)).toBe("✓ passed  ✗ failed");
  });

  it("is coloured where that is wanted", () => {
    expect(renderMatrix("LLM", reports, { color: true })).toContain("\u001b[31m✗1 ✓1");
  });
});

describe("the counts", () => {
  it("say how many came to what", () => {
    const counted = report(verdict("A/x", "passed"), verdict("A/y", "passed"), verdict("A/z", "failed"));
    expect(renderCounts({ name: "one", report: counted })).toBe("one: 2 passed, 1 failed (3 judged, 12 ms)");
  });

  it("say that nothing was judged", () => {
    expect(renderCounts({ name: "one", report: report() })).toBe("one: nothing judged (0 judged, 12 ms)");
  });
});

describe("the problems", () => {
  it("are what somebody must act on: not what is known to fail, but what is listed in vain", () => {
    const stale = { known: { reason: "link", stale: true } };
    const all = report(
      verdict("A/passed", "passed"),
      verdict("A/failed", "failed"),
      verdict("A/warned", "warned"),
      verdict("A/known", "failed", { known: { reason: "link", stale: false } }),
      // That it is known to fail is no reason why it could not be judged.
      verdict("A/known-but-blocked", "blocked", { known: { reason: "link", stale: false } }),
      verdict("A/known-warning", "warned", { known: { reason: "link", stale: false } }),
      verdict("A/stale", "failed", stale),
      verdict("A/unclaimed", "unclaimed"),
      verdict("A/not-run", "not-run"),
      verdict("A/blocked", "blocked"),
      verdict("A/ours", "harness-error"),
    );
    expect(problems(all).map(({ check }) => check)).toEqual([
      "failed",
      "warned",
      "known-but-blocked",
      "stale",
      "blocked",
      "ours",
    ]);
    expect(renderProblems({ name: "one", report: report(verdict("A/stale", "failed", stale)) }, plain)).toContain(
      "remove the entry",
    );
  });

  it("tell the rule, what was seen, why it matters and what is usually wrong", () => {
    const failed = report(verdict("A/x", "failed", { reason: "It was 2." }));
    expect(renderProblems({ name: "one", report: failed }, plain)).toBe(
      [
        "✗ A/x (one, must)",
        "  rule: The rule.",
        "  seen: It was 2.",
        "  why it matters: It breaks.",
        "  usually: Mend it.",
      ].join("\n"),
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Status } from "../suite/index.js";
import { compareReports, renderComparison } from "./index.js";
import { facts, reportOf, runReport, suiteReport, verdict } from "./testing/example-report.js";

const stale = { known: { reason: "issue 1", stale: true } };
const rules = (digest: string) => ({ requirements: { ...facts.requirements, digest } });

describe("comparing a run with an earlier one", () => {
  it.each<[Status, Status, string]>([
    ["passed", "failed", "worse"],
    ["passed", "blocked", "worse"],
    ["passed", "harness-error", "worse"],
    ["passed", "unclaimed", "worse"],
    ["passed", "not-run", "worse"],
    ["failed", "blocked", "worse"],
    ["warned", "failed", "worse"],
    ["unclaimed", "failed", "worse"],
    ["not-run", "blocked", "worse"],
    ["failed", "passed", "better"],
    ["failed", "warned", "better"],
    ["blocked", "passed", "better"],
    ["blocked", "unclaimed", "better"],
    ["warned", "passed", "better"],
    ["unclaimed", "passed", "better"],
    ["not-run", "warned", "better"],
    ["passed", "warned", "changed"],
    ["blocked", "failed", "changed"],
    ["unclaimed", "not-run", "changed"],
  ])("from %s to %s is %s", (before, after, direction) => {
    const { changes, same } = compareReports(
      reportOf(verdict("A/x", before), verdict("A/y", "passed")),
      reportOf(verdict("A/x", after, { reason: "seen" }), verdict("A/y", "passed")),
    );
    expect(changes).toEqual([{ kind: "llm", subject: "one", id: "A/x", direction, before, after, reason: "seen" }]);
    expect(same).toBe(1);
  });

  it("takes a stale known failure for the check that passes", () => {
    const passed = reportOf(verdict("A/x", "passed"));
    const found = reportOf(verdict("A/x", "failed", stale));
    expect(compareReports(passed, found)).toEqual({ changes: [], same: 1 });
    expect(compareReports(reportOf(verdict("A/x", "failed")), found).changes[0]?.direction).toBe("better");
  });

  it("finds what only one of them has", () => {
    const before = runReport([
      { name: "kept", report: suiteReport(verdict("A/x", "passed"), verdict("A/lost", "passed")) },
      { name: "gone", report: suiteReport(verdict("A/x", "passed")) },
    ]);
    const after = runReport([
      { name: "kept", report: suiteReport(verdict("A/x", "passed"), verdict("A/added", "failed")) },
      { name: "kept", kind: "embedder", report: suiteReport(verdict("A/x", "passed")) },
    ]);
    const found = (now: typeof after) =>
      compareReports(before, now).changes.map(({ kind, subject, id, direction }) => [direction, kind, subject, id]);
    const rest = [
      ["new", "llm", "kept", "A/added"],
      ["new", "embedder", "kept", undefined],
    ];
    const lostSubject = ["worse", "llm", "gone", undefined];
    expect(found({ ...after, ...rules("other") })).toEqual([lostSubject, ...rest, ["gone", "llm", "kept", "A/lost"]]);
    // Under the same requirements, the check was there to be judged.
    expect(found(after)).toEqual([["worse", "llm", "kept", "A/lost"], lostSubject, ...rest]);
  });

  it.each<[Status, string, string]>([
    ["passed", "worse", "Worse\n  LLM two is not judged any more"],
    ["failed", "worse", "Worse\n  LLM two is not judged any more"],
    ["blocked", "gone", "Gone\n  LLM two"],
  ])("names a subject that is gone, of which a check had %s, as %s", (status, direction, told) => {
    const both = ["one", "two"].map((name) => ({ name, report: suiteReport(verdict("A/x", status)) }));
    const comparison = compareReports(runReport(both), runReport(both.slice(0, 1)));
    expect(comparison).toEqual({ changes: [{ kind: "llm", subject: "two", direction }], same: 1 });
    expect(renderComparison(comparison, { color: false })).toContain(`${told}\n`);
  });

  it("is told the worse first, and last in numbers", () => {
    const text = renderComparison(
      compareReports(
        reportOf(verdict("A/x", "failed"), verdict("A/y", "passed"), verdict("A/z", "passed")),
        reportOf(
          verdict("A/x", "passed"),
          verdict("A/y", "failed", { reason: "It was\u001b[2J 2." }),
          verdict("A/z", "passed"),
        ),
      ),
      { color: false },
    );
    expect(text).toBe(
      [
        "Worse",
        "  A/y (LLM one) passed → failed: It was␛[2J 2.",
        "",
        "Better",
        "  A/x (LLM one) failed → passed",
        "",
        "1 worse, 0 changed, 0 new, 0 gone, 1 better, 1 the same",
        "",
      ].join("\n"),
    );
  });
});

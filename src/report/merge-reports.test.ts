import { describe, expect, it } from "vitest";
import { mergeReports, type RunReport, readReport } from "./index.js";
import { facts, runReport, suiteReport, verdict } from "./testing/example-report.js";

const passing = suiteReport(verdict("A/x", "passed"));
const failing = suiteReport(verdict("A/x", "failed"));

describe("merged reports", () => {
  it("are one matrix that fits the schema, with the outcome of the worst", () => {
    const merged = mergeReports([
      runReport([{ name: "one", report: passing }]),
      runReport([{ name: "two", report: failing }], { command: "npx touchstone check two" }),
    ]);
    expect(readReport(JSON.stringify(merged))).toEqual(merged);
    expect(merged.subjects.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(merged.outcome).toBe("fails");
    expect(merged.command).toBe(`${facts.command}\nnpx touchstone check two`);
    expect(merged.durationMs).toBe(2 * facts.durationMs);
    expect(merged.mergedFrom?.map(({ outcome, subjects }) => [outcome, subjects])).toEqual([
      ["conforms", ["one"]],
      ["fails", ["two"]],
    ]);
  });

  it.each<[RunReport["outcome"], readonly RunReport["outcome"][]]>([
    ["kit-failed", ["conforms", "kit-failed", "fails"]],
    ["fails", ["incomplete", "fails", "conforms"]],
    ["incomplete", ["conforms", "incomplete"]],
    ["conforms", ["conforms", "conforms"]],
  ])("have the outcome of the worst: %s", (worst, outcomes) => {
    expect(mergeReports(outcomes.map((outcome) => ({ ...runReport([{}]), outcome }))).outcome).toBe(worst);
  });

  it("have no two subjects of a kind with one name", () => {
    const one = runReport([{ name: "m", report: passing }]);
    const both = runReport([
      { name: "m", kind: "llm", report: passing },
      { name: "m", kind: "embedder", report: passing },
    ]);
    const merged = mergeReports([one, both, runReport([{ name: "m (2)", report: passing }])]);
    expect(merged.subjects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "llm m",
      "llm m (2)",
      "embedder m",
      "llm m (2) (2)",
    ]);
  });

  it("tell of runs of different versions, requirements and times", () => {
    const later = { checks: 5, digest: "fedc" };
    const merged = mergeReports([
      runReport([{ name: "one" }], { startedAt: "2026-02-01T00:00:00Z" }),
      runReport([{ name: "two" }], { kit: { name: "touchstone", version: "0.2.0" }, requirements: later }),
    ]);
    expect(merged.kit.version).toBe("0.1.0, 0.2.0");
    expect(merged.requirements).toEqual({ checks: 5, digest: `${facts.requirements.digest}, fedc` });
    expect(merged.startedAt).toBe(facts.startedAt);
  });

  it("can be merged again, and say that a run was interrupted", () => {
    const three = ["one", "two", "three"].map((name) => runReport([{ name }], { interrupted: `${name} hung` }));
    const [one, two, three_] = three as [RunReport, RunReport, RunReport];
    const merged = mergeReports([mergeReports([one, two]), three_]);
    expect(merged).toEqual(mergeReports(three));
    expect(merged.interrupted).toBe("one hung; two hung; three hung");
  });

  it("are the report itself where there is one, and an error where there is none", () => {
    const one = runReport([{}]);
    expect(mergeReports([one])).toBe(one);
    expect(() => mergeReports([])).toThrow("no report");
  });
});

import { expect, test } from "vitest";
import type { Status } from "../suite/index.js";
import { claimOf } from "./claims.js";
import type { SubjectResult } from "./run-report.js";
import { renderReport } from "./terminal-report.js";
import { capabilities, reportOf, runReport, verdict } from "./testing/example-report.js";

const subjectWith = (status: Status) =>
  ({ capabilities, checks: [{ id: "CapabilitiesAreHonest/structured-output", status }] }) as unknown as SubjectResult;

test.each([
  ["passed", "shown"],
  ["failed", "broken"],
  ["not-run", "claimed"],
  ["blocked", "claimed"],
] as const)("a claim whose check came to %s is %s", (status, claim) => {
  expect(claimOf(subjectWith(status), "structuredOutput")).toBe(claim);
});

test("what is not claimed is absent", () => {
  const subject = { ...subjectWith("passed"), capabilities: { ...capabilities, structuredOutput: false } };
  expect(claimOf(subject, "structuredOutput")).toBe("absent");
});

test("a terminal shows what was verified as verified, and nothing else", () => {
  const report = reportOf(
    verdict("CapabilitiesAreHonest/streaming", "passed"),
    verdict("CapabilitiesAreHonest/tools", "failed"),
    verdict("CapabilitiesAreHonest/structured-output", "not-run"),
  );
  const text = renderReport(report, { color: false });
  expect(text).toMatch(/^streaming +✓$/m);
  expect(text).toMatch(/^tools +✗$/m);
  expect(text).toMatch(/^structuredOutput +\?$/m);
  expect(text).toMatch(/^\? claimed, not verified$/m);
});

test("tokens that an endpoint does not count are unknown", () => {
  expect(renderReport(runReport([{ requests: 3 }]), { color: false })).toContain("3 requests, unknown output tokens");
});

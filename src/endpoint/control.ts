import type { SuiteReport, Verdict } from "../suite/index.js";

/**
 * Tells a model's faults from its endpoint's, by the same run against a reference that serves the same model: what fails
 * at both is the model's, or the kit's, and does not count against the endpoint.
 * @param control what came of the reference
 */
export function withControl(report: SuiteReport, control: SuiteReport): SuiteReport {
  const there = new Map(control.verdicts.map((verdict) => [verdict.id, verdict]));
  const verdicts = report.verdicts.map((verdict): Verdict => {
    const other = there.get(verdict.id);
    if (!["failed", "warned"].includes(verdict.status) || verdict.known || !other) return verdict;
    const { reason = "" } = verdict;
    if (other.status === verdict.status) {
      const there = other.reason === undefined || other.reason === reason ? "" : ` (there: ${other.reason})`;
      return {
        ...verdict,
        status: "blocked",
        reason: `it fails at the control too, so it is the model's fault or the kit's, not the endpoint's: ${reason}${there}`,
      };
    }
    if (other.status === "passed") return { ...verdict, reason: `${reason} (it passes at the control)` };
    return { ...verdict, reason: `${reason} (it could not be judged at the control)` };
  });
  const judged = verdicts.filter(({ status }) => ["passed", "failed", "warned"].includes(status)).length;
  return { ...report, verdicts, judged };
}

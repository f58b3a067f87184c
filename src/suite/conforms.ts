import type { Status, SuiteReport, Verdict } from "./verdict.js";

/**
 * Whether a verdict counts against the subject or the run: failed and not a known failure, stale, blocked, or our fault.
 */
export function countsAgainst({ status, known }: Verdict): boolean {
  if (status === "failed") return !known || known.stale;
  return status === "blocked" || status === "harness-error";
}

/** Whether a run is a success: something was judged, and nothing counts against it. */
export function conforms({ judged, verdicts }: SuiteReport): boolean {
  return judged > 0 && !verdicts.some(countsAgainst);
}

/** How many verdicts there are of each status; known failures stand among the failed. */
export function countStatuses(verdicts: readonly Verdict[]): Readonly<Record<Status, number>> {
  const counts: Record<Status, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    unclaimed: 0,
    "not-run": 0,
    blocked: 0,
    "harness-error": 0,
  };
  for (const { status } of verdicts) counts[status] += 1;
  return counts;
}

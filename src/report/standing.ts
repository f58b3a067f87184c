import type { Status } from "../suite/index.js";
import type { CheckResult } from "./run-report.js";

/** What a check came to, as reports show it. `known`: it does not hold, and is listed as known to. */
export type Standing = Status | "known";

/** From the gravest to the slightest. */
export const standings: readonly Standing[] = [
  "harness-error",
  "failed",
  "blocked",
  "warned",
  "known",
  "passed",
  "unclaimed",
  "not-run",
];

/** One character each, one column wide. */
export const symbols: Readonly<Record<Standing, string>> = {
  passed: "✓",
  failed: "✗",
  warned: "!",
  known: "~",
  unclaimed: "○",
  "not-run": "·",
  blocked: "■",
  "harness-error": "☠",
};

/** What each means, for a legend. */
export const meanings: Readonly<Record<Standing, string>> = {
  passed: "passed",
  failed: "failed",
  warned: "a should that does not hold",
  known: "known to fail",
  unclaimed: "not claimed, and refused as it must be",
  "not-run": "this run could not show it",
  blocked: "could not be judged",
  "harness-error": "the suite's own fault",
};

/** @returns what a check came to; an entry of the known failures that is stale excuses nothing */
export function standingOf({ status, known }: Pick<CheckResult, "status" | "known">): Standing {
  return known && !known.stale && (status === "failed" || status === "warned") ? "known" : status;
}

/** How many checks came to what. */
export function countStandings(checks: readonly CheckResult[]): ReadonlyMap<Standing, number> {
  const counts = new Map<Standing, number>();
  for (const check of checks) counts.set(standingOf(check), (counts.get(standingOf(check)) ?? 0) + 1);
  return new Map(
    standings.flatMap((standing) => (counts.has(standing) ? [[standing, counts.get(standing) ?? 0]] : [])),
  );
}

import { type Fact, factsOf } from "./facts.js";
import type { CheckResult } from "./run-report.js";
import { type Standing, standingOf } from "./standing.js";

/** What somebody must act on: a check, or several that have come to the same for one reason. */
export type Problem = readonly [CheckResult, ...CheckResult[]];

/** How many checks that have come to the same are told together. */
const many = 4;

/** What counts against the subject or the run, and warnings that are news. */
const calling: ReadonlySet<Standing> = new Set(["harness-error", "failed", "blocked", "warned"]);

/**
 * Everything that somebody must act on, in the order of the suite. What many checks have come to for one reason (a refused
 * key, a factory that throws) is one problem.
 */
export function problemsOf(checks: readonly CheckResult[]): readonly Problem[] {
  const groups = new Map<string, [CheckResult, ...CheckResult[]]>();
  for (const check of checks.filter((one) => calling.has(standingOf(one)))) {
    const key = JSON.stringify([check.status, check.known?.stale, check.reason]);
    const group = groups.get(key);
    if (group) group.push(check);
    else groups.set(key, [check]);
  }
  return [...groups.values()].flatMap((alike): Problem[] =>
    alike.length < many ? alike.map((check): Problem => [check]) : [alike],
  );
}

/** How a problem is called, and what stands beside that: whose it is, and how grave. */
export function titleOf(
  [first, ...others]: Problem,
  subject: string,
): { readonly title: string; readonly note: string } {
  const isOfSubject = !first.known?.stale && (first.status === "failed" || first.status === "warned");
  return others.length === 0
    ? { title: first.id, note: `${subject}, ${isOfSubject ? first.level : first.status}` }
    : { title: `${others.length + 1} checks`, note: `${subject}, ${first.status}` };
}

/** What helps whoever looks into it. Of several checks, only what holds for all of them. */
export function factsOfProblem([first, ...others]: Problem): readonly Fact[] {
  if (others.length === 0) return factsOf(first);
  const ofEach = new Set(["rule", "why it matters", ...(first.status === "blocked" ? [] : ["fix"])]);
  return factsOf(first).filter(({ label }) => !ofEach.has(label));
}

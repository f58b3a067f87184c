import type { Case } from "./case.js";
import type { Outcome } from "./outcome.js";
import type { KnownFailures, Verdict } from "./verdict.js";

/**
 * Checks that every listed id exists.
 * @throws Error naming each that does not, with the ids that look like it
 */
export function checkKnownFailures(known: KnownFailures, cases: readonly Case<never>[]): void {
  const ids = cases.flatMap(({ name, checks }) => Object.keys(checks).map((slug) => `${name}/${slug}`));
  const problems = Object.keys(known)
    .filter((id) => !ids.includes(id))
    .map((id) => `there is no check "${id}"; near it ${nearest(id, ids).join(", ")}`);
  if (problems.length > 0) throw new Error(`known failures: ${problems.join("; ")}`);
}

/** The verdict on a check, with what the list says of it: listed and passing is a failure of the list. */
export function withKnown(verdict: Omit<Verdict, keyof Outcome>, outcome: Outcome, known: KnownFailures): Verdict {
  const reason = Object.hasOwn(known, verdict.id) ? known[verdict.id] : undefined;
  if (reason === undefined) return { ...verdict, ...outcome };
  if (outcome.status !== "passed") return { ...verdict, ...outcome, known: { reason, stale: false } };
  return {
    ...verdict,
    status: "failed",
    reason: `it passes, but is listed as a known failure (${reason}): the entry is stale, remove it`,
    known: { reason, stale: true },
  };
}

function nearest(id: string, ids: readonly string[]): string[] {
  return ids
    .map((candidate) => ({ candidate, distance: editDistance(id.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => `"${candidate}"`);
}

/** How many letters must be put in, taken out or changed to make one of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

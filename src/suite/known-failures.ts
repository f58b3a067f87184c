import { nearest } from "../contract/index.js";
import type { Case } from "./case.js";
import type { Outcome } from "./outcome.js";
import type { KnownFailure, KnownFailures, Verdict } from "./verdict.js";

/**
 * Checks that every listed id exists, and that only a live subject is called flaky.
 * @param live whether the subject may give another verdict the next time
 * @throws Error naming each id that does not exist, with the ids that look like it
 */
export function checkKnownFailures(
  known: KnownFailures,
  cases: readonly Pick<Case<never>, "name" | "checks">[],
  live: boolean,
): void {
  const ids = [...new Set(cases.flatMap(({ name, checks }) => Object.keys(checks).map((slug) => `${name}/${slug}`)))];
  const problems = Object.keys(known).flatMap((id) => {
    if (!ids.includes(id)) {
      const near = nearest(id, ids).map((candidate) => `"${candidate}"`);
      return [`there is no check "${id}"; near it ${near.join(", ")}`];
    }
    const problem = problemOf(known[id], live);
    return problem ? [`"${id}" ${problem}`] : [];
  });
  if (problems.length > 0) throw new Error(`known failures: ${problems.join("; ")}`);
}

function problemOf(entry: unknown, live: boolean): string | undefined {
  const { reason, flaky } = (typeof entry === "string" ? { reason: entry } : (entry ?? {})) as Partial<KnownFailure>;
  if (typeof reason !== "string" || reason.trim() === "") return "needs a reason: a sentence and a link";
  if (flaky === undefined) return undefined;
  if (!live) return "cannot be flaky: against a script every run gives the same verdict";
  const { failures, of } = flaky;
  const sound = Number.isInteger(failures) && Number.isInteger(of) && failures > 0 && failures < of;
  return sound ? undefined : "needs flaky: { failures, of } with 0 < failures < of, such as { failures: 1, of: 3 }";
}

/** How often a case is to be played: as often as the flakiest of its checks wants, else once. */
export function playsOf({ name, checks }: Case<never>, known: KnownFailures): number {
  const wanted = Object.keys(checks).map((slug) => entryOf(`${name}/${slug}`, known)?.flaky?.of ?? 1);
  return Math.max(1, ...wanted);
}

/**
 * The verdict on a check, with what the list says of it: listed and passing is a failure of the list, flaky and failing
 * more often than listed is one of the subject's.
 * @param outcomes one for each time that its case was played
 */
export function withKnown(
  verdict: Omit<Verdict, keyof Outcome>,
  outcomes: readonly [Outcome, ...Outcome[]],
  known: KnownFailures,
): Verdict {
  const [first] = outcomes;
  const entry = entryOf(verdict.id, known);
  if (!entry) return { ...verdict, ...ofSeveral(outcomes) };
  const { reason, flaky } = entry;
  if (flaky) return { ...verdict, ...flakyOutcome(outcomes.slice(0, flaky.of), reason, flaky) };
  if (first.status !== "passed") return { ...verdict, ...first, known: { reason, stale: false } };
  return {
    ...verdict,
    status: "failed",
    reason: `it passes, but is listed as a known failure (${reason}): the entry is stale, remove it`,
    known: { reason, stale: true },
  };
}

/** What came of a check that is not listed: the worst that was seen, and how often it failed. */
function ofSeveral(outcomes: readonly [Outcome, ...Outcome[]]): Outcome & Pick<Verdict, "runs"> {
  const [first] = outcomes;
  const failed = outcomes.filter(({ status }) => status === "failed" || status === "warned");
  const [worst] = failed;
  if (outcomes.length === 1) return first;
  if (!worst) return outcomes.find(({ status }) => status !== "passed") ?? first;
  const runs = { failures: failed.length, of: outcomes.length };
  return { ...worst, runs, reason: `failed ${runs.failures} of ${runs.of} times: ${worst.reason}` };
}

/** A flaky check that passes every time is not stale: it may fail the next. */
function flakyOutcome(
  outcomes: readonly Outcome[],
  reason: string,
  { failures }: NonNullable<KnownFailure["flaky"]>,
): Outcome & Pick<Verdict, "known"> {
  const failed = outcomes.filter(({ status }) => status === "failed");
  const seen = { failures: failed.length, of: outcomes.length };
  const [worst] = failed;
  if (!worst) return { ...(outcomes.find(({ status }) => status !== "passed") ?? { status: "passed" }) };
  const times = `failed ${seen.failures} of ${seen.of} times: ${worst.reason}`;
  if (seen.failures <= failures)
    return { status: "failed", reason: times, known: { reason, stale: false, flaky: seen } };
  return {
    status: "failed",
    reason: `more often than the list of known failures allows (${failures}: ${reason}), it ${times}`,
  };
}

function entryOf(id: string, known: KnownFailures): KnownFailure | undefined {
  const entry = Object.hasOwn(known, id) ? known[id] : undefined;
  return typeof entry === "string" ? { reason: entry } : entry;
}

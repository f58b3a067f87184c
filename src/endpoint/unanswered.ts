import type { Case, SuiteReport, SuiteRun } from "../suite/index.js";

/** Why nothing else was asked: not even the plainest request was answered. */
export interface Unanswered {
  readonly reason: string;
  /** Of the error that it ended with, where it did. */
  readonly code?: string;
}

/**
 * What the first case of a run came to, for all others: where the plainest request fails, so would each of them, and for
 * the same reason.
 * @param check that the plainest request is answered, by its id
 * @param asked what that was, in words
 * @returns undefined where it was answered
 */
export function unansweredIn(report: SuiteReport, check: string, asked: string): Unanswered | undefined {
  const answered = report.verdicts.find(({ id }) => id === check);
  const { status, error, reason = "no answer" } = answered ?? {};
  // What was answered, and not as it should be, is for that check alone to tell.
  if (status === "passed" || ((status === "failed" || status === "warned") && !error)) return undefined;
  return { reason: `${asked} failed, so nothing else was asked: ${reason}`, ...(error && { code: error.code }) };
}

/** The report of a run in which nothing could be judged. */
export function nothingJudged<Subject>(
  run: SuiteRun<Subject>,
  others: readonly Case<Subject>[],
  { reason }: Unanswered,
): SuiteReport {
  for (const one of others) run.giveUp(one, reason);
  const report = run.report();
  const verdicts = report.verdicts.map(({ error: _, sent: __, replied: ___, ...verdict }) => ({
    ...verdict,
    status: "blocked" as const,
    reason,
  }));
  return { ...report, verdicts, judged: 0 };
}

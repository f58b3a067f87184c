import {
  compareReports,
  type RunReport,
  renderComparison,
  renderReport,
  requirementsOf,
  type SubjectRun,
  toRunReport,
} from "../report/index.js";
import { embedderCases, llmCases } from "../suite/index.js";
import { builtInSubjects } from "./built-in-subjects.js";
import { checkEndpoint } from "./check-endpoint.js";
import { commandLine } from "./command-line.js";
import { checkConfigured, configFile } from "./config.js";
import { type EndpointFlags, namesEndpoint, refuseOrphans } from "./endpoint-flags.js";
import { exitCodes } from "./exit-codes.js";
import { readReportFile } from "./read-report-file.js";
import { checkReportFiles, type ReportFiles, writeReportFiles } from "./render.js";
import { terminalOptions } from "./terminal-options.js";
import { UsageError } from "./usage-error.js";
import { version } from "./version.js";

export interface CheckFlags extends EndpointFlags, ReportFiles {
  /** A file that `--json` wrote earlier. */
  readonly baseline?: string;
  /** A file that exports a configuration. */
  readonly config?: string;
}

/** What was run, before it is put together as a report. */
export interface CheckedSubjects {
  readonly runs: readonly SubjectRun[];
  /** Why it ended before its end. */
  readonly interrupted?: string | undefined;
  /** Whether it was Ctrl-C. */
  readonly byUser?: boolean;
  /** Why nothing could be judged at all, and what to look at: told instead of a matrix in which everything is blocked. */
  readonly unanswered?: string | undefined;
}

/**
 * Judges the built-in subjects, or an endpoint, and prints what it found.
 * @param args the command line, which the report tells how to repeat
 * @returns the code that the process should end with
 * @throws UsageError when the flags do not go together
 */
export async function check(flags: CheckFlags, args: readonly string[]): Promise<number> {
  await checkReportFiles(flags);
  const baseline = flags.baseline === undefined ? undefined : await readReportFile(flags.baseline);
  const startedAt = new Date();
  const began = performance.now();
  const { runs, interrupted, byUser = false, unanswered } = await judged(flags);
  const report = toRunReport(runs, {
    kit: { name: "touchstone", version: version() },
    requirements: requirementsOf([...llmCases, ...embedderCases]),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - began),
    command: commandLine(args),
    interrupted,
  });
  await writeReportFiles(report, flags);
  // Where it fails all the same, what of it fails is worth more than why nothing else was asked.
  process.stdout.write(
    unanswered === undefined || report.outcome !== "incomplete"
      ? renderReport(report, terminalOptions())
      : `${unanswered}\n\nTo repeat it:\n${report.command}\n`,
  );
  // Last, where whoever reads a long report looks first.
  const isWorse = baseline !== undefined && tellDifference(baseline, report);
  if (byUser) return exitCodes.interrupted;
  if (isWorse) return exitCodes.worse;
  return codes[report.outcome];
}

const codes: Readonly<Record<RunReport["outcome"], number>> = {
  conforms: exitCodes.conforms,
  fails: exitCodes.fails,
  "kit-failed": exitCodes.ours,
  incomplete: exitCodes.incomplete,
};

/** @returns whether anything is worse than it was */
function tellDifference(baseline: RunReport, report: RunReport): boolean {
  const comparison = compareReports(baseline, report);
  process.stdout.write(`\nAgainst the baseline:\n\n${renderComparison(comparison, terminalOptions())}\n`);
  return comparison.changes.some(({ direction }) => direction === "worse");
}

async function judged(flags: CheckFlags): Promise<CheckedSubjects> {
  if (namesEndpoint(flags)) {
    if (flags.config !== undefined)
      throw new UsageError("--config names subjects, and so does --base-url; take one of them");
    return checkEndpoint(flags);
  }
  refuseOrphans(flags);
  const file = configFile(flags.config);
  return file === undefined ? checkBuiltIn() : checkConfigured(file);
}

async function checkBuiltIn(): Promise<CheckedSubjects> {
  const runs: SubjectRun[] = [];
  // One after the other: on a machine with few cores, subjects that share it would only disturb each other.
  for (const { kind, name, run } of builtInSubjects) runs.push({ kind, name, report: await run() });
  return { runs };
}

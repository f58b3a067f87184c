import type { MergedRun, RunOutcome, RunReport, SubjectResult } from "./run-report.js";

/** From the worst to the best. */
const outcomes: readonly RunOutcome[] = ["kit-failed", "fails", "incomplete", "conforms"];

/**
 * Puts reports together as one: their subjects side by side, the outcome that of the worst. A name that two subjects of
 * one kind have is made distinct: `gpt`, `gpt (2)`. Facts in which the runs differ stand together, and each run is kept
 * as it was in `mergedFrom`.
 * @throws Error when there is no report
 */
export function mergeReports(reports: readonly RunReport[]): RunReport {
  const [first] = reports;
  if (!first) throw new Error("there is no report to merge");
  if (reports.length === 1) return first;
  const named = distinct(reports);
  const runs = named.flatMap(runsOf);
  const all = <T>(pick: (run: MergedRun) => T) => [...new Set(runs.map(pick))];
  const interruptions = runs.flatMap(({ interrupted }) => (interrupted === undefined ? [] : [interrupted]));
  return {
    schemaVersion: 1,
    kit: { name: "touchstone", version: all(({ kit }) => kit.version).join(", ") },
    requirements: {
      checks: Math.max(...runs.map(({ requirements }) => requirements.checks)),
      digest: all(({ requirements }) => requirements.digest).join(", "),
    },
    startedAt: all(({ startedAt }) => startedAt).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
    command: all(({ command }) => command).join("\n"),
    outcome: outcomes.find((outcome) => runs.some((run) => run.outcome === outcome)) ?? "incomplete",
    ...(interruptions.length > 0 && { interrupted: [...new Set(interruptions)].join("; ") }),
    mergedFrom: runs,
    subjects: named.flatMap(({ subjects }) => subjects),
  };
}

/** The runs of a report; those of a report that was itself merged are taken over. */
function runsOf({ schemaVersion, mergedFrom, subjects, ...facts }: RunReport): readonly MergedRun[] {
  return mergedFrom ?? [{ ...facts, subjects: subjects.map(({ name }) => name) }];
}

/** The reports, with no two subjects of a kind of the same name. */
function distinct(reports: readonly RunReport[]): readonly RunReport[] {
  const taken = new Set<string>();
  return reports.map((report) => {
    const renamed = new Map<string, string>();
    const subjects = report.subjects.map((subject) => {
      const name = freeName(subject, taken);
      renamed.set(subject.name, name);
      return name === subject.name ? subject : { ...subject, name };
    });
    const mergedFrom = report.mergedFrom?.map((run) => ({
      ...run,
      subjects: run.subjects.map((name) => renamed.get(name) ?? name),
    }));
    return { ...report, subjects, ...(mergedFrom && { mergedFrom }) };
  });
}

function freeName({ kind, name }: SubjectResult, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(`${kind} ${free}`); number++) free = `${name} (${number})`;
  taken.add(`${kind} ${free}`);
  return free;
}

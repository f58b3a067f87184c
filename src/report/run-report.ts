import type { Capability } from "../contract/index.js";
import {
  conforms,
  countStatuses,
  countsAgainst,
  type Flaky,
  type Status,
  type SuiteReport,
  type Verdict,
} from "../suite/index.js";
import { refuseCredentials } from "./refuse-credentials.js";

/**
 * A run as data: what `--json` writes, and what every other report is made from. Its JSON Schema is
 * `schemas/report.schema.json`. No field holds a credential.
 */
export interface RunReport {
  /** Changes when a reader of the old form could misread the new one. */
  readonly schemaVersion: 1;
  readonly kit: { readonly name: "touchstone"; readonly version: string };
  /** What was asked for: how many checks there are, and a digest of their ids, levels and clauses. */
  readonly requirements: { readonly checks: number; readonly digest: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The command line that repeats the run; keys stand in environment variables, and only their names in it. */
  readonly command: string;
  readonly outcome: RunOutcome;
  /** Why the run ended before its end, in words; absent where it did not. */
  readonly interrupted?: string;
  /** The runs that it was put together from, each as it was; absent where it was one run. */
  readonly mergedFrom?: readonly MergedRun[];
  readonly subjects: readonly SubjectResult[];
}

/** One run among several, without its checks. */
export type MergedRun = Omit<RunReport, "schemaVersion" | "mergedFrom" | "subjects"> & {
  /** The names of its subjects, as they are in the merged report. */
  readonly subjects: readonly string[];
};

/** `kit-failed`: a harness error. `incomplete`: nothing, or not everything that should be, could be judged. */
export type RunOutcome = "conforms" | "fails" | "kit-failed" | "incomplete";

export interface SubjectResult {
  /** As it stands above its column. */
  readonly name: string;
  readonly kind: "llm" | "embedder";
  /** `memory`, `openai`, `google`, `live`, or that of a stage of somebody's own. */
  readonly stage: string;
  readonly provider: string;
  readonly model: string;
  /** The base URL that was judged, without credentials; absent where there was none. */
  readonly target?: string;
  /** What it claims, or what was found out of an endpoint; absent for embedders. */
  readonly capabilities?: Readonly<Record<Capability, boolean>>;
  readonly durationMs: number;
  /** How many requests were sent, and how many tokens the provider says it wrote; where somebody counted. */
  readonly requests?: number;
  readonly outputTokens?: number;
  readonly counts: Counts;
  /** In the order of the suite. */
  readonly checks: readonly CheckResult[];
}

export interface Counts {
  /** Checks that could concern this kind of subject. */
  readonly candidate: number;
  /** Of those, the ones that do: what it does not claim, and what its stage cannot show, is left out. */
  readonly applicable: number;
  /** Of those, the ones that were judged: passed, failed or warned. */
  readonly judged: number;
  readonly byStatus: Readonly<Record<Status, number>>;
}

/** A verdict with the rule that it is about. */
export interface CheckResult {
  /** `Case/check`. */
  readonly id: string;
  readonly case: string;
  readonly check: string;
  readonly level: "must" | "should";
  readonly status: Status;
  readonly clause: string;
  readonly why: string;
  readonly fix: string;
  /** What was seen, or why it was not judged. */
  readonly reason?: string;
  /** The exchange that shows it, without credentials. */
  readonly sent?: string;
  readonly replied?: string;
  /** The error that a call rejected with, where that is what failed. */
  readonly error?: { readonly code: string; readonly status: number };
  readonly known?: { readonly reason: string; readonly stale: boolean };
  /** Where it was played several times: how often it failed, of how many. */
  readonly runs?: Flaky;
  /** Set where what passed is no doing of the model that an adapter was put around. */
  readonly by?: "adapter";
}

/** A suite's report with what only the caller knows of its subject. */
export interface SubjectRun {
  readonly name: string;
  readonly kind: SubjectResult["kind"];
  readonly report: SuiteReport;
  readonly target?: string | undefined;
  readonly requests?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** What of a run is not in its subjects' reports. */
export type RunFacts = Pick<RunReport, "kit" | "requirements" | "startedAt" | "durationMs" | "command"> & {
  readonly interrupted?: string | undefined;
};

/**
 * Puts suites' reports together as one run.
 * @throws Error when a target or the command holds credentials; the message does not show them
 */
export function toRunReport(runs: readonly SubjectRun[], { interrupted, ...facts }: RunFacts): RunReport {
  const report: RunReport = {
    schemaVersion: 1,
    ...facts,
    outcome: toOutcome(
      runs.map(({ report }) => report),
      interrupted !== undefined,
    ),
    ...(interrupted !== undefined && { interrupted }),
    subjects: runs.map(toSubject),
  };
  refuseCredentials(report);
  return report;
}

function toOutcome(reports: readonly SuiteReport[], interrupted: boolean): RunOutcome {
  const against = reports.flatMap(({ verdicts }) => verdicts.filter(countsAgainst));
  if (against.some(({ status }) => status === "harness-error")) return "kit-failed";
  if (against.some(({ status, known }) => status === "failed" || known?.stale)) return "fails";
  return reports.length > 0 && reports.every(conforms) && !interrupted ? "conforms" : "incomplete";
}

function toSubject({ name, kind, report, target, requests, outputTokens }: SubjectRun): SubjectResult {
  const { subject, stage, verdicts, judged, durationMs } = report;
  const byStatus = countStatuses(verdicts);
  return {
    name,
    kind,
    stage,
    provider: subject.provider,
    model: subject.model,
    ...(target !== undefined && { target }),
    ...(subject.capabilities && { capabilities: subject.capabilities }),
    durationMs: Math.round(durationMs),
    ...(requests !== undefined && { requests }),
    ...(outputTokens !== undefined && { outputTokens }),
    counts: {
      candidate: verdicts.length,
      applicable: verdicts.length - byStatus.unclaimed - byStatus["not-run"],
      judged,
      byStatus,
    },
    checks: verdicts.map(toCheck),
  };
}

function toCheck({ id, case: ofCase, check, status, about, ...seen }: Verdict): CheckResult {
  const { level, clause, why, fix } = about;
  const { reason, sent, replied, error, known, runs = known?.flaky, by } = seen;
  return {
    id,
    case: ofCase,
    check,
    level,
    status,
    clause,
    why,
    fix,
    ...(reason !== undefined && { reason }),
    ...(sent !== undefined && { sent }),
    ...(replied !== undefined && { replied }),
    ...(error && { error }),
    ...(known && { known: { reason: known.reason, stale: known.stale } }),
    ...(runs && { runs }),
    ...(by && { by }),
  };
}

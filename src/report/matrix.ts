import { countStatuses, type Status, type SuiteReport, type Verdict } from "../suite/index.js";

/** What one subject's checks of one case came to. */
export interface Cell {
  /** The gravest status among them. */
  readonly status: Status;
  readonly counts: Readonly<Record<Status, number>>;
}

/** Cases by subjects. */
export interface Matrix {
  readonly subjects: readonly string[];
  readonly rows: readonly { readonly case: string; readonly cells: readonly (Cell | undefined)[] }[];
}

/** A subject's report under the name that it has in the matrix. */
export interface NamedReport {
  readonly name: string;
  readonly report: SuiteReport;
}

/** From the gravest to the slightest. */
export const gravity: readonly Status[] = [
  "harness-error",
  "failed",
  "blocked",
  "warned",
  "passed",
  "unclaimed",
  "not-run",
];

/** Lays reports side by side. Cases keep the order of the suite. */
export function toMatrix(reports: readonly NamedReport[]): Matrix {
  const cases = [...new Set(reports.flatMap(({ report }) => report.verdicts.map((verdict) => verdict.case)))];
  return {
    subjects: reports.map(({ name }) => name),
    rows: cases.map((name) => ({
      case: name,
      cells: reports.map(({ report }) => toCell(report.verdicts.filter((verdict) => verdict.case === name))),
    })),
  };
}

function toCell(verdicts: readonly Verdict[]): Cell | undefined {
  if (verdicts.length === 0) return undefined;
  const counts = countStatuses(verdicts);
  return { status: gravity.find((status) => counts[status]) ?? "not-run", counts };
}

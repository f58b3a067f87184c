import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";
import { countStandings, type Standing, standingOf, standings } from "./standing.js";

/** What one subject's checks of one case came to. */
export interface Cell {
  /** The gravest among them. */
  readonly standing: Standing;
  /** From the gravest to the slightest, those that there are. */
  readonly counts: ReadonlyMap<Standing, number>;
  readonly checks: readonly CheckResult[];
}

/** Cases by subjects of one kind; a cell is missing where the case was not played. */
export interface Matrix {
  readonly kind: SubjectResult["kind"];
  readonly subjects: readonly SubjectResult[];
  readonly rows: readonly { readonly case: string; readonly cells: readonly (Cell | undefined)[] }[];
}

/** What stands above a matrix. */
export const headings: Readonly<Record<SubjectResult["kind"], string>> = { llm: "LLM", embedder: "Embedder" };

/** Lays subjects side by side: a matrix for each kind that there is. Cases keep the order of the suite. */
export function toMatrices({ subjects }: Pick<RunReport, "subjects">): readonly Matrix[] {
  return (["llm", "embedder"] as const)
    .map((kind) => subjects.filter((subject) => subject.kind === kind))
    .flatMap((alike) => (alike[0] ? [toMatrix(alike[0].kind, alike)] : []));
}

function toMatrix(kind: SubjectResult["kind"], subjects: readonly SubjectResult[]): Matrix {
  const columns = subjects.map(({ checks }) => byCase(checks));
  const cases = inOneOrder(columns.map((column) => [...column.keys()]));
  return {
    kind,
    subjects,
    rows: cases.map((name) => ({ case: name, cells: columns.map((column) => toCell(column.get(name))) })),
  };
}

function byCase(checks: readonly CheckResult[]): ReadonlyMap<string, readonly CheckResult[]> {
  const cases = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const ofCase = cases.get(check.case);
    if (ofCase) ofCase.push(check);
    else cases.set(check.case, [check]);
  }
  return cases;
}

function toCell(checks: readonly CheckResult[] | undefined): Cell | undefined {
  if (!checks) return undefined;
  const found = new Set(checks.map(standingOf));
  const standing = standings.find((one) => found.has(one)) ?? "not-run";
  return { standing, counts: countStandings(checks), checks };
}

/** All that occurs in lists of one order, in that order: what only one of them has stands after what it has before it. */
function inOneOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const all: string[] = [];
  for (const list of lists) {
    let at = -1;
    for (const name of list) {
      const found = all.indexOf(name);
      if (found >= 0) at = found;
      else all.splice(++at, 0, name);
    }
  }
  return all;
}

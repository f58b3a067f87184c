import type { Status } from "../suite/index.js";
import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";

/**
 * `worse`: it held and now fails or could not be judged, or it was judged and is not any more, a whole subject too.
 * `better`: the other way round. `changed`: neither, such as a should that no longer holds. `new`, `gone`: only one of the reports has it.
 */
export type Direction = "worse" | "better" | "changed" | "new" | "gone";

/** What became of one check of one subject. */
export interface Change {
  readonly kind: SubjectResult["kind"];
  readonly subject: string;
  /** `Case/check`; absent where a whole subject is new or gone, which has no `before` and `after` either. */
  readonly id?: string;
  readonly direction: Direction;
  /** What it was and what it is; of a stale known failure, `passed`. Absent where a report does not have it. */
  readonly before?: Status;
  readonly after?: Status;
  /** What is seen now. */
  readonly reason?: string;
}

/** Two reports, the later against the earlier. */
export interface Comparison {
  /** The worse first; within that in the order of the reports. */
  readonly changes: readonly Change[];
  /** How many checks came to the same in both. */
  readonly same: number;
}

const directions: readonly Direction[] = ["worse", "changed", "new", "gone", "better"];

/**
 * Compares a run with an earlier one, subject by subject under their names. A check that a subject has lost although both
 * runs were held to the same requirements was not judged any more, which is worse; so it is where a run was ended early.
 * A subject that is gone is worse whatever the requirements: no requirement says whom to judge.
 */
export function compareReports(earlier: RunReport, later: RunReport): Comparison {
  const sameRules = earlier.requirements.digest === later.requirements.digest;
  const all: (Change | undefined)[] = [];
  for (const [before, after] of paired(earlier.subjects, later.subjects, keyOf)) {
    const { kind, name: subject } = (after ?? before) as SubjectResult;
    const about = { kind, subject };
    if (!before) all.push({ ...about, direction: "new" });
    else if (!after) all.push({ ...about, direction: before.counts.judged > 0 ? "worse" : "gone" });
    else {
      for (const [was, is] of paired(before.checks, after.checks, ({ id }) => id)) {
        all.push(changeOf(was, is, sameRules, about));
      }
    }
  }
  const changes = all.filter((change) => change !== undefined);
  return {
    changes: directions.flatMap((direction) => changes.filter((change) => change.direction === direction)),
    same: all.length - changes.length,
  };
}

const keyOf = ({ kind, name }: SubjectResult) => `${kind} ${name}`;

/** What two lists have, by key, in the order of the later one; what only the earlier has comes last. */
function paired<T>(
  earlier: readonly T[],
  later: readonly T[],
  key: (item: T) => string,
): (readonly [T | undefined, T | undefined])[] {
  const before = new Map(earlier.map((item) => [key(item), item]));
  const after = new Set(later.map(key));
  return [
    ...later.map((item) => [before.get(key(item)), item] as const),
    ...earlier.filter((item) => !after.has(key(item))).map((item) => [item, undefined] as const),
  ];
}

function changeOf(
  was: CheckResult | undefined,
  is: CheckResult | undefined,
  sameRules: boolean,
  about: Pick<Change, "kind" | "subject">,
): Change | undefined {
  const before = was && trulyOf(was);
  const after = is && trulyOf(is);
  if (before === after) return undefined;
  return {
    ...about,
    id: (is ?? was)?.id ?? "",
    direction: directionOf(before, after, sameRules),
    ...(before && { before }),
    ...(after && { after }),
    ...(is?.reason !== undefined && { reason: is.reason }),
  };
}

const judged: ReadonlySet<Status | undefined> = new Set<Status>(["passed", "failed", "warned"]);
const bad: ReadonlySet<Status | undefined> = new Set<Status>(["failed", "blocked", "harness-error"]);

function directionOf(before: Status | undefined, after: Status | undefined, sameRules: boolean): Direction {
  if (!before) return "new";
  if (!after) return sameRules && judged.has(before) ? "worse" : "gone";
  if (judged.has(before) && !judged.has(after)) return "worse";
  if (bad.has(after)) return bad.has(before) ? "changed" : "worse";
  if (bad.has(before) || after === "passed") return "better";
  return judged.has(after) && !judged.has(before) ? "better" : "changed";
}

/** A stale entry of the known failures counts as failed, and stands for a check that passes. */
function trulyOf({ status, known }: CheckResult): Status {
  return known?.stale ? "passed" : status;
}

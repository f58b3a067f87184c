import type { RunOutcome, RunReport } from "./run-report.js";
import { standingOf } from "./standing.js";

const conclusions: Readonly<Record<RunOutcome, string>> = {
  conforms: "Conforms.",
  fails: "Does not conform.",
  "kit-failed": "The kit itself failed; please report it.",
  incomplete: "Incomplete: nothing, or not everything, could be judged.",
};

/** What a run came to, in a sentence. */
export function conclusionOf({ outcome }: RunReport): string {
  return conclusions[outcome];
}

/** What a run came to, in one line, with what it rests on. */
export function outcomeLine(report: RunReport): string {
  return `${conclusionOf(report)} ${numbersOf(report)}`;
}

/** What it rests on: how many checks were judged, how many failed, and whether it went to its end. */
export function numbersOf({ subjects, interrupted }: RunReport): string {
  const judged = subjects.reduce((sum, { counts }) => sum + counts.judged, 0);
  const failed = subjects.flatMap(({ checks }) => checks.filter((check) => standingOf(check) === "failed")).length;
  return [
    `${judged} ${judged === 1 ? "check" : "checks"} judged`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(interrupted === undefined ? [] : [`interrupted: ${interrupted}`]),
  ].join(", ");
}

import pc from "picocolors";
import type { Fact } from "./facts.js";
import { paint, type TerminalOptions } from "./paint.js";
import { factsOfProblem, type Problem, problemsOf, titleOf } from "./problems.js";
import type { SubjectResult } from "./run-report.js";
import { type Standing, standingOf, symbols } from "./standing.js";
import { wrapped } from "./text-width.js";
import { oneLine } from "./visible-text.js";

/** How many of the checks that have come to the same are named. */
const named = 6;

/** Everything that is not as it must be, with what was seen, why it matters and what to do. */
export function renderProblems({ name, checks }: SubjectResult, options: TerminalOptions): string {
  return problemsOf(checks)
    .map((problem) => renderProblem(name, problem, options))
    .join("\n\n");
}

function renderProblem(subject: string, problem: Problem, options: TerminalOptions): string {
  const { title, note } = titleOf(problem, subject);
  const ids = problem.slice(0, named).map(({ id }) => id);
  const others = problem.length > named ? ` and ${problem.length - named} more` : "";
  const names = problem.length > 1 ? [{ label: "in", text: `${ids.join(", ")}${others}` }] : [];
  return renderFacts(standingOf(problem[0]), title, note, [...factsOfProblem(problem), ...names], options);
}

function renderFacts(
  standing: Standing,
  title: string,
  note: string,
  facts: readonly (Fact | { readonly label: string; readonly text: string })[],
  { color, columns = Infinity }: TerminalOptions,
): string {
  const { bold, dim } = pc.createColors(color);
  const [head = "", ...more] = wrapped(oneLine(`${title} (${note})`), columns - 2, 2);
  const shownTitle = oneLine(title);
  const painted = head.startsWith(shownTitle) ? bold(shownTitle) + head.slice(shownTitle.length) : bold(head);
  const lines = facts.flatMap(({ label, text }) => {
    const [first = "", ...rest] = wrapped(`${label}: ${oneLine(text)}`, columns - 2, 2);
    const name = `${label}:`;
    return [first.startsWith(name) ? dim(name) + first.slice(name.length) : first, ...rest].map((line) => `  ${line}`);
  });
  return [`${paint(standing, symbols[standing], color)} ${painted}`, ...more, ...lines].join("\n");
}

import pc from "picocolors";
import { type Fact, factsOf } from "./facts.js";
import { paint, type TerminalOptions } from "./paint.js";
import type { CheckResult, SubjectResult } from "./run-report.js";
import { problemsOf, type Standing, standingOf, symbols } from "./standing.js";
import { wrapped } from "./text-width.js";
import { oneLine } from "./visible-text.js";

/** How many checks that have come to the same are told together. */
const many = 4;

/** How many of them are named. */
const named = 6;

/**
 * Everything that is not as it must be, with what was seen, why it matters and what to do. What many checks have come to
 * for one reason (a refused key, a factory that throws) is told once.
 */
export function renderProblems({ name, checks }: SubjectResult, options: TerminalOptions): string {
  return grouped(problemsOf(checks))
    .flatMap((alike) =>
      alike.length < many
        ? alike.map((check) => renderProblem(name, check, options))
        : [renderAlike(name, alike, options)],
    )
    .join("\n\n");
}

/** Checks of one status and one reason, together. */
function grouped(checks: readonly CheckResult[]): readonly (readonly CheckResult[])[] {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const key = JSON.stringify([check.status, check.known?.stale, check.reason]);
    groups.set(key, [...(groups.get(key) ?? []), check]);
  }
  return [...groups.values()];
}

function renderProblem(subject: string, check: CheckResult, options: TerminalOptions): string {
  const isOfSubject = !check.known?.stale && (check.status === "failed" || check.status === "warned");
  const note = `${subject}, ${isOfSubject ? check.level : check.status}`;
  return renderFacts(standingOf(check), check.id, note, factsOf(check), options);
}

/** One reason, and the checks that have come to it. */
function renderAlike(subject: string, checks: readonly CheckResult[], options: TerminalOptions): string {
  const [first] = checks as readonly [CheckResult];
  const ids = checks.slice(0, named).map(({ id }) => id);
  const others = checks.length > named ? ` and ${checks.length - named} more` : "";
  const ofEach = new Set<string>(["rule", "why it matters", ...(first.status === "blocked" ? [] : ["fix"])]);
  const facts = [
    ...factsOf(first).filter(({ label }) => !ofEach.has(label)),
    { label: "in", text: `${ids.join(", ")}${others}` },
  ];
  return renderFacts(standingOf(first), `${checks.length} checks`, `${subject}, ${first.status}`, facts, options);
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

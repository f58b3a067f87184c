import pc from "picocolors";
import { countStatuses, countsAgainst, type Status, type SuiteReport, type Verdict } from "../suite/index.js";
import { type Cell, gravity, type Matrix, type NamedReport, toMatrix } from "./matrix.js";

const symbols: Readonly<Record<Status, string>> = {
  passed: "✓",
  failed: "✗",
  warned: "!",
  unclaimed: "○",
  "not-run": "·",
  blocked: "■",
  "harness-error": "☠",
};

/** How a text is laid out. */
export interface TerminalOptions {
  readonly color: boolean;
}

/** A matrix of cases by subjects, with a heading. Ends without a newline. */
export function renderMatrix(heading: string, reports: readonly NamedReport[], { color }: TerminalOptions): string {
  const colors = pc.createColors(color);
  const matrix = toMatrix(reports);
  const first = Math.max(heading.length, ...matrix.rows.map((row) => row.case.length));
  const widths = matrix.subjects.map((name, i) =>
    Math.max(name.length, ...cellTexts(matrix, i).map((text) => text.length)),
  );
  const head = [heading.padEnd(first), ...matrix.subjects.map((name, i) => name.padEnd(widths[i] ?? 0))].join("  ");
  const rows = matrix.rows.map((row) =>
    [
      row.case.padEnd(first),
      ...row.cells.map((cell, i) => paint(cell?.status, cellText(cell).padEnd(widths[i] ?? 0), color)),
    ].join("  "),
  );
  return [colors.bold(head.trimEnd()), ...rows.map((row) => row.trimEnd())].join("\n");
}

/** What the symbols mean, as far as these reports use them. */
export function renderLegend(reports: readonly NamedReport[], { color }: TerminalOptions): string {
  const used = new Set(reports.flatMap(({ report }) => report.verdicts.map(({ status }) => status)));
  const meanings = (Object.keys(symbols) as Status[]).filter((status) => used.has(status));
  return meanings.map((status) => paint(status, `${symbols[status]} ${words[status]}`, color)).join("  ");
}

const words: Readonly<Record<Status, string>> = {
  passed: "passed",
  failed: "failed",
  warned: "a should that does not hold",
  unclaimed: "not claimed, and refused as it must be",
  "not-run": "needs a power that the stage lacks",
  blocked: "could not be judged",
  "harness-error": "the suite's own fault",
};

/** One line: how many of a subject's checks came to what. */
export function renderCounts({ name, report }: NamedReport): string {
  const counts = countStatuses(report.verdicts);
  const parts = (Object.keys(symbols) as Status[])
    .filter((status) => counts[status])
    .map((status) => `${counts[status]} ${status}`);
  return `${name}: ${parts.join(", ") || "nothing judged"} (${report.judged} judged, ${Math.round(report.durationMs)} ms)`;
}

/** Everything that is not as it must be, with what was seen, why it matters and what is usually wrong. */
export function renderProblems({ name, report }: NamedReport, { color }: TerminalOptions): string {
  return problems(report)
    .map((verdict) => renderProblem(name, verdict, color))
    .join("\n\n");
}

/** The verdicts that somebody must act on: what counts against the subject or the run, and warnings that are news. */
export function problems(report: SuiteReport): readonly Verdict[] {
  return report.verdicts.filter((verdict) => countsAgainst(verdict) || (verdict.status === "warned" && !verdict.known));
}

function renderProblem(subject: string, { id, status, reason, known, about }: Verdict, color: boolean): string {
  const { bold, dim } = pc.createColors(color);
  const stale = known?.stale ? "stale: it is listed as a known failure and passes; remove the entry" : undefined;
  const facts: [string, string | undefined][] = [
    ["rule", about.clause],
    ["seen", stale ?? reason],
    ["why it matters", about.why],
    ["usually", about.fix],
  ];
  const lines = facts.filter(([, text]) => text).map(([label, text]) => `  ${dim(`${label}:`)} ${text}`);
  return [`${paint(status, symbols[status], color)} ${bold(id)} (${subject}, ${about.level})`, ...lines].join("\n");
}

function cellTexts(matrix: Matrix, column: number): string[] {
  return matrix.rows.map((row) => cellText(row.cells[column]));
}

/** How many of the case's checks came to what, the gravest first: `✗1 ✓4 ·2`. */
function cellText(cell: Cell | undefined): string {
  return gravity
    .filter((status) => cell?.counts[status])
    .map((status) => `${symbols[status]}${cell?.counts[status]}`)
    .join(" ");
}

function paint(status: Status | undefined, text: string, color: boolean): string {
  const { green, red, yellow, dim } = pc.createColors(color);
  switch (status) {
    case "passed":
      return green(text);
    case "failed":
    case "harness-error":
      return red(text);
    case "warned":
    case "blocked":
      return yellow(text);
    default:
      return dim(text);
  }
}

import { capabilityNames } from "../contract/index.js";
import { claimOf, claimSymbols } from "./claims.js";
import { escapeMarkdown, preformatted } from "./escape-markdown.js";
import { headings, type Matrix, toMatrices } from "./matrix.js";
import { outcomeLine } from "./outcome-line.js";
import { factsOfProblem, type Problem, problemsOf, titleOf } from "./problems.js";
import type { RunReport, SubjectResult } from "./run-report.js";
import { meanings, standingOf, standings, symbols } from "./standing.js";
import { shortened } from "./visible-text.js";

/**
 * How many bytes a summary may have; GitHub shows none of one that is longer than 1 MiB, and a step may have written
 * more before. https://docs.github.com/actions/reference/workflow-commands-for-github-actions#adding-a-job-summary
 */
const mostBytes = 1_000_000;

/** How long a text of somebody else's may be; the report itself has all of it. */
const longest = 2_000;

/**
 * A report as GitHub's Markdown, for the summary of a CI job. Nothing that a model or a provider said makes markup in it,
 * and what would be too long is left out and counted.
 */
export function toMarkdown(report: RunReport): string {
  const end = `To repeat it:\n\n${preformatted(report.command)}\n`;
  const parts: string[] = [];
  let left = mostBytes - Buffer.byteLength(end) - 200;
  const add = (part: string): boolean => {
    const bytes = Buffer.byteLength(part) + 2;
    if (bytes > left) return false;
    left -= bytes;
    parts.push(part);
    return true;
  };
  const matrices = toMatrices(report);
  const tables = [
    capabilities(report.subjects),
    counts(report.subjects),
    ...matrices.map(matrixTable),
    legend(matrices),
  ];
  add(`## ${symbolOf(report)} ${text(outcomeLine(report))}`);
  const unshown = tables.filter(Boolean).filter((table) => !add(table)).length;
  const problems = report.subjects.flatMap((subject) =>
    problemsOf(subject.checks).map((problem) => ({ subject, problem })),
  );
  const untold = problems.filter(({ subject, problem }) => !add(told(subject, problem))).length;
  if (unshown > 0) parts.push(`${unshown} of the tables are too long to be shown here.`);
  if (untold > 0) parts.push(`${untold} more are not shown here: the report as JSON or HTML has all of them.`);
  return `${[...parts, end].join("\n\n")}`;
}

const text = (raw: string) => escapeMarkdown(shortened(raw, longest));

const symbolOf = ({ outcome }: RunReport) =>
  ({ conforms: "✅", fails: "❌", incomplete: "⚠️", "kit-failed": "☠️" })[outcome];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function capabilities(subjects: readonly SubjectResult[]): string {
  const claiming = subjects.filter(({ capabilities }) => capabilities);
  if (claiming.length === 0) return "";
  return table(
    ["capability", ...claiming.map(({ name }) => text(name))],
    capabilityNames.map((name) => [name, ...claiming.map((subject) => claimSymbols[claimOf(subject, name)])]),
  );
}

function matrixTable({ kind, subjects, rows }: Matrix): string {
  return table(
    [headings[kind], ...subjects.map(({ name }) => text(name))],
    rows.map((row) => [
      text(row.case),
      ...row.cells.map((cell) =>
        [...(cell?.counts ?? [])].map(([one, count]) => `${symbolFor(one)}${count}`).join(" "),
      ),
    ]),
  );
}

/** `~` would strike through what stands between two of them. */
const symbolFor = (standing: (typeof standings)[number]) => text(symbols[standing]);

function legend(matrices: readonly Matrix[]): string {
  const used = new Set(matrices.flatMap(({ subjects }) => subjects.flatMap(({ checks }) => checks.map(standingOf))));
  return standings
    .filter((standing) => used.has(standing))
    .map((standing) => `${symbolFor(standing)} ${meanings[standing]}`)
    .join(" · ");
}

function counts(subjects: readonly SubjectResult[]): string {
  const head = ["subject", "provider", "model", "checks", "applicable", "judged", "failed", "passed"];
  return table(
    head,
    subjects.map(({ kind, name, provider, model, counts: { candidate, applicable, judged, byStatus } }) => [
      `${headings[kind]} ${text(name)}`,
      text(provider),
      text(model),
      ...[candidate, applicable, judged, byStatus.failed, byStatus.passed].map(String),
    ]),
  );
}

function told(subject: SubjectResult, problem: Problem): string {
  const { title, note } = titleOf(problem, subject.name);
  const facts = factsOfProblem(problem);
  const isExchange = (label: string) => label === "sent" || label === "reply";
  const names = problem.length > 1 ? [`- **in:** ${text(problem.map(({ id }) => id).join(", "))}`] : [];
  return [
    `<details><summary>${symbolFor(standingOf(problem[0]))} <b>${text(title)}</b> (${text(note)})</summary>`,
    [
      ...facts.filter(({ label }) => !isExchange(label)).map((fact) => `- **${fact.label}:** ${text(fact.text)}`),
      ...names,
    ].join("\n"),
    ...facts
      .filter(({ label }) => isExchange(label))
      .map((fact) => `${fact.label}:\n\n${preformatted(shortened(fact.text, longest))}`),
    "</details>",
  ].join("\n\n");
}

import { type Capability, capabilityNames } from "../contract/index.js";
import { type Claim, claimedOnly, claimOf, claimSymbols } from "./claims.js";
import { headings, type Matrix, toMatrices } from "./matrix.js";
import { outcomeLine } from "./outcome-line.js";
import { countsText, paint, type TerminalOptions } from "./paint.js";
import type { RunReport, SubjectResult } from "./run-report.js";
import { countStandings, meanings, type Standing, standingOf, standings, symbols } from "./standing.js";
import { renderProblems } from "./terminal-problems.js";
import { renderTable } from "./terminal-table.js";
import { wrapped } from "./text-width.js";
import { oneLine, visibleText } from "./visible-text.js";

/**
 * A report for a terminal: what the subjects can do, then what came of it, then what to act on, then the numbers; the
 * last line is the command that repeats the run. Without colour it holds no escape sequence, whatever a model has said.
 * @returns lines that end with a newline
 */
export function renderReport(report: RunReport, options: TerminalOptions): string {
  const { subjects } = report;
  const sections = [
    renderCapabilities(subjects, options),
    ...toMatrices(report).map((matrix) => renderMatrix(matrix, options)),
    renderLegend(subjects, options),
    ...subjects.map((subject) => renderProblems(subject, options)),
    subjects.map((subject) => folded(renderCounts(subject), options)).join("\n"),
    folded(renderRun(report), options),
    folded(outcomeLine(report), options),
    // Whole, whatever the width: it is there to be copied.
    `To repeat it:\n${visibleText(report.command, "\n")}`,
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function renderCapabilities(subjects: readonly SubjectResult[], options: TerminalOptions): string {
  const claiming = subjects.filter(({ capabilities }) => capabilities);
  if (claiming.length === 0) return "";
  const claims = new Set<Claim>();
  const cell = (subject: SubjectResult, name: Capability) => {
    const claim = claimOf(subject, name);
    claims.add(claim);
    return { text: claimSymbols[claim], paint: (text: string) => paint(claimStandings[claim], text, options.color) };
  };
  const table = renderTable(
    {
      heading: "Capability",
      columns: claiming.map(({ name }) => oneLine(name)),
      rows: capabilityNames.map((name) => ({ name, cells: claiming.map((subject) => cell(subject, name)) })),
    },
    options,
  );
  return claims.has("claimed") ? `${table}\n${claimedOnly}` : table;
}

const claimStandings: Readonly<Record<Claim, Standing | undefined>> = {
  ...{ shown: "passed", claimed: "blocked", broken: "failed", absent: undefined },
};

/** Of most of the suite a live endpoint can show nothing: such rows would only stand between the reader and the others. */
function renderMatrix({ kind, subjects, rows }: Matrix, options: TerminalOptions): string {
  const shown = rows.filter(({ cells }) => cells.some((cell) => cell && cell.standing !== "not-run"));
  const unshown = rows.length - shown.length;
  const table = renderTable(
    {
      heading: headings[kind],
      columns: subjects.map(({ name }) => oneLine(name)),
      rows: shown.map((row) => ({
        name: oneLine(row.case),
        cells: row.cells.map((cell) => ({
          text: countsText(cell?.counts),
          paint: (text: string) => paint(cell?.standing, text, options.color),
        })),
      })),
    },
    options,
  );
  if (unshown === 0) return table;
  const others = folded(`${unshown} more ${unshown === 1 ? "case" : "cases"}: this run could not show them`, options);
  return `${table}\n${others}`;
}

/** What the symbols mean, as far as these subjects' checks use them. */
function renderLegend(subjects: readonly SubjectResult[], { color, columns = Infinity }: TerminalOptions): string {
  const used = new Set(subjects.flatMap(({ checks }) => checks.map(standingOf)));
  const entry = (standing: Standing) => `${symbols[standing]} ${meanings[standing]}`;
  const lines: Standing[][] = [[]];
  for (const standing of standings.filter((one) => used.has(one))) {
    const line = lines.at(-1) ?? [];
    if (line.length === 0 || [...line, standing].map(entry).join("  ").length <= columns) line.push(standing);
    else lines.push([standing]);
  }
  const shown = (one: Standing) => wrapped(entry(one), columns, 2).map((line) => paint(one, line, color));
  return lines.map((line) => line.map((one) => shown(one).join("\n")).join("  ")).join("\n");
}

/** One line: how many of a subject's checks came to what, and of how many. */
function renderCounts({ kind, name, target, checks, counts, durationMs, ...counted }: SubjectResult): string {
  const parts = [...countStandings(checks)].map(([standing, count]) => `${count} ${standing}`);
  // Where requests were counted and their tokens were not, the endpoint did not tell them.
  const written = counted.outputTokens ?? (kind === "llm" && counted.requests !== undefined ? "unknown" : undefined);
  const supplied = checks.filter(({ by }) => by === "adapter").length;
  const facts = [
    `${counts.candidate} candidate`,
    `${counts.applicable} applicable`,
    `${counts.judged} judged`,
    ...(supplied === 0 ? [] : [`${supplied} of them by the adapter`]),
    ...(counted.requests === undefined ? [] : [`${counted.requests} requests`]),
    ...(written === undefined ? [] : [`${written} output tokens`]),
    `${Math.round(durationMs)} ms`,
  ];
  const where = target === undefined ? "" : ` at ${target}`;
  return `${headings[kind]} ${name}${where}: ${parts.join(", ") || "nothing judged"} (${facts.join(", ")})`;
}

function renderRun({ kit, requirements, startedAt, mergedFrom }: RunReport): string {
  const runs = mergedFrom ? `, merged from ${mergedFrom.length} runs` : "";
  return `touchstone ${kit.version}, ${requirements.checks} requirements (${requirements.digest}), ${startedAt}${runs}`;
}

function folded(text: string, { columns = Infinity }: TerminalOptions): string {
  return wrapped(oneLine(text), columns, 2).join("\n");
}

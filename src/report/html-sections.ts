import { capabilityNames } from "../contract/index.js";
import { type Claim, claimOf, claimSymbols } from "./claims.js";
import { attribute, isolated, name, table } from "./html-text.js";
import { type Cell, headings, type Matrix } from "./matrix.js";
import type { RunReport, SubjectResult } from "./run-report.js";
import { countStandings, meanings, type Standing, standingOf, standings, symbols } from "./standing.js";

/** What judged, what it asked for, when and how long. */
export function runSection({ kit, requirements, startedAt, durationMs, mergedFrom }: RunReport): string {
  const facts = [
    `touchstone ${kit.version}`,
    `${requirements.checks} requirements (${requirements.digest})`,
    inWords(startedAt),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...(mergedFrom ? [`merged from ${mergedFrom.length} runs`] : []),
  ];
  return `<p class="run">${facts.map(isolated).join(" · ")}</p>`;
}

/** When, without its fractions of a second. */
export function inWords(instant: string): string {
  return instant.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC");
}

/** Who was judged, where, and what the checks of each came to. */
export function summarySection({ subjects }: RunReport): string {
  const lines = subjects.map(({ kind, name, target, checks }) => {
    const where = target === undefined ? "" : ` <span class="note">${isolated(target)}</span>`;
    const came = countStandings(checks);
    const words = [...came].map(([standing, count]) => `<span class="${standing}">${count} ${standing}</span>`);
    return `<li><span class="who"><b>${isolated(name)}</b> <span class="note">${headings[kind]}</span>${where}</span>
${bar(came, checks.length)}<span class="came">${words.join(", ") || "nothing judged"}</span></li>`;
  });
  return `<ul class="summary">${lines.join("\n")}</ul>`;
}

/** The shares of what the checks came to; the words beside it say the same. */
function bar(counts: ReadonlyMap<Standing, number>, total: number): string {
  let x = 0;
  const parts = [...counts].map(([standing, count]) => {
    const width = (100 * count) / Math.max(1, total);
    x += width;
    return `<rect class="${standing}" x="${(x - width).toFixed(2)}" width="${width.toFixed(2)}" height="6"/>`;
  });
  return `<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg>`;
}

/** What each subject is and can do, and how many checks there were for it. */
export function subjectsSection({ subjects }: RunReport): string {
  return `<section aria-labelledby="subjects"><h2 id="subjects">Subjects</h2>
<div class="subjects">${subjects.map(subjectCard).join("\n")}</div></section>`;
}

function subjectCard(subject: SubjectResult): string {
  const { kind, name, provider, model, stage, counts, capabilities, ...counted } = subject;
  const { candidate, applicable, judged } = counts;
  const facts = [
    ["model", isolated(`${provider} ${model}`)],
    ["stage", isolated(stage)],
    ["checks", `${candidate} candidate, ${applicable} applicable, ${judged} judged`],
    [
      "spent",
      [
        ...(counted.requests === undefined ? [] : [`${counted.requests} requests`]),
        ...(counted.outputTokens === undefined ? [] : [`${counted.outputTokens} output tokens`]),
      ].join(", "),
    ],
    ["can", capabilities && claimed(subject, "shown", "passed")],
    ["unverified", capabilities && claimed(subject, "claimed", "blocked")],
    ["broken", capabilities && claimed(subject, "broken", "failed")],
    ["not claimed", capabilities && claimed(subject, "absent", "not-run")],
  ].flatMap(([label, value]) => (value ? [`<dt>${label}</dt><dd>${value}</dd>`] : []));
  return `<div class="subject"><h3>${isolated(name)} <span class="note">${headings[kind]}</span></h3>
<dl>${facts.join("")}</dl></div>`;
}

/** The capabilities of which this is known. */
function claimed(subject: SubjectResult, claim: Claim, style: Standing): string {
  return capabilityNames
    .filter((one) => claimOf(subject, one) === claim)
    .map((one) => `<span class="${style}">${claimSymbols[claim]} ${one}</span>`)
    .join(" ");
}

/** Cases by subjects. The script of the page makes a grid of it whose cells open. */
export function matrixSection({ kind, subjects, rows }: Matrix, report: RunReport): string {
  const head = [headings[kind], ...subjects.map(({ name }) => `<span class="clamped">${isolated(name)}</span>`)];
  const numbers = subjects.map((subject) => report.subjects.indexOf(subject));
  const body = rows.map((row) => {
    const cells = row.cells.map((cell, i) => cellOf(cell, numbers[i] ?? 0, row.case));
    return `<tr><th scope="row">${name(row.case)}</th>${cells.join("")}</tr>`;
  });
  const used = new Set(subjects.flatMap(({ checks }) => checks.map(standingOf)));
  const legend = standings
    .filter((standing) => used.has(standing))
    .map((standing) => `<span class="${standing}">${symbols[standing]} ${meanings[standing]}</span>`);
  const title = `${headings[kind]}: cases by subjects`;
  return `<section class="matrix" aria-label="${title}"><h2>${title}</h2>
${table(title, head, body)}<p class="legend">${legend.join(" ")}</p></section>`;
}

function cellOf(cell: Cell | undefined, subject: number, name: string): string {
  const at = `data-subject="${subject}" data-case="${attribute(name)}"`;
  if (!cell) return `<td ${at}><span class="unseen">not played</span></td>`;
  const counts = [...cell.counts];
  const shown = counts.map(([standing, count]) => `<span class="${standing}">${symbols[standing]}${count}</span>`);
  const words = counts.map(([standing, count]) => `${count} ${standing}`).join(", ");
  return `<td class="${cell.standing}" ${at}><span aria-hidden="true">${shown.join(" ")}</span><span class="unseen">${words}</span></td>`;
}

import { capabilityNames } from "../contract/index.js";
import { factsOf } from "./facts.js";
import { attribute, html, isolated, table } from "./html-text.js";
import { type Cell, headings, type Matrix } from "./matrix.js";
import { countsText } from "./paint.js";
import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";
import { countStandings, meanings, problemsOf, type Standing, standingOf, standings, symbols } from "./standing.js";

/** What judged, what it asked for, when and how long. */
export function runSection({ kit, requirements, startedAt, durationMs, interrupted, mergedFrom }: RunReport): string {
  const facts = [
    `touchstone ${kit.version}`,
    `${requirements.checks} requirements (${requirements.digest})`,
    startedAt.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC"),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...(mergedFrom ? [`merged from ${mergedFrom.length} runs`] : []),
  ];
  const end = interrupted === undefined ? "" : `<p class="interrupted">Interrupted: ${isolated(interrupted)}</p>`;
  return `<p class="run">${facts.map(isolated).join(" · ")}</p>${end}`;
}

/** What each subject can do; nothing where none of them says. */
export function capabilitiesSection({ subjects }: RunReport): string {
  const rows = subjects.flatMap(({ name, capabilities }) => {
    if (!capabilities) return [];
    const cells = capabilityNames.map((one) =>
      capabilities[one]
        ? '<td class="passed"><span aria-hidden="true">✓</span><span class="unseen">yes</span></td>'
        : '<td class="not-run"><span aria-hidden="true">–</span><span class="unseen">no</span></td>',
    );
    return [`<tr><th scope="row">${isolated(name)}</th>${cells.join("")}</tr>`];
  });
  if (rows.length === 0) return "";
  return section("Capabilities", table("Capabilities", ["Subject", ...capabilityNames], rows));
}

/** How many checks there were for each subject, and what they came to. */
export function countsSection({ subjects }: RunReport): string {
  const head = ["Subject", "Model", "Stage", "Candidate", "Applicable", "Judged", "Came to"];
  return section("Subjects", table("Subjects", head, subjects.map(countsRow)));
}

function countsRow({ kind, name, provider, model, stage, target, counts, checks, ...counted }: SubjectResult): string {
  const where = target === undefined ? "" : `<br><span class="target">${isolated(target)}</span>`;
  const came = countStandings(checks);
  const words = [...came]
    .map(([standing, count]) => `<span class="count ${standing}">${count} ${standing}</span>`)
    .join(", ");
  const sent = [
    ...(counted.requests === undefined ? [] : [`${counted.requests} requests`]),
    ...(counted.outputTokens === undefined ? [] : [`${counted.outputTokens} output tokens`]),
  ].join(", ");
  const { candidate, applicable, judged } = counts;
  return `<tr><th scope="row">${isolated(name)} <span class="kind">${headings[kind]}</span>${where}</th>
<td>${isolated(`${provider} ${model}`)}</td><td>${isolated(stage)}</td>
${[candidate, applicable, judged].map((count) => `<td class="number">${count}</td>`).join("")}
<td>${bar(came, checks.length)}${words || "nothing judged"}${sent && `<br>${sent}`}</td></tr>`;
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

/** Cases by subjects. The script of the page makes a grid of it whose cells open. */
export function matrixSection({ kind, subjects, rows }: Matrix, report: RunReport): string {
  const head = [headings[kind], ...subjects.map(({ name }) => `<span class="clamped">${isolated(name)}</span>`)];
  const numbers = subjects.map((subject) => report.subjects.indexOf(subject));
  const body = rows.map((row) => {
    const cells = row.cells.map((cell, i) => cellOf(cell, numbers[i] ?? 0, row.case));
    return `<tr><th scope="row">${isolated(row.case)}</th>${cells.join("")}</tr>`;
  });
  const used = new Set(subjects.flatMap(({ checks }) => checks.map(standingOf)));
  const legend = standings
    .filter((standing) => used.has(standing))
    .map((standing) => `<span class="${standing}">${symbols[standing]} ${meanings[standing]}</span>`);
  const title = `${headings[kind]}: cases by subjects`;
  return `<section class="matrix" aria-label="${title}">${table(title, head, body)}<p class="legend">${legend.join(" ")}</p></section>`;
}

function cellOf(cell: Cell | undefined, subject: number, name: string): string {
  const at = `data-subject="${subject}" data-case="${attribute(name)}"`;
  if (!cell) return `<td ${at}><span class="unseen">not played</span></td>`;
  const words = [...cell.counts].map(([standing, count]) => `${count} ${standing}`).join(", ");
  return `<td class="${cell.standing}" ${at}><span aria-hidden="true">${countsText(cell.counts)}</span><span class="unseen">${words}</span></td>`;
}

/** Everything that somebody must act on, to be read from top to bottom. */
export function problemsSection({ subjects }: RunReport): string {
  const articles = subjects.flatMap(({ name, checks }, i) =>
    problemsOf(checks).map((check) => article(name, i, check)),
  );
  if (articles.length === 0) return "";
  return `<section aria-labelledby="problems" id="problem-list"><h2 id="problems">To act on</h2>${articles.join("\n")}</section>`;
}

function article(subject: string, number: number, check: CheckResult): string {
  const standing = standingOf(check);
  const facts = factsOf(check).map(({ label, text }) => {
    const value = label === "sent" || label === "reply" ? `<pre><code>${html(text)}</code></pre>` : isolated(text);
    return `<dt>${label}</dt><dd>${value}</dd>`;
  });
  return `<article data-subject="${number}" data-check="${attribute(check.id)}">
<h3><span class="${standing}">${symbols[standing]} ${standing}</span> ${isolated(check.id)} <span class="note">${isolated(subject)}, ${check.level}</span></h3>
<dl>${facts.join("")}</dl></article>`;
}

function section(title: string, content: string): string {
  const id = title.toLowerCase();
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

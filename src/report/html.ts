import { problemsSection } from "./html-problems.js";
import { inWords, matrixSection, runSection, subjectsSection, summarySection } from "./html-sections.js";
import { attribute, html, isolated } from "./html-text.js";
import { toMatrices } from "./matrix.js";
import { conclusionOf, numbersOf } from "./outcome-line.js";
import { pageAssets } from "./page-assets.js";
import { toEmbeddedJSON, toPageData } from "./page-data.js";
import type { RunOutcome, RunReport } from "./run-report.js";

/**
 * A report as one page that needs nothing else: no request leaves it, and it can be opened from a file. Without scripts
 * it shows everything that somebody must act on; with them, each cell opens to its checks.
 */
export function toHTML(report: RunReport): string {
  const { style, script } = pageAssets();
  const policy = [
    "default-src 'none'",
    `style-src ${style.hash}`,
    `script-src ${script.hash}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const conclusion = conclusionOf(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${html(`${conclusion} ${report.subjects.map(({ name }) => name).join(", ")}`.slice(0, 120))} · Touchstone</title>
<link rel="icon" href="${attribute(icon(report.outcome))}">
<style>${style.text}</style>
</head>
<body>
<div id="page">
<header>
<p class="brand">Touchstone <span class="note">${isolated(inWords(report.startedAt))}</span></p>
<button type="button" id="theme" hidden>Dark</button>
<h1 class="${report.outcome}">${html(conclusion)}</h1>
<p class="numbers">${isolated(numbersOf(report))}</p>
${summarySection(report)}
</header>
<main>
<search id="filters" hidden aria-label="Filter the checks">
<label class="search">Search <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="case, check, rule or what was seen"></label>
<div id="verdicts" role="group" aria-label="Show only"></div>
<p id="shown" role="status"></p>
</search>
${problemsSection(report)}
${toMatrices(report)
  .map((matrix) => matrixSection(matrix, report))
  .join("\n")}
${subjectsSection(report)}
<section aria-labelledby="repeat">
<h2 id="repeat">Repeat it</h2>
<pre class="command"><code>${html(report.command)}</code></pre>
${runSection(report)}
</section>
</main>
</div>
<aside id="panel" role="dialog" aria-labelledby="panel-title" tabindex="-1" hidden></aside>
<script type="application/json" id="report">${toEmbeddedJSON(toPageData(report))}</script>
<script type="module">${script.text}</script>
</body>
</html>
`;
}

/** A dot in the colour of the outcome, so that a tab tells it. */
function icon(outcome: RunOutcome): string {
  const fill = { conforms: "#2b7a3d", fails: "#c0392b", incomplete: "#b58100", "kit-failed": "#6b7280" }[outcome];
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${fill}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

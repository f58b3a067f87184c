import type { Fact } from "./facts.js";
import { attribute, html, isolated, name, prose } from "./html-text.js";
import { factsOfProblem, type Problem, problemsOf, titleOf } from "./problems.js";
import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";
import { standingOf, symbols } from "./standing.js";
import { visibleText } from "./visible-text.js";

/** How many problems show their rules at once, and how many are shown at all before the reader asks for the others. */
const opened = 5;
const shown = 20;

/** Everything that somebody must act on, to be read from top to bottom. */
export function problemsSection({ subjects }: RunReport): string {
  const all = subjects.flatMap((subject, number) =>
    problemsOf(subject.checks).map((problem) => ({ subject, number, problem })),
  );
  if (all.length === 0) return "";
  const articles = all.map(({ subject, number, problem }, i) => article(subject, number, problem, i < opened));
  const others = articles.slice(shown);
  const rest =
    others.length > 0
      ? `<details id="others"><summary>${others.length} more</summary>${others.join("\n")}</details>`
      : "";
  return `<section aria-labelledby="problems" id="problem-list"><h2 id="problems">To act on</h2>
${articles.slice(0, shown).join("\n")}${rest}</section>`;
}

function article(subject: SubjectResult, number: number, problem: Problem, isOpen: boolean): string {
  const standing = standingOf(problem[0]);
  const { title, note } = titleOf(problem, subject.name);
  const facts = factsOfProblem(problem);
  const rowsOf = (...labels: Fact["label"][]) => facts.filter(({ label }) => labels.includes(label)).map(row);
  const exchange = rowsOf("sent", "reply");
  const names = problem.map((check) => `<a href="${linkTo(subject, check)}">${name(check.id)}</a>`).join(", ");
  const isOne = problem.length === 1;
  const link = isOne ? ` ${anchor(subject, problem[0])}` : "";
  const about = [...rowsOf("rule", "why it matters", "fix"), ...(isOne ? [] : [`<dt>in</dt><dd>${names}</dd>`])];
  const ids = attribute(JSON.stringify(problem.map(({ id }) => visibleText(id, "\n\t"))));
  const told = isOpen
    ? list(about) + folded("Exchange", exchange)
    : folded("Rule, why, fix and exchange", [...about, ...exchange]);
  return `<article class="${standing}" data-subject="${number}" data-checks="${ids}">
<h3><span class="${standing}">${symbols[standing]} ${standing}</span> ${name(title)} <span class="note">${isolated(note)}</span>${link}</h3>
${list(rowsOf("seen"))}${told}</article>`;
}

function anchor(subject: SubjectResult, check: CheckResult): string {
  return `<a class="link" href="${linkTo(subject, check)}" aria-label="Link to ${attribute(check.id)}">#</a>`;
}

const list = (rows: readonly string[]) => (rows.length > 0 ? `<dl>${rows.join("")}</dl>` : "");

const folded = (title: string, rows: readonly string[]) =>
  rows.length > 0 ? `<details><summary>${title}</summary>${list(rows)}</details>` : "";

function row({ label, text }: Fact): string {
  const value =
    label === "sent" || label === "reply"
      ? `<pre><code>${html(text)}</code></pre>`
      : label === "seen"
        ? isolated(text)
        : prose(text);
  return `<dt>${label}</dt><dd>${value}</dd>`;
}

/** The address at which the page opens a check; as the page's `hash.js` writes it. */
function linkTo({ kind, name }: SubjectResult, check: CheckResult): string {
  const seen = (text: string) => visibleText(text, "\n\t");
  const fields = { kind, subject: seen(name), case: seen(check.case), check: seen(check.check) };
  return attribute(`#${new URLSearchParams(fields)}`);
}

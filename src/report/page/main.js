import { entriesOf, search } from "./filter.js";
import { focusCell, keepReachable, makeGrid } from "./grid.js";
import { readHash, writeHash } from "./hash.js";
import { panelContent } from "./panel.js";

/** @import { PageData } from "../page-data.js" */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {PageData} */
const data = JSON.parse(byId("report").textContent ?? "");
const entries = entriesOf(data);
const tables = /** @type {HTMLTableElement[]} */ ([...document.querySelectorAll(".matrix table")]);
const cells = new Map(
  tables.flatMap((table) => [...table.querySelectorAll("td")].map((cell) => [keyOf(cell.dataset), cell])),
);
const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article")]);
const panel = byId("panel");
const searchField = /** @type {HTMLInputElement} */ (byId("search"));
const narrow = matchMedia("(max-width: 46rem)");
let view = readHash(location.hash);

/** @param {{ subject?: string | undefined, case?: string | undefined }} at */
function keyOf(at) {
  return `${at.subject} ${at.case}`;
}

/** Shows what the filters leave, and how much that is. */
function showMatches() {
  const found = search(entries, view.text);
  const matches = found.filter(({ check }) => view.verdicts.size === 0 || view.verdicts.has(check.standing));
  const matched = new Set(matches.map(({ subject, check }) => keyOf({ subject: `${subject}`, case: check.case })));
  const matchedChecks = new Set(matches.map(({ subject, check }) => keyOf({ subject: `${subject}`, case: check.id })));
  const filtered = view.text !== "" || view.verdicts.size > 0;
  for (const [key, cell] of cells) cell.classList.toggle("beside", cell.className !== "" && !matched.has(key));
  for (const table of tables) {
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    for (const row of rows) row.hidden = filtered && ![...row.cells].some((cell) => matched.has(keyOf(cell.dataset)));
    const section = table.closest("section");
    if (section) section.hidden = rows.every((row) => row.hidden);
    keepReachable(table);
  }
  for (const article of articles) {
    const { subject, checks = "[]" } = article.dataset;
    article.hidden = !JSON.parse(checks).some((/** @type {string} */ id) =>
      matchedChecks.has(keyOf({ subject, case: id })),
    );
  }
  const list = document.getElementById("problem-list");
  if (list) list.hidden = articles.every((article) => article.hidden);
  const others = document.getElementById("others");
  if (others) {
    // Whoever looks for something wants to see it.
    others.toggleAttribute("open", filtered);
    others.hidden = [...others.querySelectorAll("article")].every((article) => article.hidden);
  }
  for (const button of byId("verdicts").querySelectorAll("button")) {
    const name = button.dataset.verdict ?? "";
    const count = found.filter(({ check }) => check.standing === name).length;
    button.setAttribute("aria-pressed", String(view.verdicts.has(name)));
    button.textContent = `${button.dataset.symbol} ${name} ${count}`;
  }
  const cases = new Set(matches.map(({ subject, check }) => `${data.subjects[subject]?.kind} ${check.case}`));
  byId("shown").textContent = `${matches.length} of ${entries.length} checks, in ${cases.size} cases`;
}

/** The cell that the address names, if this report has it. */
function namedCell() {
  const { cell } = view;
  if (!cell) return undefined;
  const subject = data.subjects.findIndex(({ kind, name }) => kind === cell.kind && name === cell.subject);
  return cells.get(keyOf({ subject: String(subject), case: cell.case }));
}

/** Shows the checks of the cell that is opened, or no panel. */
function showPanel() {
  const cell = namedCell();
  const subject = data.subjects[Number(cell?.dataset.subject)];
  for (const other of document.querySelectorAll('[aria-expanded="true"]')) other.setAttribute("aria-expanded", "false");
  cell?.setAttribute("aria-expanded", "true");
  document.body.classList.toggle("open", Boolean(cell));
  byId("page").inert = Boolean(cell) && narrow.matches;
  panel.hidden = !cell;
  if (!cell || !subject) return;
  const checks = subject.checks.filter((check) => check.case === cell.dataset.case);
  panel.replaceChildren(...panelContent(data, subject, checks, view, close));
  panel.scrollTop = 0;
  panel.querySelector(".named")?.scrollIntoView({ block: "center" });
}

/** @param {Partial<typeof view>} changes */
function go(changes) {
  view = { ...view, ...changes };
  history.replaceState(null, "", writeHash(view));
}

/**
 * @param {HTMLTableCellElement} cell
 * @param {boolean} byKey
 */
function open(cell, byKey) {
  const subject = data.subjects[Number(cell.dataset.subject)];
  if (!subject) return;
  go({ cell: { kind: subject.kind, subject: subject.name, case: cell.dataset.case ?? "" } });
  showPanel();
  if (byKey || narrow.matches) panel.focus();
}

function close() {
  const cell = namedCell();
  go({ cell: undefined });
  showPanel();
  const table = cell?.closest("table");
  if (cell && table) focusCell(table, cell);
}

function show() {
  view = readHash(location.hash);
  searchField.value = view.text;
  showMatches();
  showPanel();
  namedCell()?.scrollIntoView({ block: "center", inline: "nearest" });
}

for (const { name, symbol } of data.standings) {
  if (!entries.some(({ check }) => check.standing === name)) continue;
  const button = document.createElement("button");
  Object.assign(button.dataset, { verdict: name, symbol });
  button.type = "button";
  button.className = name;
  button.addEventListener("click", () => {
    const verdicts = new Set(view.verdicts);
    if (!verdicts.delete(name)) verdicts.add(name);
    go({ verdicts });
    showMatches();
  });
  byId("verdicts").append(button);
}

for (const table of tables) makeGrid(table, table.parentElement?.getAttribute("aria-label") ?? "", open);

searchField.addEventListener("input", () => {
  go({ text: searchField.value });
  showMatches();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden) close();
  else if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    searchField.focus();
  }
});
window.addEventListener("hashchange", show);
narrow.addEventListener("change", showPanel);

const theme = byId("theme");
const preference = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (preference.matches ? "dark" : "light")) === "dark";
const showTheme = () => {
  theme.textContent = isDark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`);
};
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
});
preference.addEventListener("change", showTheme);

showTheme();
theme.hidden = false;
byId("filters").hidden = false;
show();

import { writeHash } from "./hash.js";
import { element, prose } from "./prose.js";

/** @import { PageCheck, PageData, PageRule, PageSubject } from "../page-data.js" */
/** @import { View } from "./hash.js" */

/**
 * What the panel shows of one cell: its checks, the gravest first.
 * @param {PageData} data
 * @param {PageSubject} subject
 * @param {readonly PageCheck[]} checks those of the case
 * @param {View} view
 * @param {() => void} close
 */
export function panelContent(data, subject, checks, view, close) {
  const name = checks[0]?.case ?? "";
  const button = element("button", { type: "button", "aria-keyshortcuts": "Escape" }, ["Close"]);
  button.addEventListener("click", close);
  const title = element("div", {}, [
    element("h2", { id: "panel-title" }, [element("bdi", {}, [name])]),
    element("p", { class: "note" }, [element("bdi", {}, [subject.name]), ` · ${cameTo(data, checks)}`]),
  ]);
  const rank = (/** @type {PageCheck} */ { standing }) => data.standings.findIndex(({ name }) => name === standing);
  const items = checks.toSorted((a, b) => rank(a) - rank(b)).map((check) => item(data, check, view));
  return [element("div", { class: "head" }, [title, button]), element("ol", {}, items)];
}

/**
 * @param {PageData} data
 * @param {readonly PageCheck[]} checks
 */
function cameTo({ standings }, checks) {
  return standings
    .map(({ name }) => ({ name, count: checks.filter(({ standing }) => standing === name).length }))
    .flatMap(({ name, count }) => (count > 0 ? [`${count} ${name}`] : []))
    .join(", ");
}

/**
 * @param {PageData} data
 * @param {PageCheck} check
 * @param {View} view
 */
function item(data, check, view) {
  const symbol = data.standings.find(({ name }) => name === check.standing)?.symbol ?? "";
  const rule = /** @type {PageRule} */ (data.rules[check.rule]);
  const named = view.cell?.check === check.check;
  const cell = /** @type {NonNullable<View["cell"]>} */ (view.cell);
  const link = writeHash({ ...view, cell: { ...cell, check: check.check } });
  const heading = element("h3", {}, [
    element("span", { class: check.standing }, [`${symbol} ${check.standing}`]),
    " ",
    element("bdi", {}, [check.check]),
    element("span", { class: "note" }, [` ${check.level} `]),
    element("a", { class: "link", href: link, "aria-label": `Link to ${check.check}` }, ["#"]),
  ]);
  const details = element("details", {}, [element("summary", {}, ["Why, fix and exchange"]), facts(check, rule)]);
  details.toggleAttribute("open", named || !["passed", "unclaimed", "not-run"].includes(check.standing));
  const clause = element("p", { class: "clause" }, [prose(rule.clause)]);
  return element("li", { ...(named && { class: "named", "aria-current": "true" }) }, [heading, clause, details]);
}

/**
 * @param {PageCheck} check
 * @param {PageRule} rule
 */
function facts({ reason, sent, replied, error, known, runs }, { why, fix }) {
  const said = (/** @type {string} */ text) => element("bdi", {}, [text]);
  const code = (/** @type {string} */ text) => element("pre", {}, [element("code", {}, [text])]);
  /** @type {[string, string | undefined, (text: string) => Node][]} */
  const all = [
    ["seen", reason, said],
    ["why it matters", why, prose],
    ["fix", fix, prose],
    ["error", error && `${error.code} (status ${error.status})`, said],
    ["known failure", known && `${known.reason}${known.stale ? " (stale)" : ""}`, said],
    ["played", runs && `failed ${runs.failures} of ${runs.of} times`, said],
    ["sent", sent, code],
    ["reply", replied, code],
  ];
  const children = all.flatMap(([label, text, shown]) =>
    text ? [element("dt", {}, [label]), element("dd", {}, [shown(text)])] : [],
  );
  return element("dl", {}, children);
}

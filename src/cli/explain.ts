import { nearest } from "../contract/index.js";
import { type ListedCase, type ListedQuirk, type Rule, readRules } from "./rules.js";
import { UsageError } from "./usage-error.js";

/**
 * What an id stands for: a case, one of its checks, a quirk, or a check on an endpoint's wire (`Wire/…`, `OurRequests/…`).
 * @throws UsageError for one that there is not, with those that look like it
 */
export function explain(id: string): string {
  const { cases, quirks } = readRules();
  const wanted = id.toLowerCase();
  const isIt = (other: string) => other.toLowerCase() === wanted;
  const suiteCase = cases.find(({ name }) => isIt(name));
  if (suiteCase) return explainCase(suiteCase);
  for (const one of cases) {
    const rule = one.rules.find((candidate) => isIt(candidate.id));
    if (rule) return explainRule(rule, one);
  }
  const quirk = quirks.find((one) => [one.id, ...wireIds(one)].some(isIt));
  if (quirk) return explainQuirk(quirk);
  const all = [
    ...cases.flatMap(({ name, rules }) => [name, ...rules.map((rule) => rule.id)]),
    ...quirks.flatMap((one) => [one.id, ...wireIds(one)]),
  ];
  throw new UsageError(`there is no "${id}"; near it ${nearest(id, all).join(", ")}`);
}

/** The ids under which `check` judges an endpoint's wire for a quirk. */
function wireIds({ class: kind, area, name }: ListedQuirk): readonly string[] {
  if (kind === "deviation") return [`Wire/${area}-${name}`];
  return kind === "request" ? [`OurRequests/${name}`] : [];
}

function explainCase({ kind, name, claim, protocol, rules }: ListedCase): string {
  const where = protocol ? `, on the ${protocol} wire` : "";
  const lines = rules.map(({ id, level, clause }) => `  ${id} (${level}): ${clause}`);
  return `${name} (${kind}${where})\n${claim}\n\n${lines.join("\n")}\n`;
}

function explainRule({ id, level, clause, why, fix, needs, capabilities }: Rule, { kind, claim }: ListedCase): string {
  return facts(`${id} (${kind}, ${level})`, [
    ["case", claim],
    ["rule", clause],
    ["why it matters", why],
    ["fix", fix],
    ["judged where the stage has", needs.join(", ")],
    ["judged where it claims", capabilities.join(", ")],
  ]);
}

function explainQuirk(quirk: ListedQuirk): string {
  const { id, name, class: kind, protocols, report, seen, breaks, rule } = quirk;
  return facts(`${id} ${name} (${kind}, ${protocols.join(" and ")})`, [
    ["seen", `${seen}: ${report}`],
    ["what it breaks", breaks],
    ["what a driver does", rule],
    ["judged of an endpoint as", wireIds(quirk).join(", ")],
  ]);
}

function facts(title: string, all: readonly (readonly [string, string])[]): string {
  const lines = all.filter(([, text]) => text !== "").map(([label, text]) => `  ${label}: ${text}`);
  return `${title}\n${lines.join("\n")}\n`;
}

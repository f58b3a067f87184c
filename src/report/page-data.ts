import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";
import { meanings, type Standing, standingOf, standings, symbols } from "./standing.js";
import { visibleText } from "./visible-text.js";

/** What the page of a report holds as JSON for its script: every check, with the rules that subjects share once. */
export interface PageData {
  readonly standings: readonly { readonly name: Standing; readonly symbol: string; readonly meaning: string }[];
  readonly rules: readonly PageRule[];
  readonly subjects: readonly PageSubject[];
}

export type PageRule = Pick<CheckResult, "clause" | "why" | "fix">;

export interface PageSubject extends Pick<SubjectResult, "name" | "kind"> {
  readonly checks: readonly PageCheck[];
}

export interface PageCheck extends Omit<CheckResult, "clause" | "why" | "fix" | "status"> {
  readonly standing: Standing;
  /** Which of the rules it is about. */
  readonly rule: number;
}

/** What the script of the page works with. Texts have nothing in them that cannot be seen. */
export function toPageData({ subjects }: RunReport): PageData {
  const rules: PageRule[] = [];
  const numbers = new Map<string, number>();
  const ruleOf = (rule: PageRule): number => {
    const key = JSON.stringify(rule);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, rules.length);
    return rules.push(rule) - 1;
  };
  const toCheck = ({ clause, why, fix, status, ...check }: CheckResult): PageCheck => ({
    ...check,
    standing: standingOf({ status, ...check }),
    rule: ruleOf({ clause, why, fix }),
  });
  return {
    standings: standings.map((name) => ({ name, symbol: symbols[name], meaning: meanings[name] })),
    subjects: subjects.map(({ name, kind, checks }) => ({ name, kind, checks: checks.map(toCheck) })),
    rules,
  };
}

/**
 * Data as JSON within a script element. It ends no element, opens no comment, and a parser that takes it for a script
 * finds no line terminator in a string.
 */
export function toEmbeddedJSON(data: PageData): string {
  const seen = (_: string, value: unknown) => (typeof value === "string" ? visibleText(value, "\n\t") : value);
  return JSON.stringify(data, seen).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

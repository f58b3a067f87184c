/** @import { PageCheck, PageData } from "../page-data.js" */

/**
 * @typedef {object} Entry One check of one subject, and all of its text in lower case.
 * @property {number} subject
 * @property {PageCheck} check
 * @property {string} text
 */

/**
 * @param {PageData} data
 * @returns {Entry[]}
 */
export function entriesOf({ subjects, rules }) {
  return subjects.flatMap(({ name, checks }, subject) =>
    checks.map((check) => {
      const rule = rules[check.rule];
      const texts = [name, check.id, check.reason, check.error?.code, check.known?.reason, check.sent, check.replied];
      return { subject, check, text: [...texts, rule?.clause, rule?.why, rule?.fix].join("\n").toLowerCase() };
    }),
  );
}

/**
 * The checks that hold every word of a text.
 * @param {readonly Entry[]} entries
 * @param {string} text
 */
export function search(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => words.every((word) => entry.text.includes(word)));
}

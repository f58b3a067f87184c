import { isDeepStrictEqual } from "node:util";
import { describe, mismatch, toCodePoints } from "./failure.js";

/** The longest description, in characters, in which a difference is seen at once. */
const atOnce = 100;

/**
 * How two unequal values differ, for a person to see at once: what is too long for that is told by the first place at
 * which it differs.
 * @param what the value is called, for example `the request sent`
 */
export function describeDifference(actual: unknown, expected: unknown, what: string): string {
  const place: string[] = [];
  let [seen, wanted] = [actual, expected];
  while (!isSeenAtOnce(seen, wanted)) {
    const key = firstDifferent(seen, wanted);
    if (key === undefined) break;
    place.push(Array.isArray(seen) ? `[${key}]` : `.${key}`);
    [seen, wanted] = [at(seen, key), at(wanted, key)];
  }
  const path = place.join("").replace(/^\./, "");
  const where = path ? `${what}, at \`${path}\`` : what;
  if (typeof seen === "string" && typeof wanted === "string" && !isSeenAtOnce(seen, wanted)) {
    const i = firstDifferentCharacter(seen, wanted);
    return mismatch(`${where}, from character ${i} on`, excerpt(wanted, i), excerpt(seen, i));
  }
  return mismatch(where, orNothing(wanted), orNothing(seen));
}

/** A description that does not tell all. */
const leavesOut = /\d more (item|character)|^a response with/;

/** What is not there, as an item of a list or a property. */
const nothing = Symbol("nothing");

const orNothing = (value: unknown) => (value === nothing ? "nothing" : describe(value));

function isSeenAtOnce(seen: unknown, wanted: unknown): boolean {
  const texts = [orNothing(seen), orNothing(wanted)];
  return texts[0] !== texts[1] && !texts.some((text) => text.length > atOnce || leavesOut.test(text));
}

/** The first key under which two objects, or two lists, are not equal. */
function firstDifferent(seen: unknown, wanted: unknown): string | undefined {
  if (typeof seen !== "object" || typeof wanted !== "object" || !seen || !wanted) return undefined;
  if (Array.isArray(seen) !== Array.isArray(wanted)) return undefined;
  const keys = new Set([...Object.keys(wanted), ...Object.keys(seen)]);
  return [...keys].find((key) => !isDeepStrictEqual(at(seen, key), at(wanted, key)));
}

function at(value: unknown, key: string): unknown {
  return Object.hasOwn(value as object, key) ? (value as Readonly<Record<string, unknown>>)[key] : nothing;
}

/** Where two texts part, at the beginning of a character. */
function firstDifferentCharacter(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const isInside = [a, b].some((text) => (text.codePointAt(i - 1) ?? 0) > 0xffff);
  return isInside ? i - 1 : i;
}

/** How many characters of a text are shown from where it differs. */
const shown = 24;

/** Some characters from there on, told by their code points where they are not plain. */
function excerpt(text: string, from: number): string {
  if (from >= text.length) return `the end, after ${text.length} characters`;
  const rest = [...text.slice(from, from + 2 * shown)].slice(0, shown).join("");
  const whole = from + rest.length === text.length;
  return `${JSON.stringify(rest).replace(/[^\x20-\x7e]| {2,}/gu, toCodePoints)}${whole ? "" : "…"}`;
}

import { isDeepStrictEqual } from "node:util";
import { describe } from "./failure.js";

/**
 * How two unequal values differ, for a person to see at once: what is too long to be told whole is told by the first
 * place at which it differs.
 * @param what the value is called, for example `the request sent`
 */
export function describeDifference(actual: unknown, expected: unknown, what: string): string {
  const place: string[] = [];
  let [seen, wanted] = [actual, expected];
  while (!canBeTold(seen, wanted)) {
    const key = firstDifferent(seen, wanted);
    if (key === undefined) break;
    place.push(Array.isArray(seen) ? `[${key}]` : `.${key}`);
    [seen, wanted] = [at(seen, key), at(wanted, key)];
  }
  const path = place.join("").replace(/^\./, "");
  const told = path ? `${what} differs at \`${path}\`: it` : what;
  if (typeof seen !== "string" || typeof wanted !== "string" || canBeTold(seen, wanted))
    return `${told} is ${describe(seen)}; expected ${describe(wanted)}`;
  const i = firstDifferentUnit(seen, wanted);
  return `${told} has ${excerpt(seen, i)} from character ${i} on; expected ${excerpt(wanted, i)}`;
}

/** Whether both descriptions leave nothing out, and do not look alike. */
function canBeTold(seen: unknown, wanted: unknown): boolean {
  const texts = [describe(seen), describe(wanted)].map((text) => text.normalize("NFC").replace(/\s+/g, " "));
  return texts[0] !== texts[1] && !texts.some((text) => /…$|\[(Object|Array)\]|\d more (item|character)/.test(text));
}

/** The first key under which two objects, or two lists, are not equal. */
function firstDifferent(seen: unknown, wanted: unknown): string | undefined {
  if (typeof seen !== "object" || typeof wanted !== "object" || !seen || !wanted) return undefined;
  if (Array.isArray(seen) !== Array.isArray(wanted)) return undefined;
  const keys = new Set([...Object.keys(wanted), ...Object.keys(seen)]);
  return [...keys].find((key) => !isDeepStrictEqual(at(seen, key), at(wanted, key)));
}

function at(value: unknown, key: string): unknown {
  return Object.hasOwn(value as object, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function firstDifferentUnit(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Some characters from there on, what cannot be seen written as its code. */
function excerpt(text: string, from: number): string {
  const shown = JSON.stringify(text.slice(from, from + 24)).replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return from >= text.length ? "nothing" : shown;
}

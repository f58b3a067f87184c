import { randomUUID } from "node:crypto";
import { isLarge } from "../contract/index.js";

/**
 * JSON as `JSON.parse` reads it, but for integers beyond 2^53 − 1, which are `bigint`s, exact to the digit. A number that is
 * written with a fraction or an exponent is a number, as near as a double comes. `stringifyExactly` writes it again.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactly(text: string): unknown {
  // Fewer digits are no such integer.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // What is no JSON is found before anything is put into it.
  const value: unknown = JSON.parse(text);
  const mark = createMark();
  const marked = withLargeMarked(text, mark);
  return marked === text ? value : JSON.parse(marked, (_, item: unknown) => unmarked(item, mark));
}

/**
 * JSON that `parseExactly` reads as the same value: each `bigint` as its digits, and a number that would be read as one with
 * an exponent.
 * @throws TypeError for a cycle
 */
export function stringifyExactly(value: unknown, space?: number): string {
  return stringifyWith(
    (item) => {
      if (typeof item === "bigint") return String(item);
      const isUnsafe = Number.isInteger(item) && !Number.isSafeInteger(item);
      return isUnsafe ? (item as number).toExponential() : undefined;
    },
    [value, space],
  );
}

/**
 * JSON as `JSON.stringify` writes it, but for `bigint`s, which it refuses, and which are their digits here.
 * @throws TypeError for a cycle
 */
export function stringifyDigits(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyWith((item) => (typeof item === "bigint" ? String(item) : undefined), [value]);
  }
}

/** @param written how a value is written, where `JSON.stringify` would write it otherwise */
function stringifyWith(
  written: (item: unknown) => string | undefined,
  [value, space]: readonly [value: unknown, space?: number | undefined],
): string {
  const mark = createMark();
  let isMarked = false;
  const replacer = (_: string, item: unknown) => {
    const as = written(item);
    isMarked ||= as !== undefined;
    return as === undefined ? item : mark + as;
  };
  const text = JSON.stringify(value, replacer, space);
  return isMarked ? text.replaceAll(new RegExp(`"${mark}([^"]+)"`, "g"), "$1") : text;
}

/** What stands before the digits in a string that is a `bigint` in truth; nobody can guess it. */
const createMark = () => `${randomUUID()}:`;

function unmarked(item: unknown, mark: string): unknown {
  return typeof item === "string" && item.startsWith(mark) ? BigInt(item.slice(mark.length)) : item;
}

/** @param text is valid JSON: outside of strings every digit is a number's */
function withLargeMarked(text: string, mark: string): string {
  const number = /-?\d[\d.eE+-]*/y;
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      number.lastIndex = at;
      const [written = character] = number.exec(text) ?? [];
      if (written.length > 15 && !/[.eE]/.test(written) && isLarge(BigInt(written))) {
        pieces.push(text.slice(copied, at), `"${mark}${written}"`);
        copied = at + written.length;
      }
      at += written.length;
    } else {
      at++;
    }
  }
  return pieces.join("") + text.slice(copied);
}

/** Where the string ends that begins here, behind its quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

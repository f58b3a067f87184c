import { isObject } from "../contract/index.js";
import type { LocatedIssue } from "./field-issue.js";

/** What is known of the integers beyond 2^53 − 1 in a value. */
export type LargeIntegers =
  /** They are `bigint`s, as they were sent; every number is one that was written as a number with a fraction or exponent. */
  | "exact"
  /** The same, but nobody wants them. */
  | "exact, and refused"
  /** They may have been rounded. */
  | "unknown";

/**
 * The whole numbers of a value that may not be what was sent: beyond 2^53 − 1 neighbours fall together when JSON is
 * parsed, and whoever has the parsed number cannot tell which it was. They are refused and never rounded in silence.
 * A number from 10^21 on is written with an exponent, by JavaScript too: it is meant as a double, and is one.
 * https://www.rfc-editor.org/rfc/rfc7493#section-2.2
 */
export function inexactNumbers(value: unknown, large: LargeIntegers, path: LocatedIssue["path"] = []): LocatedIssue[] {
  if (isRefused(value, large)) {
    const expected = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    return [{ path, constraint: "invalid_range", expected }];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => inexactNumbers(item, large, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => inexactNumbers(item, large, [...path, key]));
}

function isRefused(value: unknown, large: LargeIntegers): boolean {
  if (typeof value === "bigint") return large !== "exact";
  if (typeof value !== "number" || large !== "unknown") return false;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
}

import { isObject } from "../contract/index.js";
import type { LocatedIssue } from "./field-issue.js";

/**
 * The whole numbers of a value that may not be what was sent: beyond 2^53 − 1 neighbours fall together when JSON is
 * parsed, and whoever has the parsed number cannot tell which it was. They are refused and never rounded in silence; a
 * tool that takes such numbers takes them as strings. https://www.rfc-editor.org/rfc/rfc7493#section-2.2
 */
export function inexactNumbers(value: unknown, path: LocatedIssue["path"] = []): LocatedIssue[] {
  if (typeof value === "number") {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return [];
    const expected = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    return [{ path, constraint: "invalid_range", expected }];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => inexactNumbers(item, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => inexactNumbers(item, [...path, key]));
}

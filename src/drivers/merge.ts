import { isObject } from "../contract/index.js";

/**
 * Merges what the caller wants into a body: nested objects key by key, everything else replaced by the caller's value.
 * New objects throughout; `__proto__` is a key like any other.
 */
export function merge(body: object, own: object | undefined): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(body)) merged[key] = value;
  for (const [key, value] of Object.entries(own ?? {})) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

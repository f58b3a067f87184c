/** Says where a value stands that JSON cannot carry, and what it is. */
export type OnUnsafe = (path: string, what: string) => never;

/**
 * A deep copy of a value that JSON can carry: objects and arrays are new, `undefined` properties are absent, and every
 * string is well-formed Unicode (a lone surrogate becomes U+FFFD). An object with `toJSON` (a `Date`) is copied as that.
 * @param path how the value is called in an error, for example `messages[2].content`
 * @param onUnsafe called, and expected to throw, for a BigInt, function, symbol, `NaN`, infinity or cycle
 * @param takesLarge whether a BigInt that no number can hold may stand at a place; by default at none
 */
export function copyJSON(
  value: unknown,
  path: string,
  onUnsafe: OnUnsafe,
  takesLarge: (path: string) => boolean = () => false,
  ancestors: readonly object[] = [],
): unknown {
  switch (typeof value) {
    case "string":
      return value.toWellFormed();
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : onUnsafe(path, String(value));
    case "object":
      break;
    case "undefined":
      return onUnsafe(path, "undefined");
    case "bigint":
      return isLarge(value) && takesLarge(path) ? value : onUnsafe(path, "a bigint");
    default:
      return onUnsafe(path, `a ${typeof value}`);
  }
  if (value === null) return null;
  if (ancestors.includes(value)) return onUnsafe(path, "a cycle");
  // Deeper than any provider parses; without a bound, a hostile depth would overflow the stack instead.
  if (ancestors.length > 500) return onUnsafe(path, "nesting deeper than 500 levels");
  const inside = [...ancestors, value];
  if (Array.isArray(value))
    return Array.from(value, (item, i) => copyJSON(item, `${path}[${i}]`, onUnsafe, takesLarge, inside));
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
    return copyJSON((value as { toJSON(): unknown }).toJSON(), path, onUnsafe, takesLarge, inside);
  }
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    // defineProperty: a key named `__proto__` is data here, not the prototype.
    Object.defineProperty(copy, key.toWellFormed(), {
      value: copyJSON(item, path ? `${path}.${key}` : key, onUnsafe, takesLarge, inside),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** Whether an integer is one that a number may not hold exactly: what a number holds is a number, in one form only. */
export function isLarge(integer: bigint): boolean {
  return integer > Number.MAX_SAFE_INTEGER || integer < Number.MIN_SAFE_INTEGER;
}

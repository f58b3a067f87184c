import { isObject } from "../contract/index.js";

/** Every `bigint` of a value replaced by a number that a schema judges alike, and the places where there is none. */
export interface StandIn {
  readonly value: unknown;
  /** Where no number does: names, and positions in lists. */
  readonly missing: readonly (readonly (string | number)[])[];
}

/**
 * A value for a schema validator that knows numbers only. A double next to the integer stands for it: what is compared with
 * it are doubles too, the schema's own, and it is on the same side of each of them as the integer is. Where a schema
 * computes with numbers (`multipleOf`, `uniqueItems`), only the same number will do.
 */
export function standInFor(value: unknown, schema: unknown): StandIn {
  if (!holdsBigint(value)) return { value, missing: [] };
  const { compared, computes } = numbersOf(schema);
  const missing: (readonly (string | number)[])[] = [];
  const replace = (item: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof item === "bigint") {
      const double = near(item).find(
        (candidate) => BigInt(candidate) === item || !(computes || compared.has(candidate)),
      );
      if (double === undefined) missing.push(path);
      return double ?? near(item)[0];
    }
    if (Array.isArray(item)) return item.map((inner, i) => replace(inner, [...path, i]));
    if (!isObject(item)) return item;
    // defineProperty, by way of fromEntries: a key named `__proto__` is data here.
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, replace(inner, [...path, key])]));
  };
  return { value: replace(value, []), missing };
}

/** A copy of a value whose objects inherit nothing: there is no `constructor` in them that nobody sent. */
export function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) copy[key] = withoutPrototypes(item);
  return copy;
}

/** The doubles next to an integer, the nearest first. */
function near(integer: bigint): number[] {
  const nearest = Number(integer);
  if (!Number.isFinite(nearest)) return [Math.sign(nearest) * Number.MAX_VALUE];
  const bits = new BigInt64Array(new Float64Array([nearest]).buffer);
  // The next away from zero has the next bits, the one towards zero those before.
  const isBeyond = integer < 0n ? BigInt(nearest) < integer : BigInt(nearest) > integer;
  bits[0] = (bits[0] as bigint) + (isBeyond ? -1n : 1n);
  const [other = nearest] = new Float64Array(bits.buffer);
  return [nearest, other].filter(Number.isFinite);
}

function holdsBigint(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsBigint);
}

/** The numbers in a schema with which a large integer may be compared, and whether it computes with the value. */
function numbersOf(schema: unknown): { compared: ReadonlySet<number>; computes: boolean } {
  const compared = new Set<number>();
  let computes = false;
  const visit = (item: unknown) => {
    if (typeof item === "number" && Math.abs(item) > Number.MAX_SAFE_INTEGER) compared.add(item);
    if (typeof item !== "object" || item === null) return;
    for (const [key, inner] of Object.entries(item)) {
      computes ||= (key === "multipleOf" && inner !== 1) || (key === "uniqueItems" && inner === true);
      visit(inner);
    }
  };
  visit(schema);
  return { compared, computes };
}

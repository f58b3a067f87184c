import { isWireObject, type WireObject } from "./exchange.js";

/** Which counts of a usage make up its total. */
export interface TokenCounts {
  readonly total: string;
  /** Without these nothing can be said. */
  readonly needed: readonly string[];
  /** Those that are 0 where they are left out. */
  readonly optional?: readonly string[];
}

/**
 * By how much a total is not the sum of its parts, where no other count explains it: reasoning, cached and tool tokens stand
 * outside of the parts at some hosts, and within them at others.
 * @returns undefined where it adds up, or could
 */
export function unexplained(usage: WireObject, { total, needed, optional = [] }: TokenCounts): number | undefined {
  const known = [total, ...needed].map((name) => usage[name]);
  if (!known.every((count) => Number.isInteger(count) && (count as number) >= 0)) return undefined;
  const parts = [...needed, ...optional].map((name) => usage[name]).filter(isPositive);
  const rest = (usage[total] as number) - parts.reduce((sum, count) => sum + count, 0);
  if (rest === 0) return undefined;
  const others = Object.entries(usage).flatMap(([name, value]) =>
    name === total || needed.includes(name) ? [] : countsIn(value),
  );
  return sums(others).has(Math.abs(rest)) ? undefined : rest;
}

const isPositive = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;

function countsIn(value: unknown): readonly number[] {
  if (isPositive(value)) return [value];
  const inner = Array.isArray(value) ? value : isWireObject(value) ? Object.values(value) : [];
  return inner.flatMap(countsIn);
}

/** Every number that some of these add up to. */
function sums(counts: readonly number[]): ReadonlySet<number> {
  let all = new Set([0]);
  // Ten distinct counts have a thousand sums; whoever tells more is believed to know.
  for (const count of counts.slice(0, 10)) all = new Set([...all, ...[...all].map((sum) => sum + count)]);
  return all;
}

import type { Usage } from "../contract/index.js";

const fields = ["inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens"] as const;

/** A usage with only what is known: whole numbers that are not negative. */
export function cleanUsage(usage: Usage | undefined): Usage {
  const clean: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const field of fields) {
    const value = usage?.[field];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) clean[field] = value;
  }
  return clean;
}

/** What is not claimed is not reported: without `promptCaching` nobody relies on cached tokens. */
export function withoutCached({ cachedInputTokens: _, ...usage }: Usage): Usage {
  return usage;
}

/** The sum over turns; a field that one turn does not know is unknown in the sum. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const field of fields) {
    const [x, y] = [a[field], b[field]];
    if (x !== undefined && y !== undefined) sum[field] = x + y;
  }
  return sum;
}

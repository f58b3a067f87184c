import type { Usage } from "../contract/index.js";

/** A token count as the wire has it; undefined where it is none. */
export function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/**
 * Counts with only what is known and can be true: cached tokens are a part of the input, and reasoning of the output. A
 * part that is larger than the whole is unknown.
 */
export function reconciled(usage: Usage): Usage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(isPart(cachedInputTokens, inputTokens) && { cachedInputTokens }),
    ...(isPart(reasoningTokens, outputTokens) && { reasoningTokens }),
  };
}

function isPart(part: number | undefined, whole: number | undefined): boolean {
  return part !== undefined && (whole === undefined || part <= whole);
}

import { isObject, type Usage } from "../../contract/index.js";

/**
 * Token counts as the wire has them; undefined where there are none.
 *
 * Reasoning is a part of the output, but not every provider counts it in `completion_tokens`. The total decides:
 * https://github.com/vercel/ai/issues/11487
 */
export function readUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined;
  const inputTokens = count(wire.prompt_tokens) ?? count(wire.input_tokens);
  const completion = count(wire.completion_tokens) ?? count(wire.output_tokens);
  const total = count(wire.total_tokens);
  const reasoningTokens =
    count(field(wire.completion_tokens_details, "reasoning_tokens")) ??
    count(field(wire.output_tokens_details, "reasoning_tokens")) ??
    count(wire.reasoning_tokens);
  const cachedInputTokens =
    count(field(wire.prompt_tokens_details, "cached_tokens")) ??
    count(field(wire.input_tokens_details, "cached_tokens")) ??
    // DeepSeek: https://api-docs.deepseek.com/guides/kv_cache
    count(wire.prompt_cache_hit_tokens) ??
    count(wire.cached_tokens);
  if ([inputTokens, completion, total].every((value) => value === undefined)) return undefined;

  let outputTokens = completion;
  if (completion !== undefined && reasoningTokens) {
    const outside =
      inputTokens !== undefined && total !== undefined
        ? inputTokens + completion + reasoningTokens === total
        : reasoningTokens > completion;
    if (outside) outputTokens = completion + reasoningTokens;
  }
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

function field(details: unknown, name: string): unknown {
  return isObject(details) ? details[name] : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

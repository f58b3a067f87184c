import { isObject, type Usage } from "../../contract/index.js";
import { count, reconciled } from "../token-counts.js";

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

  const outputTokens = output(inputTokens, completion, reasoningTokens, total);
  return reconciled({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens });
}

function output(
  input: number | undefined,
  completion: number | undefined,
  reasoning: number | undefined,
  total: number | undefined,
): number | undefined {
  if (completion === undefined || !reasoning) return completion;
  const rest = input === undefined || total === undefined ? undefined : total - input;
  if (rest === completion) return completion;
  return rest === completion + reasoning || reasoning > completion ? completion + reasoning : completion;
}

function field(details: unknown, name: string): unknown {
  return isObject(details) ? details[name] : undefined;
}

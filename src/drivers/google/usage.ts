import { isObject, type Usage } from "../../contract/index.js";
import { count, reconciled } from "../token-counts.js";

type Loose = Readonly<Record<string, unknown>>;

/**
 * Token counts of `usageMetadata`; undefined where there are none. Tokens of tool results are input, thoughts are output.
 *
 * Whether `candidatesTokenCount` has the thoughts in it is disputed: the parts must add up to the total.
 * https://github.com/simonw/llm-gemini/issues/75
 * A count of 0 is left out on the wire.
 */
export function readUsage(wire: Loose | undefined): Usage | undefined {
  if (!wire) return undefined;
  const prompt = count(wire.promptTokenCount);
  const candidates = count(wire.candidatesTokenCount);
  const thoughts = count(wire.thoughtsTokenCount);
  const total = count(wire.totalTokenCount);
  const cachedInputTokens = count(wire.cachedContentTokenCount);
  if ([prompt, candidates, thoughts, total].every((value) => value === undefined)) return undefined;
  const inputTokens = prompt === undefined ? undefined : prompt + (count(wire.toolUsePromptTokenCount) ?? 0);
  const outputTokens = output(inputTokens, candidates, thoughts, total);
  return reconciled({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens: thoughts });
}

function output(
  input: number | undefined,
  candidates: number | undefined,
  thoughts: number | undefined,
  total: number | undefined,
): number | undefined {
  if (candidates === undefined && thoughts === undefined) {
    return input !== undefined && total !== undefined && total >= input ? total - input : undefined;
  }
  const visible = candidates ?? 0;
  const thought = thoughts ?? 0;
  const isInside = input !== undefined && total === input + visible && thought <= visible;
  return isInside ? visible : visible + thought;
}

/** Running totals: what a later chunk says of a count replaces what an earlier one said. */
export function mergeUsage(before: Loose | undefined, wire: unknown): Loose | undefined {
  return isObject(wire) ? { ...before, ...wire } : before;
}

import { expect, test } from "vitest";
import { readUsage } from "./usage.js";

const counts = (prompt: number, completion: number, reasoning: number, total?: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  completion_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: total,
});
const cached = (cached_tokens: number) => ({
  prompt_tokens: 10,
  completion_tokens: 6,
  prompt_tokens_details: { cached_tokens },
});

test.each<[string, object, object]>([
  [
    "reasoning outside of the output, by the total",
    counts(279, 6, 89, 374),
    { inputTokens: 279, outputTokens: 95, reasoningTokens: 89 },
  ],
  [
    "reasoning within the output, by the total",
    counts(10, 100, 89, 110),
    { inputTokens: 10, outputTokens: 100, reasoningTokens: 89 },
  ],
  [
    "reasoning that the output cannot hold, without a total",
    counts(10, 6, 89),
    { inputTokens: 10, outputTokens: 95, reasoningTokens: 89 },
  ],
  [
    "reasoning that the output cannot hold, under a total that fits nothing",
    counts(10, 6, 89, 90),
    { inputTokens: 10, outputTokens: 95, reasoningTokens: 89 },
  ],
  ["reasoning that the total leaves no room for", counts(10, 6, 89, 16), { inputTokens: 10, outputTokens: 6 }],
  ["all of the input cached", cached(10), { inputTokens: 10, outputTokens: 6, cachedInputTokens: 10 }],
  ["more cached than there is", cached(11), { inputTokens: 10, outputTokens: 6 }],
  [
    "cached tokens alone with their output",
    { completion_tokens: 6, cached_tokens: 3 },
    { outputTokens: 6, cachedInputTokens: 3 },
  ],
  ["what is no count", { prompt_tokens: -1, completion_tokens: 2, total_tokens: "x" }, { outputTokens: 2 }],
])("tells %s", (_, wire, expected) => {
  expect(readUsage(wire)).toEqual(expected);
});

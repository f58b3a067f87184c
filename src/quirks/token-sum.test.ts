import { expect, test } from "vitest";
import { unexplained } from "./token-sum.js";

const parts = { total: "total_tokens", needed: ["prompt_tokens", "completion_tokens"] } as const;
const usage = { prompt_tokens: 9, completion_tokens: 2 };

test.each([
  ["the sum", { total_tokens: 11 }, undefined],
  ["no total", {}, undefined],
  ["reasoning apart", { total_tokens: 16, completion_tokens_details: { reasoning_tokens: 5 } }, undefined],
  ["cached and reasoning apart", { total_tokens: 19, a: { cached: 3 }, b: [{ reasoning: 5 }] }, undefined],
  ["cached left out", { total_tokens: 8, prompt_tokens_details: { cached_tokens: 3 } }, undefined],
  ["something else", { total_tokens: 40, completion_tokens_details: { reasoning_tokens: 5 } }, 29],
])("%s", (_, more, expected) => {
  expect(unexplained({ ...usage, ...more }, parts)).toBe(expected);
});

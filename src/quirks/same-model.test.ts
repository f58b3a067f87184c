import { expect, test } from "vitest";
import { isOtherModel } from "./same-model.js";

test.each([
  ["gpt-4o", "gpt-4o-2024-08-06"],
  ["openai/gpt-4o", "gpt-4o"],
  ["llama3.1:8b", "Llama-3.1"],
  ["mistral-large-latest", "mistral-medium-2508"],
  ["openrouter/auto", "anthropic/claude-sonnet-4"],
  ["models/qwen3.gguf", "Qwen3"],
  ["gemini-2.5-flash", "models/gemini-2.5-flash-001"],
])("%s may be %s", (asked, served) => expect(isOtherModel(asked, served)).toBe(false));

test.each([
  ["gpt-4o", "llama-3-8b"],
  ["claude-sonnet-4", "claude-haiku-4"],
])("%s is not %s", (asked, served) => expect(isOtherModel(asked, served)).toBe(true));

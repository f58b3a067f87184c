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
  ["gpt-4-turbo-preview", "gpt-4-0125-preview"],
  ["gpt-4-vision-preview", "gpt-4-1106-vision-preview"],
  ["tgi", "meta-llama/Llama-3.1-8B-Instruct"],
  ["default_model", "mlx-community/Llama-3.2-3B"],
])("%s may be %s", (asked, served) => expect(isOtherModel(asked, served)).toBe(false));

test.each([
  ["gpt-4o", "llama-3-8b"],
  ["claude-sonnet-4", "claude-haiku-4"],
  ["gemini-3-pro-preview", "gemini-3-flash-preview"],
  ["deepseek-r1:free", "llama-3-8b"],
  ["gpt-4o-2024-05-13", "gpt-4o-2024-08-06"],
])("%s is not %s", (asked, served) => expect(isOtherModel(asked, served)).toBe(true));

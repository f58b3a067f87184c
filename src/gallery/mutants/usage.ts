import { LLMError, type Usage } from "../../contract/index.js";
import { badSummary } from "../break-driver.js";
import { badResponse } from "../break-llm.js";
import { badStreamResponse } from "../break-stream.js";
import type { LLMMutants } from "../mutant.js";

const badUsage = (change: (usage: Usage) => Usage) => badResponse(({ usage }) => ({ usage: change(usage) }));

/** What becomes of token counts, and of the reason why an answer ended. */
export const usageMutants: LLMMutants = {
  "counts-nought-for-unknown": [
    "UsageIsHonest/absent-is-unknown",
    /`usage` where none was reported: expected /,
    badUsage(({ inputTokens = 0, outputTokens = 0, ...usage }) => ({ ...usage, inputTokens, outputTokens })),
  ],
  "drops-usage-that-is-not-complete": [
    "UsageIsHonest/partly-known-stays-so",
    /`usage` where only the input was reported: expected /,
    badUsage((usage) => (usage.inputTokens === undefined || usage.outputTokens === undefined ? {} : usage)),
  ],
  "takes-nought-for-unknown": [
    "UsageIsHonest/zero-is-known",
    /`usage`: expected /,
    badUsage(({ outputTokens, ...usage }) => ({ ...usage, outputTokens: outputTokens || undefined })),
  ],
  "sums-running-totals": [
    "UsageIsHonest/streamed-usage-is-the-last",
    /`usage` of the stream's response: expected /,
    badStreamResponse(({ usage: { inputTokens = 0, outputTokens = 0 } }) => ({
      usage: { inputTokens: 2 * inputTokens, outputTokens: 2 * outputTokens },
    })),
  ],
  "reports-the-usage-of-the-last-step": [
    "UsageIsHonest/summed-over-steps",
    /`usage` over two turns: expected /,
    badSummary((turns) => ({ usage: turns.at(-1)?.usage ?? {} })),
  ],
  "reports-the-usage-of-the-first-step": [
    "UsageIsHonest/summed-over-steps",
    /`usage` over two turns: expected /,
    badSummary((turns) => ({ usage: turns[0]?.usage ?? {} })),
  ],
  "sums-what-it-knows": [
    "UsageIsHonest/unknown-step-makes-the-sum-unknown",
    /`usage` over two turns, the first not metered: expected /,
    badSummary((turns, { usage }) => {
      const known = turns.flatMap((turn) => turn.usage?.inputTokens ?? []);
      return {
        usage: { ...usage, inputTokens: known.length ? known.reduce((sum, count) => sum + count, 0) : undefined },
      };
    }),
  ],
  "counts-reasoning-beside-the-output": [
    "UsageIsHonest/reasoning-is-a-part-of-output",
    /`usage`: expected /,
    badUsage(({ outputTokens, reasoningTokens = 0, ...usage }) => ({
      ...usage,
      reasoningTokens,
      outputTokens: outputTokens === undefined ? undefined : outputTokens - reasoningTokens,
    })),
  ],
  "loses-reasoning-tokens": [
    "UsageIsHonest/reasoning-is-a-part-of-output",
    /`usage\.reasoningTokens`: expected 16, of 20 output tokens, got undefined/,
    badUsage(({ reasoningTokens: _, ...usage }) => usage),
  ],
  "counts-cached-tokens-beside-the-input": [
    "UsageIsHonest/cached-is-a-part-of-input",
    /`usage`: expected /,
    badUsage(({ inputTokens, cachedInputTokens = 0, ...usage }) => ({
      ...usage,
      cachedInputTokens,
      inputTokens: inputTokens === undefined ? undefined : inputTokens - cachedInputTokens,
    })),
  ],

  "takes-a-cut-answer-for-whole": [
    "FinishReasonIsWhatHappened/cut-is-length",
    /`finishReason` and `text`: expected .*, got \[ 'stop'/,
    badResponse(({ finishReason }) => (finishReason === "length" ? { finishReason: "stop" } : {})),
  ],
  "throws-at-a-cut-answer": [
    "FinishReasonIsWhatHappened/cut-is-length",
    /got a rejection with LLM_BAD_RESPONSE/,
    badResponse(({ finishReason }) => {
      if (finishReason === "length") throw new LLMError("LLM_BAD_RESPONSE", "the answer was cut");
      return {};
    }),
  ],
  "takes-a-blocked-answer-for-whole": [
    "FinishReasonIsWhatHappened/blocked-is-content-filter",
    /`finishReason` and `text`: expected .*, got \[ 'stop'/,
    badResponse(({ finishReason }) => (finishReason === "content_filter" ? { finishReason: "stop" } : {})),
  ],
  "empties-a-blocked-answer": [
    "FinishReasonIsWhatHappened/blocked-is-content-filter",
    /`finishReason` and `text`: expected .*, got \[ 'content_filter', '' \]/,
    badResponse(({ finishReason }) => (finishReason === "content_filter" ? { text: "" } : {})),
  ],
  "takes-an-unknown-label-for-stop": [
    "FinishReasonIsWhatHappened/unknown-label-is-other",
    /`finishReason` for the label tired: expected .*, got 'stop'/,
    badResponse(({ finishReason }) => (finishReason === "other" ? { finishReason: "stop" } : {})),
  ],
  "knows-the-labels-of-one-protocol": [
    "FinishReasonIsWhatHappened/foreign-label-is-known",
    /`finishReason` for the label max_tokens: expected .*, got 'other'/,
    badResponse(({ providerFinishReason: label }) =>
      label === undefined || /^(stop|length|content_filter|tool_calls)$/.test(label) ? {} : { finishReason: "other" },
    ),
  ],
  "throws-the-label-away": [
    "FinishReasonIsWhatHappened/raw-label-is-kept",
    /`providerFinishReason`: expected .*, got undefined/,
    badResponse(() => ({ providerFinishReason: undefined })),
  ],
  "puts-its-own-word-for-the-label": [
    "FinishReasonIsWhatHappened/raw-label-is-kept",
    /`providerFinishReason`: expected 'tired', got 'other'/,
    badResponse(({ finishReason }) => ({ providerFinishReason: finishReason })),
  ],
  "believes-the-label-and-not-the-calls": [
    "FinishReasonIsWhatHappened/calls-decide",
    /under the label stop: expected .*, got 'stop'/,
    badResponse(({ raw, finishReason }) => ({
      finishReason: (raw as { finishReason?: string }).finishReason ?? finishReason,
    })),
  ],
  "believes-in-calls-that-are-not-there": [
    "FinishReasonIsWhatHappened/label-alone-is-no-call",
    /under the label of calls: expected .*, got 'tool_use'/,
    badResponse(({ raw, toolCalls }) =>
      toolCalls.length === 0 && (raw as { finishReason?: string }).finishReason === "tool_use"
        ? { finishReason: "tool_use" }
        : {},
    ),
  ],
  "promotes-cut-turns-with-calls": [
    "FinishReasonIsWhatHappened/cut-is-never-promoted",
    /`finishReason` of a turn with a call: expected .*, got 'tool_use'/,
    badResponse(({ toolCalls }) => (toolCalls.length > 0 ? { finishReason: "tool_use" } : {})),
  ],
};

import type { FinishReason } from "../contract/index.js";

/** The words that protocols use, lower-case, by what they mean. */
const words: Readonly<Record<Exclude<FinishReason, "other">, readonly string[]>> = {
  stop: ["stop", "end_turn", "stop_sequence", "eos", "eos_token", "end", "done", "complete", "completed", "finished"],
  length: ["length", "max_tokens", "max_output_tokens", "model_length", "token_limit", "model_context_window_exceeded"],
  tool_use: ["tool_use", "tool_calls", "tool_call", "tool-calls", "function_call"],
  content_filter: [
    ...["content_filter", "content-filter", "content_filtered", "refusal", "safety", "recitation", "blocklist"],
    ...["prohibited_content", "spii", "image_safety", "image_prohibited_content", "image_recitation", "model_armor"],
    ...["guardrail_intervened", "sensitive"],
  ],
  error: [
    ...["error", "malformed_function_call", "unexpected_tool_call", "too_many_tool_calls", "malformed_response"],
    ...["missing_thought_signature", "insufficient_system_resource"],
  ],
};

const meanings = new Map<string, FinishReason>(
  Object.entries(words).flatMap(([reason, labels]) => labels.map((label) => [label, reason as FinishReason] as const)),
);

/** Every finish reason there is. */
export const finishReasons: ReadonlySet<unknown> = new Set([...Object.keys(words), "other"]);

/** Turns that ended so: their calls may never run. */
export const cutShort: ReadonlySet<FinishReason> = new Set(["length", "content_filter", "error"]);

/**
 * Why a turn ended, by what happened.
 * @param label the provider's word; absent or empty where the end was announced without one
 * @param known what the driver knows better than the label tells
 */
export function finishReason(label: string | undefined, known: FinishReason | undefined, calls: number): FinishReason {
  const labelled = known ?? (label ? (meanings.get(label.toLowerCase()) ?? "other") : "stop");
  if (cutShort.has(labelled)) return labelled;
  if (calls > 0) return "tool_use";
  return labelled === "tool_use" ? "stop" : labelled;
}

import { randomUUID } from "node:crypto";
import type { FinishReason, Usage } from "../../contract/index.js";
import type { PlayedReply } from "../../memory/index.js";

/** What every body and chunk of one completion repeats. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
}

/** @param asked the request's model, which is reported unless the script names another */
export function createEnvelope(played: PlayedReply, asked: string): Envelope {
  return {
    id: `chatcmpl-${randomUUID().replaceAll("-", "")}`,
    created: Math.floor(Date.now() / 1000),
    model: played.model ?? asked,
    system_fingerprint: "fp_0a11ce5c41",
  };
}

/** OpenAI has no word for `error` and `other`; hosts that have send the first, and any unknown word is the second. */
const labels: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "length",
  content_filter: "content_filter",
  tool_use: "tool_calls",
  error: "error",
  other: "other",
};

/** A refusal is told by a field of its own, under the label of an ordinary end. */
export const isRefusal = (played: PlayedReply): boolean => played.providerFinishReason === "refusal";

/** The `finish_reason`: the scripted label, else OpenAI's word for the scripted reason. */
export function finishLabel(played: PlayedReply): string {
  return isRefusal(played) ? "stop" : (played.providerFinishReason ?? labels[played.finishReason]);
}

/** The calls as they stand in a message. Where the script has no id, one is minted, as OpenAI always does. */
export function wireCalls({ toolCalls }: PlayedReply) {
  return toolCalls.map(({ id, name, input, invalidInput }) => ({
    id: id ?? `call_${randomUUID().replaceAll("-", "").slice(0, 24)}`,
    type: "function" as const,
    function: { name, arguments: invalidInput ?? JSON.stringify(input) },
  }));
}

/** https://platform.openai.com/docs/guides/tools-web-search: where the text was found. */
export function annotations({ sources, text }: PlayedReply) {
  return sources.map(({ url, title }) => ({
    type: "url_citation" as const,
    url_citation: { start_index: 0, end_index: text.length, url, ...(title !== undefined && { title }) },
  }));
}

/** The usage with only what the script knows; nothing at all where it knows nothing. */
export function wireUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage) {
  const usage = {
    ...(inputTokens !== undefined && { prompt_tokens: inputTokens }),
    ...(outputTokens !== undefined && { completion_tokens: outputTokens }),
    ...(inputTokens !== undefined && outputTokens !== undefined && { total_tokens: inputTokens + outputTokens }),
    ...(cachedInputTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
  return Object.keys(usage).length > 0 ? usage : undefined;
}

import { randomBytes } from "node:crypto";
import type { FinishReason, Usage } from "../../contract/index.js";
import type { PlayedReply } from "../../memory/index.js";
import type { WirePart } from "./generate-body.js";
import type { ThoughtSignatures } from "./thought-signatures.js";

/** What every chunk of one reply repeats. */
export interface Envelope {
  readonly modelVersion: string;
  readonly responseId: string;
}

/** @param asked the model of the path, which is reported unless the script names another */
export function createEnvelope(played: PlayedReply, asked: string): Envelope {
  return { modelVersion: played.model ?? asked, responseId: randomBytes(16).toString("base64url") };
}

/** Google has no word for calls: they end as any answer does. https://github.com/brekkylab/ailoy/pull/334 */
const labels: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  tool_use: "STOP",
  length: "MAX_TOKENS",
  content_filter: "SAFETY",
  error: "MALFORMED_FUNCTION_CALL",
  other: "OTHER",
};

/**
 * How a candidate ends: with the scripted label, else with Google's word for the scripted reason. Arguments that are not
 * complete JSON cannot be sent, as Google sends objects: it calls such a turn failed, and shows none of its calls.
 * https://github.com/BrendanGraham14/steer/pull/56
 */
export function candidateEnd(played: PlayedReply): { readonly finishReason: string; readonly finishMessage?: string } {
  const malformed = malformedCall(played);
  if (malformed)
    return {
      finishReason: "MALFORMED_FUNCTION_CALL",
      finishMessage: `Malformed function call: ${malformed.name}(${malformed.invalidInput})`,
    };
  return { finishReason: played.providerFinishReason ?? labels[played.finishReason] };
}

const malformedCall = ({ toolCalls }: PlayedReply) => toolCalls.find(({ invalidInput }) => invalidInput !== undefined);

/** The calls as parts, the first of them signed: https://ai.google.dev/gemini-api/docs/thought-signatures */
export function callParts(played: PlayedReply, signatures: ThoughtSignatures): readonly WirePart[] {
  if (malformedCall(played)) return [];
  return played.toolCalls.map(({ id, name, input }, i) => {
    const functionCall = { ...(id !== undefined && { id }), name, args: input };
    return { functionCall, ...(i === 0 && { thoughtSignature: signatures.sign(functionCall) }) };
  });
}

/** https://ai.google.dev/api/generate-content#BlockReason */
const blockReasons: readonly string[] = ["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY"];

/**
 * What is said of a prompt that was blocked, which then has no candidates: https://github.com/2389-research/tracker/issues/543.
 * A filtered reply without any content is one, unless its label is a candidate's alone.
 */
export function promptFeedback(played: PlayedReply): { readonly blockReason: string } | undefined {
  const { finishReason, text, reasoning, toolCalls, providerFinishReason: blockReason = "SAFETY" } = played;
  const empty = text === "" && reasoning === undefined && toolCalls.length === 0;
  return finishReason === "content_filter" && empty && blockReasons.includes(blockReason) ? { blockReason } : undefined;
}

/** Where the text was found; it stands on the candidate: https://github.com/BerriAI/litellm/pull/23661 */
export function grounding({ sources }: PlayedReply) {
  if (sources.length === 0) return undefined;
  return {
    groundingMetadata: {
      groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, ...(title !== undefined && { title }) } })),
    },
  };
}

/**
 * The usage with only what the script knows; nothing at all where it knows nothing. Candidates and thoughts are counted
 * apart, and all parts add up to the total: https://github.com/agentscope-ai/agentscope-java/issues/3033
 */
export function wireUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage) {
  const visible = outputTokens === undefined ? undefined : Math.max(0, outputTokens - (reasoningTokens ?? 0));
  const usage = {
    ...(inputTokens !== undefined && { promptTokenCount: inputTokens }),
    ...(visible !== undefined && { candidatesTokenCount: visible }),
    ...(inputTokens !== undefined && outputTokens !== undefined && { totalTokenCount: inputTokens + outputTokens }),
    ...(cachedInputTokens !== undefined && { cachedContentTokenCount: cachedInputTokens }),
    ...(reasoningTokens !== undefined && { thoughtsTokenCount: reasoningTokens }),
  };
  return Object.keys(usage).length > 0 ? { usageMetadata: usage } : undefined;
}

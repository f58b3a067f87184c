import type { FinishReason, LLMResponse, Source, ToolCall, Usage } from "../../contract/index.js";
import type { AISDKWarning } from "./to-request.js";

/** Where the opaque state of a turn travels through the AI SDK, which brings it back as `providerOptions`. */
export const stateKey = "touchstone";

interface ProviderMetadata {
  [provider: string]: { [name: string]: string };
}

/** A part of an answer. */
export type AISDKContent = (
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | AISDKToolCall
  | AISDKSource
) & { providerMetadata?: ProviderMetadata };

interface AISDKToolCall {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  /** JSON, or what the model gave instead of it. */
  input: string;
}

interface AISDKSource {
  type: "source";
  sourceType: "url";
  id: string;
  url: string;
  title?: string;
}

/** Why a turn ended, and how many tokens it took. */
export interface AISDKEnd {
  finishReason: {
    unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";
    raw: string | undefined;
  };
  usage: {
    inputTokens: {
      total: number | undefined;
      noCache: number | undefined;
      cacheRead: number | undefined;
      cacheWrite: number | undefined;
    };
    outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined };
  };
}

/** What `doGenerate` gives. */
export interface AISDKGenerated extends AISDKEnd {
  content: AISDKContent[];
  warnings: AISDKWarning[];
  response: { modelId: string };
}

/** What the stream of `doStream` yields. */
export type AISDKStreamPart =
  | { type: "stream-start"; warnings: AISDKWarning[] }
  | { type: "response-metadata"; modelId: string }
  | { type: "text-start" | "reasoning-start"; id: string; providerMetadata?: ProviderMetadata }
  | { type: "text-delta" | "reasoning-delta"; id: string; delta: string }
  | { type: "text-end" | "reasoning-end"; id: string; providerMetadata?: ProviderMetadata }
  | { type: "tool-input-start"; id: string; toolName: string }
  | { type: "tool-input-delta"; id: string; delta: string }
  | { type: "tool-input-end"; id: string }
  | (AISDKToolCall & { providerMetadata?: ProviderMetadata })
  | AISDKSource
  | ({ type: "finish" } & AISDKEnd)
  | { type: "error"; error: unknown };

/** A response as the AI SDK has it. */
export function toGenerated(response: LLMResponse, warnings: AISDKWarning[]): AISDKGenerated {
  const { text, reasoning, toolCalls, sources, model } = response;
  const content: AISDKContent[] = [
    ...(reasoning ? [{ type: "reasoning" as const, text: reasoning }] : []),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...toolCalls.map(toToolCall),
    ...sources.map(toSource),
  ];
  const [first, ...others] = content;
  const metadata = toMetadata(response);
  return {
    content: first && metadata ? [{ ...first, providerMetadata: metadata }, ...others] : content,
    warnings,
    response: { modelId: model },
    ...toEnd(response),
  };
}

/** What the provider wants back with this turn, on one of its parts. */
export function toMetadata({ messages }: LLMResponse): ProviderMetadata | undefined {
  const state = messages.map((message) => (message.role === "assistant" ? message.providerState : undefined))[0];
  return state === undefined ? undefined : { [stateKey]: { state: JSON.stringify(state) } };
}

export function toToolCall({ id, name, input, invalidInput }: ToolCall): AISDKToolCall {
  return { type: "tool-call", toolCallId: id, toolName: name, input: invalidInput ?? JSON.stringify(input) };
}

export function toSource({ id, url, title }: Source, i: number): AISDKSource {
  return {
    type: "source",
    sourceType: "url",
    id: id ?? `source-${i}`,
    url,
    ...(title !== undefined && { title }),
  };
}

const reasons: Readonly<Record<FinishReason, AISDKEnd["finishReason"]["unified"]>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  tool_use: "tool-calls",
  error: "error",
  other: "other",
};

export function toEnd({ finishReason, providerFinishReason, usage }: LLMResponse): AISDKEnd {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage = usage;
  return {
    finishReason: { unified: reasons[finishReason], raw: providerFinishReason },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: difference(inputTokens, cachedInputTokens),
        cacheRead: cachedInputTokens,
        cacheWrite: undefined,
      },
      outputTokens: {
        total: outputTokens,
        text: difference(outputTokens, reasoningTokens),
        reasoning: reasoningTokens,
      },
    },
  };
}

/** Unknown where either is. */
function difference(all: number | undefined, part: number | undefined): number | undefined {
  return all === undefined || part === undefined ? undefined : all - part;
}

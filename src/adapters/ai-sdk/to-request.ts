import { isObject, type LLMRequest, type ReasoningEffort, type Tool, type ToolChoice } from "../../contract/index.js";
import type { AISDKCallOptions } from "./language-model.js";
import { toMessages } from "./to-messages.js";

/** What the AI SDK asks for that was not passed on. */
export interface AISDKWarning {
  type: "unsupported";
  feature: string;
  details?: string;
}

type Loose = Readonly<Record<string, unknown>>;

/** One call of the AI SDK as a request, with warnings of what it cannot hold. */
export function toRequest(
  options: AISDKCallOptions,
  provider: string,
): { readonly request: LLMRequest; readonly warnings: AISDKWarning[] } {
  const { maxOutputTokens, temperature, topP, seed, stopSequences, tools, toolChoice, reasoning } = options;
  const format: Loose = isObject(options.responseFormat) ? options.responseFormat : {};
  const given = Array.isArray(tools) ? tools.filter(isObject) : [];
  const own = isObject(options.providerOptions) ? options.providerOptions[provider] : undefined;
  const request = {
    ...toMessages(options.prompt),
    maxTokens: maxOutputTokens,
    temperature,
    topP,
    seed,
    stopSequences,
    reasoning: efforts[String(reasoning)],
    schema: isObject(format.schema) ? { name: format.name ?? "response", schema: format.schema } : undefined,
    tools: given.length > 0 ? given.map((tool) => toTool(tool, provider)) : undefined,
    toolChoice: given.length > 0 && isObject(toolChoice) ? toToolChoice(toolChoice) : undefined,
    providerOptions: own,
  };
  const known = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return { request: known as unknown as LLMRequest, warnings: warningsOf(options, format) };
}

function warningsOf(options: AISDKCallOptions, format: Loose): AISDKWarning[] {
  const dropped = ["topK", "presencePenalty", "frequencyPenalty"].filter((name) => options[name] !== undefined);
  const warnings: AISDKWarning[] = dropped.map((feature) => ({ type: "unsupported", feature }));
  if (format.type === "json" && !isObject(format.schema))
    warnings.push({ type: "unsupported", feature: "responseFormat", details: "JSON needs a schema" });
  return warnings;
}

/** Those of v4; what it calls `provider-default` is to ask for none. */
const efforts: Readonly<Record<string, ReasoningEffort>> = {
  none: "off",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "max",
  max: "max",
};

function toTool(tool: Loose, provider: string): Tool {
  const { type, id, name, args, description, inputSchema } = tool;
  const made =
    type === "provider"
      ? { name, providerType: withoutPrefix(String(id), provider), ...(isObject(args) && { options: args }) }
      : { name, ...(description !== undefined && { description }), inputSchema };
  return made as Tool;
}

/** Ids of the SDK's begin with their provider: `google.google_search`. */
function withoutPrefix(id: string, provider: string): string {
  return id.startsWith(`${provider}.`) ? id.slice(provider.length + 1) : id;
}

function toToolChoice({ type, toolName }: Loose): ToolChoice {
  return (type === "tool" ? { tool: toolName } : type) as ToolChoice;
}

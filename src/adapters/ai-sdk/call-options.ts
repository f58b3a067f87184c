import {
  isObject,
  type LocalTool,
  type ReasoningEffort,
  type Tool,
  type ToolChoice,
  type TurnRequest,
  unsupported,
} from "../../contract/index.js";
import type { AISDKCallOptions, AISDKLanguageModel } from "./language-model.js";
import { toPrompt } from "./prompt.js";
import { optionsName } from "./recognise-model.js";

/** An effort as this provider's options; undefined where it has none of that name. */
export type ReasoningOptions = (effort: ReasoningEffort) => object | undefined;

/** What the contract has and the AI SDK has no setting for, in a provider's own options. */
export interface OwnOptions {
  readonly reasoning?: ReasoningOptions | undefined;
  readonly strictOff?: object | undefined;
}

/**
 * One turn as the AI SDK asks for it.
 * @throws LLMError `LLM_UNSUPPORTED` for what its models have no place for
 */
export async function toCallOptions(
  request: TurnRequest,
  model: AISDKLanguageModel,
  own: OwnOptions,
  abortSignal: AbortSignal,
): Promise<AISDKCallOptions> {
  const { provider, modelId } = model;
  if (request.model !== undefined && request.model !== modelId) throw unsupported(provider, "model");
  const { maxTokens, temperature, topP, seed, stopSequences, schema, tools = [], toolChoice } = request;
  const given = {
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    seed,
    stopSequences,
    responseFormat: schema && { type: "json", schema: schema.schema, name: schema.name },
    tools: tools.length > 0 ? tools.map((tool) => toTool(tool, provider)) : undefined,
    toolChoice: tools.length > 0 && toolChoice !== undefined ? toToolChoice(toolChoice) : undefined,
    ...providerFields(request, model, own),
    abortSignal,
  };
  const prompt = await toPrompt(request, model);
  return { prompt, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** What goes into the provider's own options: the effort, the strict mode, and what the caller has put there. */
function providerFields(
  { reasoning: effort, schema, providerOptions }: TurnRequest,
  { provider, specificationVersion }: AISDKLanguageModel,
  own: OwnOptions,
): { readonly reasoning?: string; readonly providerOptions?: object } {
  const isField = effort !== undefined && !own.reasoning && specificationVersion === "v4";
  const effortOptions = effort === undefined ? undefined : own.reasoning?.(effort);
  if (effort !== undefined && own.reasoning && !effortOptions) throw unsupported(provider, `reasoning "${effort}"`);
  const isLoose = schema?.strict === false;
  if (isLoose && !own.strictOff) throw unsupported(provider, "schema.strict");
  const options = [effortOptions, isLoose ? own.strictOff : undefined, providerOptions].reduce(
    (all: object, more) => merged(all, more ?? {}),
    {},
  );
  return {
    ...(isField && { reasoning: effort === "off" ? "none" : effort }),
    ...(Object.keys(options).length > 0 && { providerOptions: { [optionsName(provider)]: options } }),
  };
}

/** The second wins; objects within are merged too. */
function merged(under: object, over: object): object {
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

function toTool(tool: Tool, provider: string): object {
  if (tool.providerType === undefined) return localTool(tool);
  const { name, providerType, options = {} } = tool;
  // Ids of provider-defined tools begin with their provider: `google.google_search`.
  const id = providerType.includes(".") ? providerType : `${optionsName(provider)}.${providerType}`;
  return { type: "provider", id, name, args: options };
}

function localTool({ name, description, inputSchema }: LocalTool): object {
  return { type: "function", name, ...(description !== undefined && { description }), inputSchema };
}

function toToolChoice(choice: ToolChoice): object {
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.tool };
}

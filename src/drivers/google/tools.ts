import {
  LLMError,
  type LocalTool,
  type ProviderTool,
  type Tool,
  type ToolChoice,
  type TurnRequest,
  unsupported,
} from "../../contract/index.js";
import { merge } from "../merge.js";
import type { Addressee } from "./request-parts.js";
import { toGoogleSchema } from "./schema.js";

/** Google's own tools, by the name that the caller gives: https://ai.google.dev/api/caching#Tool */
const provided: Readonly<Record<string, string>> = {
  google_search: "googleSearch",
  url_context: "urlContext",
  code_execution: "codeExecution",
};

/**
 * The fields `tools` and `toolConfig`.
 * @throws LLMError `LLM_INVALID_TOOL` for a name or schema that Google does not take, `LLM_UNSUPPORTED` for a tool of
 *   another provider, or tools that do not go together with each other or with the request's schema
 */
export function toolFields(request: TurnRequest, model: string, to: Addressee): object {
  const { tools = [], toolChoice, schema } = request;
  const { provider, traits } = to;
  const functions = tools.flatMap((tool, i) => (isLocal(tool) ? [declaration(tool, `tools[${i}]`, to)] : []));
  const builtIns = tools.filter((tool): tool is ProviderTool => !isLocal(tool)).map((tool) => builtIn(tool, provider));
  if (tools.length === 0) return {};
  if (schema && !traits.toolsWithSchema) throw unsupported(provider, `tools together with schema on ${model}`);
  if (functions.length > 0 && builtIns.length > 0 && !traits.mixedTools) {
    throw unsupported(provider, `provider-defined tools together with local ones on ${model}`);
  }
  const choice = callingConfig(toolChoice, tools, provider);
  // A tool that Google runs is not asked for its calls; without it there are none.
  const offered = toolChoice === "none" ? [] : builtIns;
  const isMixed = functions.length > 0 && offered.length > 0;
  const config = {
    ...(choice && functions.length > 0 && { functionCallingConfig: choice }),
    // Needed for the two kinds to go together: https://ai.google.dev/gemini-api/docs/tool-combination
    ...(isMixed && { includeServerSideToolInvocations: true }),
  };
  const wire = [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...offered];
  return {
    ...(wire.length > 0 && { tools: wire }),
    ...(Object.keys(config).length > 0 && { toolConfig: config }),
  };
}

function isLocal(tool: Tool): tool is LocalTool {
  return tool.providerType === undefined;
}

function builtIn({ providerType, options }: ProviderTool, provider: string): object {
  const field = Object.hasOwn(provided, providerType) ? provided[providerType] : undefined;
  if (field === undefined) throw unsupported(provider, `tool "${providerType}"`);
  return { [field]: merge({}, options) };
}

function declaration(tool: LocalTool, place: string, { provider, traits }: Addressee): object {
  const { name, description, inputSchema } = tool;
  const refuse = (at: string, message: string): never => {
    throw new LLMError("LLM_INVALID_TOOL", `${at}: ${message} (tool "${name}")`, { provider });
  };
  // https://github.com/kaitranntt/ccs/issues/25. The documentation of `FunctionDeclaration.name` has come to allow 128
  // characters; not every model and gateway has.
  if (!/^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/.test(name)) {
    const rule = "Google takes names of at most 64 letters, digits, _ . : and -, that begin with a letter or _";
    refuse(`${place}.name`, rule);
  }
  const schema = toGoogleSchema(inputSchema, traits.jsonSchema, `${place}.inputSchema`, refuse);
  const parameters = hasParameters(
    schema,
    traits.jsonSchema ? undefined : (inputSchema as { description?: unknown }).description,
  )
    ? { [traits.jsonSchema ? "parametersJsonSchema" : "parameters"]: schema }
    : {};
  return { name, ...(description !== undefined && { description }), ...parameters };
}

/**
 * A function without parameters has no schema: an object without properties is refused.
 * @param idle a description for which alone none is sent
 */
function hasParameters(schema: Readonly<Record<string, unknown>>, idle: unknown): boolean {
  const { type, properties, description: told, title, additionalProperties, ...rest } = schema;
  const description = told === idle ? undefined : told;
  const isEmpty = Object.keys((properties as object | undefined) ?? {}).length === 0;
  const isOpen = typeof additionalProperties === "object";
  return !(isEmpty && !isOpen && description === undefined && Object.keys(rest).length === 0);
}

function callingConfig(choice: ToolChoice | undefined, tools: readonly Tool[], provider: string): object | undefined {
  switch (choice) {
    case undefined:
      return undefined;
    case "auto":
      return { mode: "AUTO" };
    case "none":
      return { mode: "NONE" };
    case "required":
      if (!tools.some(isLocal)) throw unsupported(provider, "toolChoice for provider-defined tools");
      return { mode: "ANY" };
    default: {
      const forced = tools.find(({ name }) => name === choice.tool);
      if (forced && !isLocal(forced)) throw unsupported(provider, "toolChoice for provider-defined tools");
      return { mode: "ANY", allowedFunctionNames: [choice.tool] };
    }
  }
}

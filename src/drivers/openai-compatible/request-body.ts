import {
  type JSONSchema,
  type LocalTool,
  type OutputSchema,
  type Tool,
  type TurnRequest,
  unsupported,
} from "../../contract/index.js";
import { merge } from "../merge.js";
import { type Addressee, toWireMessages } from "./request-messages.js";
import { isStrict } from "./strict-schema.js";

/**
 * The body of a chat completion.
 * @throws LLMError `LLM_UNSUPPORTED` for what the endpoint has no field for
 */
export function chatBody(request: TurnRequest, model: string, stream: boolean, to: Addressee): object {
  const { endpoint } = to;
  const { schema, providerOptions } = request;
  const byInstruction = schema !== undefined && endpoint.structuredOutput === "json_object";
  const system = byInstruction
    ? [request.system, jsonInstruction(schema)].filter(Boolean).join("\n\n")
    : request.system;
  const body = {
    model,
    messages: toWireMessages(system, request.messages, to),
    // Said also where it is the default: some servers stream without being asked.
    // https://github.com/decolua/9router/issues/3492
    stream,
    ...(stream && endpoint.streamOptions && { stream_options: { include_usage: true } }),
    ...sampling(request, to),
    ...reasoning(request, to),
    ...(schema && { response_format: responseFormat(schema, to) }),
    ...toolFields(request, to),
  };
  return merge(body, providerOptions);
}

function sampling(request: TurnRequest, { endpoint, provider }: Addressee): object {
  const { maxTokens, temperature, topP, seed, stopSequences } = request;
  if (seed !== undefined && endpoint.seedField === undefined) throw unsupported(provider, "seed");
  return {
    ...(maxTokens !== undefined && { [endpoint.maxTokensField]: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && endpoint.seedField && { [endpoint.seedField]: seed }),
    ...(stopSequences?.length && { stop: stopSequences }),
  };
}

function reasoning({ reasoning: effort }: TurnRequest, { endpoint, provider }: Addressee): object {
  if (effort === undefined) return {};
  const fields = endpoint.reasoning.efforts[effort];
  if (!fields) throw unsupported(provider, `reasoning "${effort}"`);
  return fields;
}

function responseFormat({ name, schema, strict }: OutputSchema, { endpoint }: Addressee): object {
  if (endpoint.structuredOutput === "json_object") return { type: "json_object" };
  return {
    type: "json_schema",
    json_schema: {
      // The characters and the length that the API allows.
      name: name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64),
      schema,
      strict: strict !== false && isStrict(schema),
    },
  };
}

/** JSON mode knows no schema, and is refused unless the word JSON is said: https://github.com/vercel/ai/pull/7508 */
function jsonInstruction({ schema }: OutputSchema): string {
  return `Answer with JSON and nothing else. It must satisfy this JSON Schema:\n${JSON.stringify(schema)}`;
}

function toolFields({ tools = [], toolChoice }: TurnRequest, to: Addressee): object {
  const local = tools.map((tool) => requireLocal(tool, to));
  if (local.length === 0) return {};
  const forced = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  if (forced !== undefined && to.endpoint.forcedTool === "only one offered") {
    return { tools: local.filter((tool) => tool.name === forced).map(wireTool), tool_choice: "required" };
  }
  const choice = forced === undefined ? toolChoice : { type: "function", function: { name: forced } };
  return { tools: local.map(wireTool), ...(choice !== undefined && { tool_choice: choice }) };
}

function requireLocal(tool: Tool, { provider }: Addressee): LocalTool {
  if (tool.providerType !== undefined) throw unsupported(provider, `the tool ${tool.providerType}`);
  return tool;
}

/**
 * OpenAI refuses parameters without `properties` ("object schema missing properties"), also of a tool that takes nothing:
 * https://github.com/openai/openai-agents-python/pull/454
 */
function withProperties(schema: JSONSchema): JSONSchema {
  return (schema as { type?: unknown }).type === "object" && !("properties" in schema) && !("$ref" in schema)
    ? { ...schema, properties: {} }
    : schema;
}

function wireTool({ name, description, inputSchema }: LocalTool): object {
  return {
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: withProperties(inputSchema) },
  };
}

import { type LocalTool, type ToolChoice, type TurnRequest, unsupported } from "../../contract/index.js";
import type { LangChainChatModel } from "./chat-model.js";

/** What answers a turn. */
export interface Runnable {
  invoke(messages: readonly object[], options: object): Promise<unknown>;
  stream(messages: readonly object[], options: object): Promise<AsyncIterable<unknown>>;
}

interface Bindable extends Runnable {
  bindTools?(tools: readonly object[], kwargs: object): Bindable;
  withStructuredOutput?(schema: object, config: object): Runnable;
}

/**
 * The model with the tools and the schema of a request bound to it.
 * @throws LLMError `LLM_UNSUPPORTED` where it has no way to
 */
export function prepared(model: LangChainChatModel, request: TurnRequest, provider: string): Runnable {
  const { tools = [], toolChoice, schema } = request;
  let bound = model as unknown as Bindable;
  if (tools.length > 0) {
    const given = tools.map((tool) => {
      if (tool.providerType !== undefined) throw unsupported(provider, `the tool ${tool.providerType}`);
      return toTool(tool);
    });
    if (!bound.bindTools) throw unsupported(provider, "tools");
    bound = bound.bindTools(given, toolChoice === undefined ? {} : { tool_choice: toToolChoice(toolChoice) });
  }
  if (!schema) return bound;
  // What binds tools may give something that takes no schema any more.
  if (!bound.withStructuredOutput) throw unsupported(provider, "tools together with schema");
  const { name, schema: jsonSchema, strict } = schema;
  return bound.withStructuredOutput(jsonSchema, {
    name,
    method: "jsonSchema",
    includeRaw: true,
    ...(strict !== undefined && { strict }),
  });
}

function toTool({ name, description, inputSchema }: LocalTool): object {
  return {
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: inputSchema },
  };
}

/** `any` is what LangChain calls a call of whichever tool. */
function toToolChoice(choice: ToolChoice): string {
  if (typeof choice === "object") return choice.tool;
  return choice === "required" ? "any" : choice;
}

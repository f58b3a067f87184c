import { type JSONValue, LLMError, type LocalTool, type ToolCall } from "../contract/index.js";
import { readToolInput, ToolInputError } from "../validated/index.js";

/** A call that fits its tool. */
export interface ToolRequest {
  readonly name: string;
  /** As it was submitted, a copy: what the tool's validator makes of it is the handler's. */
  readonly input: JSONValue;
  /** The provider's id of the call, where a model made it. */
  readonly callId?: string | undefined;
}

/**
 * Makes a request for a tool, for a test of it alone.
 * @throws ToolInputError with the issues, field by field, where the input does not fit
 */
export async function toolRequest(tool: LocalTool, input: unknown): Promise<ToolRequest> {
  await readToolInput(tool, input);
  return { name: tool.name, input: structuredClone(input) as JSONValue };
}

/**
 * Makes a request of a call that a model made. It keeps the provider's id.
 * @throws ToolInputError where the arguments are incomplete or do not fit: such a call never comes to a handler, and there
 *   is no ToolFailure of it. LLMError `LLM_UNKNOWN_TOOL` for a call of another tool
 */
export async function toolRequestFromModelCall(tool: LocalTool, call: ToolCall): Promise<ToolRequest> {
  if (call.name !== tool.name) {
    throw new LLMError("LLM_UNKNOWN_TOOL", `the call is of "${call.name}", and the tool is "${tool.name}"`);
  }
  if (call.invalidInput !== undefined) throw new ToolInputError(tool.name, []);
  return { ...(await toolRequest(tool, call.input)), callId: call.id };
}

import {
  type CallOptions,
  LLMError,
  type LocalTool,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "../contract/index.js";
import { runCalls } from "./run-calls.js";
import { signalOf } from "./running-calls.js";
import { cancelled, createScope } from "./scope.js";

/** A call that was run alone. */
export interface RanTool {
  /** With its outcome, `ran` or `failed`, and the output as the model is told it. */
  readonly call: ToolCall;
  /** Ready for a tool message. */
  readonly result: ToolResult;
}

/**
 * Runs one call alone, as the loop would after approval: for a conversation that was paused to decide.
 * @param tool the tool, or all of them, of which the call's name picks one
 * @returns also for a handler that throws or an input that does not fit: that is what the model is told
 * @throws LLMError `LLM_UNKNOWN_TOOL` when no tool has the call's name, `LLM_TOOL_NOT_LOCAL` when the provider runs it,
 *   `LLM_INVALID_REQUEST` when the signal is none, `LLM_CANCELLED`
 */
export async function runTool(tool: Tool | readonly Tool[], call: ToolCall, options?: CallOptions): Promise<RanTool> {
  const tools: readonly Tool[] = Array.isArray(tool) ? tool : [tool];
  const found = tools.find((candidate) => candidate?.name === call?.name);
  if (!found) {
    const names = tools.map((candidate) => candidate?.name).join(", ");
    throw new LLMError("LLM_UNKNOWN_TOOL", `no tool is named "${call?.name}"; there are: ${names || "none"}`);
  }
  if (!isLocal(found)) {
    throw new LLMError("LLM_TOOL_NOT_LOCAL", `"${found.name}" has no handler here, so it cannot be run here`);
  }
  const scope = createScope(signalOf(options, "llm"), (reason) => cancelled("llm", reason));
  try {
    if (scope.ended) throw scope.ended;
    const [settled] = await runCalls([call], [found], undefined, scope);
    return settled as RanTool;
  } finally {
    scope.release();
  }
}

function isLocal(tool: Tool): tool is LocalTool {
  return tool.execute !== undefined;
}

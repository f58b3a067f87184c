import type { LLM, LLMRequest, LLMResponse, Message, Tool, ToolCall, ToolResult } from "../../contract/index.js";
import { runTool } from "../../generation/index.js";

/** Generates turn by turn, the conversation kept as JSON in between, and gives the last response. Nobody is asked for approval. */
export async function generatePausing(
  llm: LLM,
  { maxSteps = 1, approve: _, ...request }: LLMRequest,
): Promise<LLMResponse> {
  let { messages, toolChoice } = request;
  for (let step = 1; ; step++) {
    const response = await llm.generate({ ...request, messages, toolChoice });
    if (step >= maxSteps || response.finishReason !== "tool_use") return response;
    messages = await goOn(messages, response, request.tools);
    toolChoice = undefined;
  }
}

/** The conversation after a response whose calls are run one by one, as it comes back from where it was kept. */
export async function goOn(
  messages: readonly Message[],
  response: LLMResponse,
  tools: readonly Tool[] = [],
): Promise<readonly Message[]> {
  const open = response.toolCalls.filter(({ outcome }) => outcome === undefined);
  const results = await Promise.all(open.map((call) => answer(call, tools)));
  return JSON.parse(
    JSON.stringify([...messages, ...response.messages, ...(results.length > 0 ? [{ role: "tool", results }] : [])]),
  );
}

async function answer(call: ToolCall, tools: readonly Tool[]): Promise<ToolResult> {
  const { id, name } = call;
  if (!tools.some((tool) => tool.name === name)) return { id, name, output: "error: there is no such tool" };
  return (await runTool(tools, call)).result;
}

import type { Content, LLM, Tool, TurnRequest } from "../../contract/index.js";

/**
 * What a model was told in one turn, as far as a wire must carry it. Reasoning is not: whether it goes back is each
 * endpoint's own affair. Nor is what a tool's result was made of, or a schema's name.
 * @param llm which was asked, and has a model of its own
 * @param named gives the name of an id
 */
export function toldOf(
  { model, system, messages, schema, tools, ...turn }: TurnRequest,
  llm: LLM,
  named: (id: string) => string,
): unknown {
  const settings = settingNames.flatMap((name) => (turn[name] === undefined ? [] : [[name, turn[name]]]));
  return {
    model: model === undefined || model === llm.model ? "its own" : model,
    ...(system && { system }),
    ...Object.fromEntries(settings),
    ...(schema && { schema: schema.schema }),
    ...(tools && { tools: tools.map(toolOf) }),
    messages: messages.map((from) => {
      if (from.role === "user") return { role: "user", content: parts(from.content) };
      if (from.role === "assistant") {
        const calls = from.toolCalls?.map(({ id, name, input }) => ({ id: named(id), name, input }));
        return { role: "assistant", content: parts(from.content), ...(calls && { calls }) };
      }
      const results = from.results.map(({ id, name, output }) => ({ id: named(id), name, output: asText(output) }));
      return { role: "tool", results };
    }),
  };
}

const settingNames = [
  ...(["maxTokens", "temperature", "topP", "seed", "stopSequences", "reasoning", "toolChoice"] as const),
];

/** A tool of the provider's has a name of the caller's, which no wire carries. */
function toolOf(tool: Tool): object {
  if (tool.providerType !== undefined) return { providerType: tool.providerType, options: tool.options };
  const { name, description, inputSchema } = tool;
  return { name, description, inputSchema };
}

function parts(content: Content): unknown {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function asText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

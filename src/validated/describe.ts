import { type Capabilities, isLocalTool, type JSONSchema, type LLM, type Tool } from "../contract/index.js";

/** A tool as a model is told of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string | undefined;
  /** Of a tool that runs here. */
  readonly inputSchema?: JSONSchema | undefined;
  /** Of a tool that the provider runs. */
  readonly providerType?: string | undefined;
}

export interface Description {
  readonly provider: string;
  readonly model: string;
  readonly enabled: boolean;
  readonly capabilities: Capabilities;
  readonly tools: readonly ToolSpec[];
}

/**
 * What a model claims, and what the tools are that it is to be given: data, to be printed or compared.
 * @param tools as a request has them
 */
export function describe(llm: LLM, tools: readonly Tool[] = []): Description {
  const { provider, model, enabled, capabilities } = llm;
  return {
    provider,
    model,
    enabled,
    capabilities: { ...capabilities },
    tools: tools.map((tool) => {
      if (!isLocalTool(tool)) return { name: tool.name, providerType: tool.providerType };
      const { name, description, inputSchema } = tool;
      return { name, ...(description !== undefined && { description }), inputSchema };
    }),
  };
}

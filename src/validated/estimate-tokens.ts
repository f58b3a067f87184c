import type { LLMRequest, TurnRequest } from "../contract/index.js";

/**
 * A guess at the input tokens of a request: its code points as JSON, divided by four. For a display, or a first look at
 * what a prompt costs; no budget is kept by it, and no `countTokens()` gives it.
 */
export function estimateTokens({ system, messages, tools, schema }: LLMRequest | TurnRequest): number {
  const described = tools?.map(({ execute: _, ...tool }) =>
    "inputValidator" in tool ? { ...tool, inputValidator: 0 } : tool,
  );
  const text = JSON.stringify({ system, messages, tools: described, schema });
  return Math.ceil([...text].length / 4);
}

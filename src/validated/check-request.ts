import { isLocalTool, LLMError, type LLMErrorCode, type Message, type TurnRequest } from "../contract/index.js";
import { createMeasure } from "./bounds.js";
import type { CompiledSchema } from "./compile-schema.js";
import { compiledObject } from "./field-issues.js";
import type { LargeIntegers } from "./inexact-numbers.js";

/** What an answer is held against. */
export interface Expectations {
  /** The local tools' schemas, by name. */
  readonly tools: ReadonlyMap<string, CompiledSchema>;
  readonly output: CompiledSchema | undefined;
  /** What is known of the integers in the input of its calls. */
  readonly large: LargeIntegers;
}

/** The turns of one generation share their tools and schema, which nobody else has a hand on. */
const known = new WeakMap<object, CompiledSchema>();

function once(source: object, compile: () => CompiledSchema): CompiledSchema {
  const compiled = known.get(source) ?? compile();
  known.set(source, compiled);
  return compiled;
}

/**
 * Looks at a request before the provider does.
 * @throws LLMError `LLM_INVALID_REQUEST` for what passes a bound, `LLM_INVALID_TOOL` and `LLM_INVALID_SCHEMA` for a schema
 *   that no answer could be held against
 */
export function checkRequest(request: TurnRequest, provider: string, large: LargeIntegers): Expectations {
  const { messages, tools = [], schema, ...others } = request;
  const measure = createMeasure();
  const look = (place: string, value: unknown, envelope: number, code: LLMErrorCode) => {
    const passed = measure.add(value, envelope);
    if (passed) throw new LLMError(code, `${place}: the request cannot be sent: ${passed}`, { provider });
  };
  // The list, the message, its list of calls or results, and one of them.
  look("messages", messages.map(withoutAttachments), 4, "LLM_INVALID_REQUEST");
  const described = tools.map((tool) => (isLocalTool(tool) ? { ...tool, inputValidator: 0, execute: 0 } : tool));
  look("tools", described, 2, "LLM_INVALID_TOOL");
  look("schema", schema, 1, "LLM_INVALID_SCHEMA");
  look("request", others, 1, "LLM_INVALID_REQUEST");
  return {
    large,
    tools: new Map(
      tools.filter(isLocalTool).map((tool, i) => {
        const complaint = `tools[${i}].inputSchema: the schema of "${tool.name}" cannot be used`;
        const compile = () => compiledObject(tool.inputSchema, "LLM_INVALID_TOOL", complaint, provider);
        return [tool.name, once(tool.inputSchema, compile)];
      }),
    ),
    output:
      schema &&
      once(schema.schema, () =>
        compiledObject(schema.schema, "LLM_INVALID_SCHEMA", "schema.schema: it cannot be used", provider),
      ),
  };
}

/** What is attached has a bound of its own, 15 MiB decoded, which is more than 16 MiB as it is sent. */
function withoutAttachments(message: Message): unknown {
  if (message.role === "tool" || !Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map((part) => ("data" in part ? { ...part, data: "" } : part)) };
}

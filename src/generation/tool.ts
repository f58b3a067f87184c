import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject, type JSONSchema, LLMError, type LocalTool, type ToolContext } from "../contract/index.js";
import { isStandardSchema, jsonSchemaOf, type TypedSchema } from "./standard-schema.js";

interface ToolDefinition<Input> {
  readonly name: string;
  /** Tells the model when to call it. */
  readonly description?: string;
  /** See `LocalTool.execute`. */
  execute(input: Input, context: ToolContext): unknown;
}

/**
 * Defines a tool whose handler's input is typed by its schema: a Standard Schema (zod, for example), or a JSON Schema
 * with the type named.
 * @throws LLMError `LLM_INVALID_TOOL` when no JSON Schema can be had of `input`
 */
export function tool<Schema extends StandardSchemaV1>(
  definition: ToolDefinition<StandardSchemaV1.InferOutput<Schema>> & { readonly input: Schema },
): LocalTool;
export function tool<Input = unknown>(definition: ToolDefinition<Input> & { readonly input: JSONSchema }): LocalTool;
export function tool(definition: ToolDefinition<never> & { readonly input: TypedSchema | JSONSchema }): LocalTool {
  const { name, description, input, execute } = definition ?? {};
  const schema: unknown = input;
  if (!isObject(schema) && typeof schema !== "function") {
    throw new LLMError("LLM_INVALID_TOOL", `tool "${name}": input must be a Standard Schema or a JSON Schema`);
  }
  return {
    name,
    ...(description !== undefined && { description }),
    ...(isStandardSchema(schema)
      ? { inputSchema: jsonSchemaOf(schema, "LLM_INVALID_TOOL"), inputValidator: schema }
      : { inputSchema: schema as JSONSchema }),
    execute: execute as NonNullable<LocalTool["execute"]>,
  };
}

import type { StandardSchemaV1 } from "@standard-schema/spec";
import { copyJSON, isObject, type JSONSchema, LLMError, type LocalTool, type ToolContext } from "../contract/index.js";
import { isStandardSchema, jsonSchemaOf, type TypedSchema } from "./standard-schema.js";

interface ToolDefinition<Input> {
  readonly name: string;
  /** Tells the model when to call it. */
  readonly description?: string | undefined;
  /** See `LocalTool.execute`. */
  execute(input: Input, context: ToolContext): unknown;
}

/** A tool whose handler can be called with its input as typed, in a test of its own for example. */
export type TypedTool<Input> = Omit<LocalTool, "execute"> & Pick<ToolDefinition<Input>, "execute">;

const fields = ["name", "description", "input", "execute"];

/**
 * Defines a tool whose handler's input is typed by its schema: a Standard Schema (zod, for example), or a JSON Schema
 * with the type named.
 * @throws LLMError `LLM_INVALID_TOOL` when no JSON Schema can be had of `input`, or there is a field that a tool has not
 */
export function tool<Schema extends StandardSchemaV1>(
  definition: ToolDefinition<StandardSchemaV1.InferOutput<Schema>> & { readonly input: Schema },
): TypedTool<StandardSchemaV1.InferOutput<Schema>>;
export function tool<Input = unknown>(
  definition: ToolDefinition<Input> & { readonly input: JSONSchema },
): TypedTool<Input>;
export function tool(
  definition: ToolDefinition<never> & { readonly input: TypedSchema | JSONSchema },
): TypedTool<never> {
  const { name, description, input, execute } = definition ?? {};
  const refuse = (message: string): never => {
    throw new LLMError("LLM_INVALID_TOOL", `tool "${name}": ${message}`);
  };
  const unknown = Object.keys(definition ?? {}).find((field) => !fields.includes(field));
  if (unknown !== undefined) refuse(`there is no field ${unknown}; there are ${fields.join(", ")}`);
  const schema: unknown = input;
  if (!isObject(schema) && typeof schema !== "function") {
    refuse("input must be a Standard Schema or a JSON Schema");
  }
  if (!isStandardSchema(schema)) {
    copyJSON(schema, "input", (place, what) => refuse(`${place} is no JSON Schema: JSON cannot carry ${what}`));
  }
  return {
    name,
    ...(description !== undefined && { description }),
    ...(isStandardSchema(schema)
      ? { inputSchema: jsonSchemaOf(schema, "LLM_INVALID_TOOL"), inputValidator: schema }
      : { inputSchema: schema as JSONSchema }),
    execute,
  };
}

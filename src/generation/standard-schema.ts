import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isObject, type JSONSchema, LLMError } from "../contract/index.js";
import { messageOf } from "./message-of.js";

/** A schema that validates and can tell its JSON Schema, such as zod's. */
export type TypedSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output> &
  Partial<StandardJSONSchemaV1<Input, Output>>;

/** Whether it is a Standard Schema (and not a JSON Schema). */
export function isStandardSchema(schema: unknown): schema is TypedSchema {
  return (isObject(schema) || typeof schema === "function") && isObject((schema as Partial<TypedSchema>)["~standard"]);
}

/**
 * The JSON Schema of a Standard Schema, as it is sent to a model. Enums keep their order.
 * @throws LLMError `code` when the schema's library cannot tell it
 */
export function jsonSchemaOf(schema: TypedSchema, code: "LLM_INVALID_SCHEMA" | "LLM_INVALID_TOOL"): JSONSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  if (!jsonSchema) {
    throw new LLMError(
      code,
      `this ${vendor} schema cannot tell its JSON Schema; take a version of ${vendor} that implements Standard JSON Schema, or pass a JSON Schema`,
    );
  }
  try {
    const { $schema: _, ...rest } = jsonSchema.input({ target: "draft-2020-12" });
    return rest;
  } catch (error) {
    throw new LLMError(code, `this ${vendor} schema has no JSON Schema: ${messageOf(error)}`);
  }
}

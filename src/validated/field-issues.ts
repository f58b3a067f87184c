import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isObject, type JSONSchema, LLMError, type LocalTool } from "../contract/index.js";
import { createMeasure } from "./bounds.js";
import { type CompiledSchema, compileSchema, SchemaProblem } from "./compile-schema.js";
import { distinct, type FieldIssue, type LocatedIssue, toFieldIssue } from "./field-issue.js";
import { inexactNumbers, type LargeIntegers } from "./inexact-numbers.js";
import { jsonSchemaIssues } from "./json-schema-issues.js";
import { standardIssues } from "./standard-issues.js";

type AnyStandardSchema = StandardSchemaV1 & Partial<StandardJSONSchemaV1>;

/**
 * What of a value does not fit a schema, field by field. Takes a Standard Schema (zod, for example) or a JSON Schema, and
 * finds the same in both.
 * @returns empty when it fits
 * @throws LLMError `LLM_INVALID_SCHEMA` when the schema cannot be used
 */
export async function fieldIssues(
  schema: StandardSchemaV1 | JSONSchema,
  value: unknown,
): Promise<readonly FieldIssue[]> {
  const { jsonSchema, validator } = partsOf(schema);
  const compiled = jsonSchema && compiledOr(jsonSchema, "LLM_INVALID_SCHEMA", "the schema cannot be used");
  return (await inputIssues(compiled, validator, value)).map((issue) => toFieldIssue(issue));
}

/** A tool's schema, ready for use. @throws LLMError `LLM_INVALID_TOOL` */
export function compiledTool(tool: LocalTool): CompiledSchema {
  return compiledObject(tool.inputSchema, "LLM_INVALID_TOOL", `the inputSchema of "${tool.name}" cannot be used`);
}

/** As `compiledOr`, for what a model fills in: an object. */
export function compiledObject(...[schema, code, complaint, provider]: Parameters<typeof compiledOr>): CompiledSchema {
  const compiled = compiledOr(schema, code, complaint, provider);
  if (compiled.isObject) return compiled;
  throw new LLMError(code, `${complaint}: its root is not of the type "object"`, { provider });
}

/** @throws LLMError of the code, with what is wrong and where */
function compiledOr(
  schema: JSONSchema,
  code: "LLM_INVALID_SCHEMA" | "LLM_INVALID_TOOL",
  complaint: string,
  provider = "llm",
): CompiledSchema {
  try {
    return compileSchema(schema);
  } catch (error) {
    const why = error instanceof SchemaProblem ? error.message : "it could not be read";
    throw new LLMError(code, `${complaint}: ${why}`, { provider });
  }
}

/** The issues of an input, still located; see `readInput`. */
export async function inputIssues(...of: Parameters<typeof readInput>): Promise<readonly LocatedIssue[]> {
  const read = await readInput(...of);
  return "issues" in read ? read.issues : [];
}

/**
 * The input as a handler gets it, a copy of its own, or where it does not fit. The JSON Schema comes first: it is what the
 * model was shown, and it knows the rule by its name. The validator has the last word on what fits it.
 */
export async function readInput(
  schema: CompiledSchema | undefined,
  validator: StandardSchemaV1 | undefined,
  value: unknown,
  large: LargeIntegers = "unknown",
): Promise<{ readonly issues: readonly LocatedIssue[] } | { readonly value: unknown }> {
  if (createMeasure().add(value)) return { issues: [{ path: [], constraint: "invalid_length" }] };
  const known = [...inexactNumbers(value, large), ...(schema ? jsonSchemaIssues(schema, value) : [])];
  if (known.length > 0) return { issues: distinct(known) };
  const copy = structuredClone(value);
  if (!validator) return { value: copy };
  try {
    const result = await validator["~standard"].validate(copy);
    return result.issues ? { issues: distinct(standardIssues(result.issues, value)) } : { value: result.value };
  } catch {
    // A validator that throws met something that it cannot make sense of.
    return { issues: [{ path: [], constraint: "invalid_format" }] };
  }
}

function partsOf(schema: StandardSchemaV1 | JSONSchema): {
  readonly jsonSchema?: JSONSchema | undefined;
  readonly validator?: AnyStandardSchema | undefined;
} {
  const isStandard = (isObject(schema) || typeof schema === "function") && "~standard" in schema;
  if (!isStandard) return { jsonSchema: schema };
  const validator = schema as unknown as AnyStandardSchema;
  try {
    return { validator, jsonSchema: validator["~standard"].jsonSchema?.input({ target: "draft-2020-12" }) };
  } catch {
    // A schema that JSON Schema cannot say, a transformation for example.
    return { validator };
  }
}

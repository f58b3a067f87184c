import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  type CallOptions,
  isObject,
  type JSONSchema,
  type LLM,
  LLMError,
  type LLMErrorDetails,
  type LLMRequest,
  redact,
} from "../contract/index.js";
import { parseExactly } from "./exact-json.js";
import { describeIssues, type SchemaIssue, schemaIssues } from "./json-schema.js";
import { saidOfLarge } from "./large-integers.js";
import { messageOf } from "./message-of.js";
import { origins } from "./registry.js";
import { joinPath } from "./run-calls.js";
import { isStandardSchema, jsonSchemaOf } from "./standard-schema.js";

/** An answer that is not what the schema asks for: `LLM_INVALID_OUTPUT`. */
export class ExtractError extends LLMError {
  override readonly name = "ExtractError";
  /** The answer as it came. */
  readonly rawText: string;
  /** Where it does not fit; empty when it is not JSON at all. */
  readonly issues: readonly SchemaIssue[];
  /** The code that the schema's own validator gave to its first issue, where it gives codes. */
  declare readonly validatorCode?: string;

  constructor(
    message: string,
    rawText: string,
    issues: readonly SchemaIssue[],
    details: LLMErrorDetails & { readonly validatorCode?: string | undefined } = {},
  ) {
    super("LLM_INVALID_OUTPUT", message, details);
    // The answer stands in it as it came; here only.
    this.message = message;
    this.rawText = rawText;
    this.issues = issues;
    if (details.validatorCode !== undefined) this.validatorCode = details.validatorCode;
  }

  override toJSON(): Record<string, unknown> {
    const { rawText, issues, validatorCode } = this;
    return { ...super.toJSON(), rawText, issues, validatorCode };
  }
}

/** How an extraction is asked for. */
export interface ExtractOptions extends CallOptions {
  /** What the schema is called on the wire. Default `output`. */
  readonly name?: string | undefined;
}

/**
 * Asks for an answer that fits a schema, and gives it typed. A code fence around the whole answer is removed here, and
 * only here.
 * @param schema a Standard Schema (zod, for example), or a JSON Schema with the type named
 * @throws ExtractError (`LLM_INVALID_OUTPUT`) when the answer is not JSON or does not fit; `LLM_INVALID_SCHEMA` for a
 *   schema that cannot be used; else what `generate()` throws
 */
export function extract<Schema extends StandardSchemaV1>(
  llm: LLM,
  schema: Schema,
  request: LLMRequest,
  options?: ExtractOptions,
): Promise<StandardSchemaV1.InferOutput<Schema>>;
export function extract<Output = unknown>(
  llm: LLM,
  schema: JSONSchema,
  request: LLMRequest,
  options?: ExtractOptions,
): Promise<Output>;
export async function extract(
  llm: LLM,
  schema: StandardSchemaV1 | JSONSchema,
  request: LLMRequest,
  options?: ExtractOptions,
): Promise<unknown> {
  if (typeof llm?.generate !== "function") {
    throw new LLMError("LLM_INVALID_CONFIG", "extract takes an LLM, a schema and a request");
  }
  const { name = "output", ...callOptions } = options ?? {};
  const jsonSchema = isStandardSchema(schema) ? jsonSchemaOf(schema, "LLM_INVALID_SCHEMA") : schema;
  const response = await llm.generate({ ...request, schema: { name, schema: jsonSchema } }, callOptions);
  const { text, provider, model } = response;
  const refuse = (what: string, issues: readonly SchemaIssue[], validatorCode?: string): never => {
    const message = `${provider}: the answer ${what}. The answer was: ${text}`;
    throw new ExtractError(message, text, issues, { provider, model, ...(validatorCode && { validatorCode }) });
  };

  let value: unknown;
  try {
    value = isExact(llm) ? parseExactly(withoutFence(text)) : JSON.parse(withoutFence(text));
  } catch {
    return refuse(`is not JSON (finish reason ${response.finishReason})`, []);
  }
  const checked = isStandardSchema(schema)
    ? await validated(schema, value)
    : await checkedAgainst(schema, value, provider);
  if (!("issues" in checked)) return checked.value;
  const { issues, validatorCode } = checked;
  return refuse(`does not fit the schema: ${describeIssues(issues)}`, issues, validatorCode);
}

/** Whether large integers are asked for as `bigint`. */
function isExact(llm: LLM): boolean {
  const origin = origins.get(llm);
  return origin !== undefined && saidOfLarge(origin.driver) === "on";
}

type Checked =
  | { readonly value: unknown }
  | { readonly issues: readonly SchemaIssue[]; readonly validatorCode?: string | undefined };

/** A validator that throws met an answer that it cannot make sense of. */
async function validated(schema: StandardSchemaV1, value: unknown): Promise<Checked> {
  try {
    const result = await schema["~standard"].validate(value);
    if (!result.issues) return { value: result.value };
    const issues = result.issues.map(({ message, path }) => ({ message, path: joinPath(path) }));
    return { issues, validatorCode: codeOf(result.issues[0]) };
  } catch (error) {
    return { issues: [{ path: "", message: `the validator threw: ${redact(messageOf(error))}` }] };
  }
}

async function checkedAgainst(schema: JSONSchema, value: unknown, provider: string): Promise<Checked> {
  try {
    const issues = await schemaIssues(schema, value);
    return issues.length === 0 ? { value } : { issues };
  } catch (error) {
    throw new LLMError("LLM_INVALID_SCHEMA", `schema.schema: cannot be used: ${redact(messageOf(error))}`, {
      provider,
    });
  }
}

/** The text within a code fence that is around all of it. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLine = trimmed.indexOf("\n");
  if (!trimmed.startsWith("```") || !trimmed.endsWith("```") || firstLine < 0) return text;
  return trimmed.slice(firstLine + 1, -3);
}

/** Validators have room for a code of their own: zod's custom issues carry it in `params`. */
function codeOf(issue: unknown): string | undefined {
  if (!isObject(issue)) return undefined;
  const own = isObject(issue.params) ? issue.params.code : undefined;
  return typeof own === "string" ? own : typeof issue.code === "string" ? issue.code : undefined;
}

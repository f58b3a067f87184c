import { isObject } from "../../contract/index.js";
import type { WireSchema } from "./chat-body.js";
import { refuse } from "./refusal.js";

type Schema = Readonly<Record<string, unknown>>;
/** Refuses a schema. @param context the keys that lead to the part that is wrong */
type Bad = (context: readonly string[], what: string) => never;

/** https://platform.openai.com/docs/guides/structured-outputs#supported-schemas: what strict mode does not take. */
const notPermitted = [
  ...["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"],
  ...["patternProperties", "propertyNames"],
];

/** The schema of a function's parameters. https://github.com/ComposioHQ/composio/issues/1829 shows the refusal. */
export function checkParameters(
  {
    name,
    parameters,
    strict,
  }: { readonly name: string; readonly parameters?: object; readonly strict?: boolean | null },
  at: string,
): void {
  const complain = (what: string): never =>
    refuse(`Invalid schema for function '${name}': ${what}`, at, "invalid_function_parameters");
  const bad = inContext(complain);
  const schema = parameters as Schema;
  expectObject(schema, complain);
  // https://github.com/spring-projects/spring-ai/issues/4776
  if (!isObject(schema.properties)) bad([], "object schema missing properties.");
  if (strict === true) checkStrict(schema, [], bad);
  else checkArrays(schema, [], bad);
}

/** The schema of a response. https://github.com/vercel/ai/issues/6484 shows the refusal. */
export function checkResponseSchema({ name, schema, strict }: WireSchema): void {
  if (schema === undefined) return;
  const complain = (what: string): never =>
    refuse(`Invalid schema for response_format '${name}': ${what}`, "response_format");
  expectObject(schema as Schema, complain);
  if (strict === true) checkStrict(schema as Schema, [], inContext(complain));
}

/** Places are told as Python writes them: `()`, `('items',)`, `('properties', 'a')`. */
function inContext(complain: (what: string) => never): Bad {
  return (context, what) => {
    const keys = context.map((key) => `'${key}'`).join(", ");
    return complain(`In context=(${keys}${context.length === 1 ? "," : ""}), ${what}`);
  };
}

function expectObject(schema: Schema, complain: (what: string) => never): void {
  if (schema.type === "object") return;
  const got = typeof schema.type === "string" ? schema.type : "None";
  complain(`schema must be a JSON Schema of 'type: "object"', got 'type: "${got}"'.`);
}

/** Structured outputs: every object closed, every key required, at every depth. */
function checkStrict(schema: Schema, context: readonly string[], bad: Bad): void {
  const keyword = notPermitted.find((name) => name in schema);
  if (keyword !== undefined) bad(context, `'${keyword}' is not permitted.`);
  const typed = ["type", "$ref", "anyOf", "enum", "const"].some((name) => name in schema);
  if (!typed) bad(context, "schema must have a 'type' key.");
  const types = [schema.type].flat();
  if (types.includes("object")) {
    if (schema.additionalProperties !== false)
      bad(context, "'additionalProperties' is required to be supplied and to be false.");
    const keys = isObject(schema.properties) ? Object.keys(schema.properties) : [];
    const required = Array.isArray(schema.required) ? schema.required : keys.length > 0 ? undefined : [];
    const missing = keys.find((key) => !required?.includes(key));
    if (missing !== undefined)
      bad(
        context,
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
      );
    const extra = required?.find((key) => !keys.includes(key as string));
    if (extra !== undefined) bad(context, `Extra required key '${extra}' supplied.`);
  }
  expectItems(schema, context, bad);
  for (const [key, inner] of subschemas(schema)) checkStrict(inner, [...context, ...key], bad);
}

/** Also without strict mode, an array must say of what: https://github.com/PrefectHQ/fastmcp/issues/2464 */
function checkArrays(schema: Schema, context: readonly string[], bad: Bad): void {
  expectItems(schema, context, bad);
  for (const [key, inner] of subschemas(schema)) checkArrays(inner, [...context, ...key], bad);
}

function expectItems(schema: Schema, context: readonly string[], bad: Bad): void {
  if ([schema.type].flat().includes("array") && schema.items === undefined) bad(context, "array schema missing items.");
}

/** The schemas within a schema, each with the keys that lead to it. */
function* subschemas(schema: Schema): Generator<readonly [key: readonly string[], inner: Schema]> {
  for (const group of ["properties", "$defs", "definitions"]) {
    const members = schema[group];
    if (!isObject(members)) continue;
    for (const [name, inner] of Object.entries(members)) if (isObject(inner)) yield [[group, name], inner];
  }
  if (isObject(schema.items)) yield [["items"], schema.items];
  for (const group of ["anyOf", "prefixItems"]) {
    const members = schema[group];
    if (!Array.isArray(members)) continue;
    for (const [i, inner] of members.entries()) if (isObject(inner)) yield [[group, String(i)], inner];
  }
}

import { isObject } from "../../contract/index.js";

/** Keywords that strict mode refuses: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
const refused = [
  ...["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties"],
  ...["propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains", "uniqueItems", "default"],
  ...["minLength", "maxLength", "minProperties", "maxProperties", "prefixItems"],
];

/**
 * Whether a schema already satisfies strict mode's rules: every object closed and all its keys required, at every depth.
 * It is never rewritten: an optional field that became a required one would be another schema.
 * https://github.com/vercel/ai/issues/6484
 */
export function isStrict(schema: object): boolean {
  const root = schema as Readonly<Record<string, unknown>>;
  return root.type === "object" && root.anyOf === undefined && fits(schema);
}

function fits(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (refused.some((keyword) => Object.hasOwn(schema, keyword))) return false;
  const { type, properties, items, anyOf, $defs, definitions } = schema;
  const isObjectSchema =
    type === "object" || (Array.isArray(type) && type.includes("object")) || properties !== undefined;
  if (isObjectSchema) {
    const keys = isObject(properties) ? Object.keys(properties) : [];
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (schema.additionalProperties !== false || !keys.every((key) => required.includes(key))) return false;
  }
  return [properties, $defs, definitions]
    .flatMap((group) => (isObject(group) ? Object.values(group) : []))
    .concat(items === undefined ? [] : [items], Array.isArray(anyOf) ? anyOf : [])
    .every(fits);
}

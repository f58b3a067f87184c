import { isObject, type JSONSchema, pointerTokens } from "../contract/index.js";

/**
 * The smallest value that a JSON Schema admits: only what is required, the first of an enum, the lowest number. `{}` where
 * the schema asks for nothing. What a `pattern` wants cannot be told from it.
 */
export function smallestInput(schema: JSONSchema): unknown {
  return smallest(schema, schema, 0);
}

function smallest(schema: unknown, root: JSONSchema, depth: number): unknown {
  // A schema that refers to itself is cut off here.
  if (!isObject(schema) || depth > 20) return depth === 0 ? {} : null;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if ("default" in schema) return schema.default;
  if (typeof schema.$ref === "string") return smallest(resolve(schema.$ref, root), root, depth + 1);
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(union) && union.length > 0)
      return smallest({ ...schema, anyOf: [], oneOf: [], ...pick(union[0], root) }, root, depth + 1);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => smallest(part, root, depth + 1));
    return parts.every(isObject) ? Object.assign({}, smallestObject(schema, root, depth), ...parts) : parts[0];
  }
  switch (typeOf(schema)) {
    case "string":
      return "x".repeat(bounded(schema.minLength));
    case "integer":
    case "number":
      return smallestNumber(schema);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return Array.from({ length: bounded(schema.minItems) }, () => smallest(schema.items ?? {}, root, depth + 1));
    default:
      return smallestObject(schema, root, depth);
  }
}

/** What a schema wants at least; a schema that wants more than anybody sends gets what fits into memory. */
function bounded(minimum: unknown): number {
  return typeof minimum === "number" && minimum > 0 ? Math.min(Math.ceil(minimum), 10_000) : 0;
}

function typeOf(schema: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(schema.type) ? schema.type[0] : schema.type;
}

function smallestObject(schema: Readonly<Record<string, unknown>>, root: JSONSchema, depth: number): object {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    required.map((name) => [name, smallest(properties[name] ?? { type: "null" }, root, depth + 1)]),
  );
}

/** The number nearest to 0 within the bounds, on the grid of `multipleOf`. */
function smallestNumber(schema: Readonly<Record<string, unknown>>): number {
  const grid = Number(schema.multipleOf ?? 1);
  const above = Math.max(
    typeof schema.minimum === "number" ? Math.ceil(schema.minimum / grid) * grid : Number.NEGATIVE_INFINITY,
    typeof schema.exclusiveMinimum === "number"
      ? (Math.floor(schema.exclusiveMinimum / grid) + 1) * grid
      : Number.NEGATIVE_INFINITY,
  );
  const below = Math.min(
    typeof schema.maximum === "number" ? Math.floor(schema.maximum / grid) * grid : Number.POSITIVE_INFINITY,
    typeof schema.exclusiveMaximum === "number"
      ? (Math.ceil(schema.exclusiveMaximum / grid) - 1) * grid
      : Number.POSITIVE_INFINITY,
  );
  return Math.max(above, Math.min(below, 0));
}

function pick(branch: unknown, root: JSONSchema): object {
  const target = isObject(branch) && typeof branch.$ref === "string" ? resolve(branch.$ref, root) : branch;
  return isObject(target) ? target : {};
}

/** A reference within the same document, such as `#/$defs/item`. */
function resolve(reference: string, root: JSONSchema): unknown {
  return pointerTokens(reference).reduce<unknown>(
    (value, token) => (isObject(value) || Array.isArray(value) ? (value as never)[token] : undefined),
    root,
  );
}

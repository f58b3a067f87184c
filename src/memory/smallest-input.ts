import { isObject, type JSONSchema, pointerTokens } from "../contract/index.js";

/**
 * The smallest value that a JSON Schema admits: only what is required, the first of an enum, the number nearest to 0. `{}`
 * where the schema asks for nothing. What `pattern`, `not` and `if` want is not looked at.
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
      return examples[String(schema.format)] ?? "x".repeat(bounded(schema.minLength));
    case "integer":
      return smallestNumber(schema, 1);
    case "number":
      return smallestNumber(schema, undefined);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return smallestArray(schema, root, depth);
    default:
      return smallestObject(schema, root, depth);
  }
}

type Schema = Readonly<Record<string, unknown>>;

/** A text of each format that is checked. https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3 */
const examples: Readonly<Record<string, string>> = {
  date: "2000-01-01",
  time: "00:00:00Z",
  "date-time": "2000-01-01T00:00:00Z",
  duration: "P0D",
  email: "a@example.com",
  hostname: "example.com",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** What a schema wants at least; a schema that wants more than anybody sends gets what fits into memory. */
function bounded(minimum: unknown): number {
  return typeof minimum === "number" && minimum > 0 ? Math.min(Math.ceil(minimum), 10_000) : 0;
}

function typeOf(schema: Schema): unknown {
  return Array.isArray(schema.type) ? schema.type[0] : schema.type;
}

function smallestObject(schema: Schema, root: JSONSchema, depth: number): object {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const dependent = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  // A set may grow while it is walked: what is required because of another property may require a third.
  for (const name of required) {
    const more = dependent[name];
    if (Array.isArray(more)) for (const other of more) required.add(String(other));
  }
  for (let i = 1; required.size < bounded(schema.minProperties); i++) required.add(`x${i}`);
  return Object.fromEntries(
    [...required].map((name) => [name, smallest(properties[name] ?? { type: "null" }, root, depth + 1)]),
  );
}

function smallestArray(schema: Schema, root: JSONSchema, depth: number): unknown[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const items = Array.from({ length: bounded(schema.minItems) }, (_, i) =>
    smallest(prefix[i] ?? schema.items ?? {}, root, depth + 1),
  );
  if (isObject(schema.contains)) {
    items[Math.max(0, items.length - 1)] = smallest(schema.contains, root, depth + 1);
  }
  return schema.uniqueItems === true ? items.map(distinct) : items;
}

/** The items of a list of equals, told apart: numbers count on, texts grow. */
function distinct(item: unknown, i: number): unknown {
  if (typeof item === "number") return item + i;
  return typeof item === "string" ? item + "x".repeat(i) : item;
}

/** The number nearest to 0 within the bounds. @param step of the grid that it must lie on, if any */
function smallestNumber(schema: Schema, step: number | undefined): number {
  const grid = typeof schema.multipleOf === "number" && schema.multipleOf > 0 ? schema.multipleOf : step;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = bound(Math.max, minimum, exclusiveMinimum, (value) =>
    grid ? (Math.floor(value / grid) + 1) * grid : value,
  );
  const below = bound(Math.min, maximum, exclusiveMaximum, (value) =>
    grid ? (Math.ceil(value / grid) - 1) * grid : value,
  );
  if (grid) return Math.max(Math.ceil(above / grid) * grid, Math.min(Math.floor(below / grid) * grid, 0));
  // Without a grid a bound that is itself excluded has no neighbour; in between is as near as any.
  if (typeof exclusiveMinimum === "number" && above >= 0 && above === exclusiveMinimum) {
    return below === Number.POSITIVE_INFINITY ? above + 1 : (above + below) / 2;
  }
  if (typeof exclusiveMaximum === "number" && below <= 0 && below === exclusiveMaximum) {
    return above === Number.NEGATIVE_INFINITY ? below - 1 : (above + below) / 2;
  }
  return Math.max(above, Math.min(below, 0));
}

/** The tighter of an inclusive and an exclusive bound. @param within brings an excluded value inside */
function bound(
  tighter: (a: number, b: number) => number,
  inclusive: unknown,
  exclusive: unknown,
  within: (value: number) => number,
): number {
  const none = tighter === Math.max ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return tighter(
    typeof inclusive === "number" ? inclusive : none,
    typeof exclusive === "number" ? within(exclusive) : none,
  );
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

import { isWireObject, type WireObject } from "./exchange.js";

/**
 * The first place where a value does not have the shape that a schema gives it: its types, its enums, the properties it
 * needs and those it may have, at every depth. What a schema says beyond that is not looked at, and where it cannot be
 * followed nothing is said.
 * @returns for example `` `$.a[0]` is a number, and must be a string ``; undefined where it fits
 */
export function misfit(value: unknown, schema: unknown, root: unknown = schema, at = "$"): string | undefined {
  if (!isWireObject(schema)) return undefined;
  if (typeof schema.$ref === "string") return misfit(value, referred(schema.$ref, root), root, at);
  if (value === null && schema.nullable === true) return undefined;
  const { anyOf, enum: allowed } = schema;
  if (Array.isArray(anyOf) && anyOf.length > 0 && anyOf.every((one) => misfit(value, one, root, at) !== undefined))
    return `\`${at}\` fits none of the schemas that it may have`;
  const types = [schema.type].flat().filter((type) => typeof type === "string");
  if (types.length > 0 && !types.some((type) => isOfType(value, type.toLowerCase())))
    return `\`${at}\` is ${typeName(value)}, and must be ${types.join(" or ")}`;
  if (Array.isArray(allowed) && isPlain(value) && allowed.every(isPlain) && !allowed.includes(value))
    return `\`${at}\` is ${JSON.stringify(value)}, which is not one of its enum`;
  if (Array.isArray(value)) return first(value.map((item, i) => () => misfit(item, schema.items, root, `${at}[${i}]`)));
  return isWireObject(value) ? misfitIn(value, schema, root, at) : undefined;
}

function misfitIn(value: WireObject, schema: WireObject, root: unknown, at: string): string | undefined {
  const properties = isWireObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.find((name) => typeof name === "string" && !Object.hasOwn(value, name));
  if (missing !== undefined) return `\`${at}.${missing}\` is missing`;
  const isClosed = schema.additionalProperties === false && schema.patternProperties === undefined;
  const extra = isClosed ? Object.keys(value).find((name) => !Object.hasOwn(properties, name)) : undefined;
  if (extra !== undefined) return `\`${at}.${extra}\` is not a property of the schema`;
  return first(
    Object.entries(value).map(
      ([name, inner]) =>
        () =>
          Object.hasOwn(properties, name) ? misfit(inner, properties[name], root, `${at}.${name}`) : undefined,
    ),
  );
}

function first(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a reference within the schema points at; undefined, and so anything fits, where it points elsewhere. */
function referred(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return undefined;
  const names = reference.split("/").slice(1);
  return names.reduce<unknown>(
    (inner, name) => (isWireObject(inner) ? inner[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    root,
  );
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  const known = ["string", "number", "boolean", "object", "array", "null"];
  return !known.includes(type) || nameOf(value) === type;
}

const nameOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function typeName(value: unknown): string {
  const name = nameOf(value);
  if (name === "null") return name;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** What a model wrote as a value; undefined where it is no JSON. Its `null` is a value. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What stands within a code fence around a whole text; undefined where there is none. */
export function fencedIn(text: string): string | undefined {
  return /^\s*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/.exec(text)?.[1];
}

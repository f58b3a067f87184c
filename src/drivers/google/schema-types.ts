import { isObject } from "../../contract/index.js";
import { type SchemaType, schemaTypes, typeOfKeyword } from "./schema-dialects.js";
import type { LooseSchema, RefuseSchema } from "./schema-references.js";

/** The types that a schema names; none where it names none. @param refuse for a name that is no type */
export function typesOf({ type }: LooseSchema, refuse: RefuseSchema, place: string): SchemaType[] {
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  return types.map((name: unknown) => {
    const known = typeof name === "string" ? schemaTypes.find((known) => known === name.toLowerCase()) : undefined;
    return known ?? refuse(`${place}.type`, `must be one of ${schemaTypes.join(", ")}, or a list of them`);
  });
}

/** The values that alone are allowed, if only some are. */
export function valuesOf(schema: LooseSchema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Whether null fits, as far as the types say. */
export function isNullType(types: readonly SchemaType[]): boolean {
  return types.length === 0 || types.includes("null");
}

/** The type that the values or keywords of a schema without one are of; undefined where they do not tell. */
export function inferredType(schema: LooseSchema): SchemaType | undefined {
  const values = schema.enum as unknown[] | undefined;
  if (values?.length) {
    const kinds = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
    const [kind] = kinds;
    return kinds.size === 1 ? schemaTypes.find((type) => type === kind) : undefined;
  }
  const keyword = Object.keys(schema).find((key) => Object.hasOwn(typeOfKeyword, key));
  return keyword === undefined ? undefined : typeOfKeyword[keyword];
}

/** The keywords of a schema of several types that concern one of them. */
export function onlyFor(type: SchemaType, schema: LooseSchema): LooseSchema {
  const kind = type === "integer" ? "number" : type;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === "title" || key === "description") return [];
    if (key !== "enum") return (typeOfKeyword[key] ?? kind) === kind ? [[key, value]] : [];
    return [[key, (value as unknown[]).filter((one) => isOfType(one, type))]];
  });
  return Object.fromEntries(entries);
}

function isOfType(value: unknown, type: SchemaType): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

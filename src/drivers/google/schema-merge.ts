import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../contract/index.js";

type LooseSchema = Readonly<Record<string, unknown>>;
type Refuse = (place: string, message: string) => never;
type Join = (a: unknown, b: unknown, place: string, refuse: Refuse) => unknown;

const first: Join = (a) => a;
const larger: Join = (a, b) => Math.max(a as number, b as number);
const smaller: Join = (a, b) => Math.min(a as number, b as number);

/** How two values of a keyword come to one that both hold; of others, the values must be the same. */
const joins: Readonly<Record<string, Join>> = {
  ...Object.fromEntries(
    ["title", "description", "default", "examples", "$comment", "$schema", "$id", "$defs", "definitions"].map((key) => [
      key,
      first,
    ]),
  ),
  ...Object.fromEntries(
    ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map((key) => [key, larger]),
  ),
  ...Object.fromEntries(
    ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map((key) => [key, smaller]),
  ),
  required: (a, b) => [...new Set([...asList(a), ...asList(b)])],
  additionalProperties: (a, b, place, refuse) => {
    if (a === false || b === false) return false;
    if (a === true) return b;
    return b === true ? a : mergeSchemas(a as LooseSchema, b as LooseSchema, `${place}.additionalProperties`, refuse);
  },
  items: (a, b, place, refuse) => {
    if (a === false || b === false) return false;
    if (a === true) return b;
    return b === true ? a : mergeSchemas(a as LooseSchema, b as LooseSchema, `${place}.items`, refuse);
  },
  properties: (a, b, place, refuse) => {
    const both = new Map(Object.entries(a as LooseSchema));
    for (const [name, schema] of Object.entries(b as LooseSchema)) {
      const before = both.get(name);
      const at = `${place}.properties.${name}`;
      both.set(name, isObject(before) ? mergeSchemas(before, schema as LooseSchema, at, refuse) : schema);
    }
    return Object.fromEntries(both);
  },
  enum: (a, b, place, refuse) => {
    const shared = asList(a).filter((value) => asList(b).some((other) => isDeepStrictEqual(value, other)));
    return shared.length > 0 ? shared : refuse(place, "allows no value: two enums of it share none");
  },
  type: (a, b, place, refuse) => {
    const shared = [...new Set(asList(a).flatMap((type) => asList(b).flatMap((other) => narrower(type, other))))];
    if (shared.length === 0) refuse(place, "allows no value: it must be of two types at once");
    return shared.length === 1 ? shared[0] : shared;
  },
};

/**
 * The schema that allows what two of them allow. Its keys stand in the order of the first.
 * @param place how it is called in an error
 */
export function mergeSchemas(a: LooseSchema, b: LooseSchema, place: string, refuse: Refuse): LooseSchema {
  const merged = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const before = merged.get(key);
    if (before === undefined) merged.set(key, value);
    else if (!isDeepStrictEqual(before, value)) {
      const join = Object.hasOwn(joins, key) ? joins[key] : undefined;
      if (!join) return refuse(place, `has two different values of ${key}, which cannot be merged into one schema`);
      merged.set(key, join(before, value, place, refuse));
    }
  }
  return Object.fromEntries(merged);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function narrower(a: unknown, b: unknown): unknown[] {
  if (a === b) return [a];
  return [a, b].includes("integer") && [a, b].includes("number") ? ["integer"] : [];
}

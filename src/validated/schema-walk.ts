/** A subschema, and where it stands: `properties.a.items`. */
export interface Subschema {
  readonly schema: unknown;
  readonly place: string;
}

const one = ["additionalItems", "unevaluatedItems", "items", "contains", "additionalProperties", "not", "if", "then"];
const single = new Set([...one, "unevaluatedProperties", "propertyNames", "else"]);
const lists = new Set(["prefixItems", "items", "allOf", "anyOf", "oneOf"]);
const maps = new Set([
  "$defs",
  "definitions",
  "properties",
  "patternProperties",
  "dependentSchemas",
  // Older drafts: a schema or a list of names each.
  "dependencies",
]);

/** Every schema within a schema, itself first. What is data in it (`enum`, `default`, `examples`) is not looked into. */
export function* subschemas(schema: unknown, place = ""): Generator<Subschema> {
  yield { schema, place };
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = place ? `${place}.${keyword}` : keyword;
    if (lists.has(keyword) && Array.isArray(value)) {
      for (const [i, item] of value.entries()) yield* subschemas(item, `${at}[${i}]`);
    } else if (single.has(keyword)) {
      yield* subschemas(value, at);
    } else if (maps.has(keyword) && typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        if (keyword !== "dependencies" || !Array.isArray(item)) yield* subschemas(item, `${at}.${name}`);
      }
    }
  }
}

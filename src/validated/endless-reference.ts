import { isObject } from "../contract/index.js";

const lists = ["allOf", "anyOf", "oneOf"];
const single = ["not", "if", "then", "else"];

/**
 * Whether a schema comes back to itself without having gone on in the value: whoever applied it would never end. One that
 * comes back for a part of the value, as a tree's does, ends with the value.
 * @param refer what the `$ref` of a schema leads to
 */
export function isEndless(
  schema: unknown,
  refer: (holder: Readonly<Record<string, unknown>>) => unknown,
  known: Map<unknown, "entered" | "left">,
): boolean {
  if (!isObject(schema)) return false;
  const before = known.get(schema);
  if (before) return before === "entered";
  known.set(schema, "entered");
  const { $ref, dependentSchemas } = schema;
  const applied: unknown[] = [
    ...($ref === undefined ? [] : [refer(schema)]),
    ...lists.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])),
    ...single.map((keyword) => schema[keyword]),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  const found = applied.some((inner) => isEndless(inner, refer, known));
  known.set(schema, "left");
  return found;
}

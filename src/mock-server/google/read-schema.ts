import type { WireSchema } from "./generate-body.js";

/** A schema of Google's subset as JSON Schema: types in lower case, `nullable` as a second type. */
export function readSchema(schema: WireSchema): object {
  const { type, nullable, properties, items, anyOf, propertyOrdering: _, ...others } = schema;
  const name = type?.toLowerCase();
  return {
    ...(name && { type: nullable ? [name, "null"] : name }),
    ...others,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, readSchema(inner)])),
    }),
    ...(items && { items: readSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(readSchema) }),
  };
}

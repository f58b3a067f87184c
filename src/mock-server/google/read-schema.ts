import type { WireSchema } from "./generate-body.js";

/** A schema of Google's subset as JSON Schema: types in lower case, `nullable` as a second type, and as a value of an enum. */
export function readSchema(schema: WireSchema): object {
  const { type, nullable, enum: values, properties, items, anyOf, propertyOrdering: _, ...others } = schema;
  const name = type?.toLowerCase();
  return {
    ...(name && { type: nullable ? [name, "null"] : name }),
    ...others,
    ...(values && { enum: nullable ? [...values, null] : values }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, readSchema(inner)])),
    }),
    ...(items && { items: readSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(readSchema) }),
  };
}

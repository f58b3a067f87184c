/** A value that JSON can carry. An `undefined` property counts as absent. */
export type JSONValue =
  | string
  | number
  | boolean
  | null
  | readonly JSONValue[]
  | { readonly [key: string]: JSONValue | undefined };

/**
 * A JSON Schema document, draft 2020-12 unless its `$schema` names another. Typed as any object, so that schemas typed by
 * other packages fit; what JSON cannot carry is refused at run time.
 */
export type JSONSchema = object;

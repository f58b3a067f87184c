import { isObject } from "../../contract/index.js";
import { mergeSchemas } from "./schema-merge.js";

export type LooseSchema = Readonly<Record<string, unknown>>;

/** Refuses a schema. @param place where in it, for example `tools[0].inputSchema.properties.a` */
export type RefuseSchema = (place: string, message: string) => never;

/** More than any schema needs; references that multiply each other would fill the memory instead. */
const mostSchemas = 10_000;

/**
 * A copy of a schema in which every `$ref` is replaced by what it refers to, and every `allOf` by what it comes to.
 * @param place how the schema is called in an error
 */
export function inlineReferences(root: LooseSchema, place: string, refuse: RefuseSchema): LooseSchema {
  let count = 0;

  const inline = (schema: unknown, at: string, followed: readonly string[]): LooseSchema => {
    if (schema === true) return {};
    if (!isObject(schema)) return refuse(at, "is not a schema that a value could satisfy");
    if (++count > mostSchemas) refuse(place, `has more than ${mostSchemas} schemas once its references are inlined`);
    const { $ref, allOf, ...own } = schema;
    if ("$dynamicRef" in own || "$recursiveRef" in own) refuse(at, "has a dynamic reference, which cannot be inlined");
    let inlined = withChildren(own, at, followed);
    if ($ref !== undefined) {
      if (typeof $ref === "string" && followed.includes($ref)) {
        refuse(at, `refers to itself through ${$ref}; Google takes no recursive schema`);
      }
      const target = typeof $ref === "string" ? lookUp(root, $ref) : undefined;
      if (target === undefined) return refuse(at, `the reference ${JSON.stringify($ref)} leads nowhere in this schema`);
      inlined = mergeSchemas(inlined, inline(target, at, [...followed, $ref as string]), at, refuse);
    }
    if (allOf !== undefined) {
      for (const part of list(allOf, `${at}.allOf`)) {
        inlined = mergeSchemas(inlined, inline(part, `${at}.allOf`, followed), at, refuse);
      }
    }
    return inlined;
  };

  const withChildren = (schema: LooseSchema, at: string, followed: readonly string[]): LooseSchema => {
    const child = (value: unknown, name: string) => inline(value, `${at}.${name}`, followed);
    const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
      switch (key) {
        case "properties":
          if (!isObject(value)) return refuse(`${at}.properties`, "must be an object of schemas");
          return [
            key,
            Object.fromEntries(
              Object.entries(value).map(([name, inner]) => [name, child(inner, `properties.${name}`)]),
            ),
          ];
        case "anyOf":
        case "oneOf":
        case "prefixItems":
          return [key, list(value, `${at}.${key}`).map((inner, i) => child(inner, `${key}[${i}]`))];
        case "items":
          // A list is how older drafts write `prefixItems`.
          if (Array.isArray(value)) return ["prefixItems", value.map((inner, i) => child(inner, `items[${i}]`))];
          return [key, typeof value === "boolean" ? value : child(value, key)];
        case "additionalProperties":
          return [key, typeof value === "boolean" ? value : child(value, key)];
        default:
          return [key, value];
      }
    });
    return Object.fromEntries(entries);
  };

  const list = (value: unknown, at: string): readonly unknown[] =>
    Array.isArray(value) && value.length > 0 ? value : refuse(at, "must be a list of at least one schema");

  return inline(root, place, ["#"]);
}

/** What a JSON Pointer in a fragment (`#/$defs/a`) points to. */
function lookUp(root: LooseSchema, reference: string): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let pointer: string;
  try {
    pointer = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  let found: unknown = root;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

import { isWireObject, type WireObject } from "../exchange.js";
import { listOf } from "./candidates.js";

/** A schema in Google's form, and where in the request it stands. */
export interface PlacedSchema {
  readonly place: string;
  readonly schema: WireObject;
}

/** All schemas of a request that must be in Google's subset, those within others too. */
export function schemasIn(body: WireObject): readonly PlacedSchema[] {
  const config = isWireObject(body.generationConfig) ? body.generationConfig : {};
  const declared = listOf(body.tools).flatMap(({ functionDeclarations }) => listOf(functionDeclarations));
  return [
    ...declared.flatMap(({ name, parameters, response }) => [
      ...walk(parameters, `the parameters of "${String(name)}"`),
      ...walk(response, `the response of "${String(name)}"`),
    ]),
    ...walk(config.responseSchema, "responseSchema"),
  ];
}

function walk(schema: unknown, place: string): PlacedSchema[] {
  if (!isWireObject(schema)) return [];
  const properties = isWireObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    { place, schema },
    ...properties.flatMap(([name, inner]) => walk(inner, `${place}, at ${name}`)),
    ...walk(schema.items, `the items of ${place}`),
    ...listOf(schema.anyOf).flatMap((inner) => walk(inner, place)),
  ];
}

/** https://ai.google.dev/api/caching#Schema; names in snake case mean the same. */
const subset: ReadonlySet<string> = new Set([
  ...["type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties", "required"],
  ...["minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering"],
  ...["default", "items", "minimum", "maximum"],
]);

/** The first keyword that is not in Google's subset. */
export function beyondSubset(
  schemas: readonly PlacedSchema[],
): { readonly place: string; readonly keyword: string } | undefined {
  for (const { place, schema } of schemas) {
    const keyword = Object.keys(schema).find((name) => !subset.has(camel(name)));
    if (keyword !== undefined) return { place, keyword };
  }
  return undefined;
}

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

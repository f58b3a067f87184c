import { dereference, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isObject, type JSONSchema, pointerTokens } from "../contract/index.js";
import { standInFor, withoutPrototypes } from "../generation/index.js";
import { bounds, createMeasure } from "./bounds.js";
import { isEndless } from "./endless-reference.js";
import type { Misfit } from "./misfit.js";
import { subschemas } from "./schema-walk.js";

/** A schema that was found to be usable. */
export interface CompiledSchema {
  /** Everything that the validator has to say of a value; empty when it fits. */
  misfits(value: unknown): readonly Misfit[];
  /** Whether everything that fits is an object. */
  readonly isObject: boolean;
  /** Whether this is a name of a field that the schema speaks of. */
  declares(name: string): boolean;
}

/** Why a schema cannot be used, with the place in it. */
export class SchemaProblem extends Error {
  override readonly name = "SchemaProblem";
}

const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const numeric = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
];

type Referring = Readonly<Record<string, unknown>> & { readonly __absolute_ref__?: string };

/**
 * Makes sure that a schema can be used before anything depends on it: it is of a sane size, its patterns and types are
 * some, and its references end within itself. Nothing is ever fetched.
 * @throws SchemaProblem
 */
export function compileSchema(source: JSONSchema): CompiledSchema {
  const passed = createMeasure().add(source);
  if (passed) throw new SchemaProblem(passed);
  const json = JSON.stringify(source);
  if (Buffer.byteLength(json) > bounds.schemaBytes) throw new SchemaProblem("it is larger than 1 MiB");
  // A copy: the validator writes into the schema that it reads.
  const schema = JSON.parse(json) as Schema;
  let lookup: Record<string, Schema | boolean>;
  try {
    lookup = dereference(schema);
  } catch {
    throw new SchemaProblem("it has an id or a reference that is none, or the same id twice");
  }
  const refer = (holder: Referring) => lookup[holder.__absolute_ref__ ?? ""];
  const names = new Set<string>();
  const walked = new Map<unknown, "entered" | "left">();
  for (const { schema: subschema, place } of subschemas(schema)) {
    checkSubschema(subschema, place, refer, names);
    if (isEndless(subschema, refer, walked)) throw new SchemaProblem("it refers to itself without end");
  }
  const draft = draftOf(schema);
  const holderOf = (place: string) => {
    let at: unknown = schema;
    for (const token of pointerTokens(place).slice(0, -1)) {
      if (typeof at !== "object" || at === null) return undefined;
      at = token === "$ref" ? refer(at as Referring) : (at as Record<string, unknown>)[token];
    }
    return isObject(at) ? at : undefined;
  };
  // The validator takes what every object inherits for a property of the value.
  const isInherited = [...names].some((name) => name in Object.prototype);
  const check = (value: unknown) =>
    validate(isInherited ? withoutPrototypes(value) : value, schema, draft, lookup, false).errors;
  try {
    for (const value of [{}, [], "", 0, true, null]) check(value);
  } catch (error) {
    throw new SchemaProblem(
      error instanceof RangeError ? "it refers to itself without end" : "the validator cannot read it",
    );
  }
  return {
    isObject: isObjectRoot(schema, refer),
    declares: (name) => names.has(name),
    misfits(value) {
      const standIn = standInFor(value, source);
      const [uncertain] = standIn.missing;
      if (uncertain) {
        const instance = ["#", ...uncertain.map(toToken)].join("/");
        return [{ keyword: "maximum", place: "#", instance, rule: undefined, sentence: "" }];
      }
      const units = check(standIn.value);
      return units.map(({ keyword, keywordLocation, instanceLocation: instance, error: sentence }, i) => {
        // The validator names no place of a `false` schema; it stands right after the keyword that it is the schema of.
        const place = keyword === "false" ? `${units[i - 1]?.keywordLocation ?? "#"}/false` : keywordLocation;
        return { keyword, place, instance, rule: holderOf(place)?.[keyword], sentence };
      });
    },
  };
}

/** The validator escapes names so. */
const toToken = (step: string | number) => encodeURI(String(step).replaceAll("~", "~0").replaceAll("/", "~1"));

type Refer = (holder: Referring) => unknown;

function checkSubschema(schema: unknown, place: string, refer: Refer, names: Set<string>): void {
  if (typeof schema === "boolean") return;
  const bad = (keyword: string, what: string): never => {
    throw new SchemaProblem(`${[place, keyword].filter(Boolean).join(".")}: ${what}`);
  };
  if (!isObject(schema)) throw new SchemaProblem([place, "is not a schema"].filter(Boolean).join(": "));
  const { type, enum: values, required, pattern, properties, patternProperties } = schema;
  const named = Array.isArray(type) ? type : [type ?? "object"];
  if (named.length === 0 || !named.every((name) => types.has(name as string)))
    bad("type", "is not a type of JSON Schema");
  if (values !== undefined && !Array.isArray(values)) bad("enum", "is not a list");
  if (required !== undefined && typeof required !== "boolean") {
    if (!Array.isArray(required) || required.some((name) => typeof name !== "string"))
      bad("required", "is not a list of names");
  }
  for (const keyword of numeric) {
    const value = schema[keyword];
    // Draft 4 has exclusive bounds that are true or false.
    if (value !== undefined && typeof value !== "number" && !(keyword.startsWith("exclusive") && value === !!value))
      bad(keyword, "is not a number");
  }
  if (pattern !== undefined && !isPattern(pattern)) bad("pattern", "is not a regular expression");
  for (const [keyword, map] of Object.entries({ properties, patternProperties })) {
    if (map !== undefined && !isObject(map)) bad(keyword, "is not an object");
  }
  for (const source of Object.keys(patternProperties ?? {})) {
    if (!isPattern(source)) bad("patternProperties", "has a name that is not a regular expression");
  }
  if (schema.$ref !== undefined && refer(schema) === undefined) bad("$ref", "leads out of the schema, or to nothing");
  // The validator reads over it; what it would forbid would be let through.
  if (schema.$dynamicRef !== undefined) bad("$dynamicRef", "cannot be followed; use $ref");

  for (const name of Object.keys(properties ?? {})) names.add(name);
  for (const name of Array.isArray(required) ? required : []) names.add(name as string);
  for (const list of Object.values(schema.dependentRequired ?? {}))
    for (const name of Array.isArray(list) ? list : []) names.add(String(name));
}

function isPattern(source: unknown): boolean {
  try {
    return typeof source === "string" && new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function isObjectRoot(schema: unknown, refer: Refer, hops = 0): boolean {
  if (!isObject(schema) || hops > bounds.depth) return false;
  const { type, $ref, allOf, anyOf, oneOf } = schema;
  if (type === "object" || (Array.isArray(type) && type.length === 1 && type[0] === "object")) return true;
  const isRoot = (inner: unknown) => isObjectRoot(inner, refer, hops + 1);
  if ($ref !== undefined && isRoot(refer(schema))) return true;
  if (Array.isArray(allOf) && allOf.some(isRoot)) return true;
  return [anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.length > 0 && branches.every(isRoot));
}

function draftOf(schema: Schema): SchemaDraft {
  const named = String(schema.$schema ?? "");
  if (named.includes("draft-04")) return "4";
  if (/draft-0[67]/.test(named)) return "7";
  return named.includes("2019-09") ? "2019-09" : "2020-12";
}

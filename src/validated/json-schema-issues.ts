import { type JSONValue, pointerTokens } from "../contract/index.js";
import type { CompiledSchema } from "./compile-schema.js";
import type { Constraint, LocatedIssue } from "./field-issue.js";
import { isUnder, type Misfit } from "./misfit.js";
import { withoutUnions } from "./union-branches.js";

/** Which rule a keyword is about. What is not here only says that something beneath it failed. */
const meanings: Readonly<Record<string, Constraint>> = {
  required: "missing_field",
  dependentRequired: "missing_field",
  enum: "invalid_enum_value",
  const: "invalid_enum_value",
  format: "invalid_format",
  not: "invalid_format",
  uniqueItems: "invalid_format",
  pattern: "invalid_pattern",
  minimum: "invalid_range",
  maximum: "invalid_range",
  exclusiveMinimum: "invalid_range",
  exclusiveMaximum: "invalid_range",
  multipleOf: "invalid_range",
  minLength: "invalid_length",
  maxLength: "invalid_length",
  minItems: "invalid_length",
  maxItems: "invalid_length",
  minProperties: "invalid_length",
  maxProperties: "invalid_length",
  contains: "invalid_length",
  minContains: "invalid_length",
  maxContains: "invalid_length",
  type: "invalid_field_type",
  anyOf: "invalid_field_type",
  oneOf: "invalid_field_type",
  false: "unknown_field",
  propertyNames: "unknown_field",
};

/** The fields of a value that do not fit a JSON Schema; empty when it fits. */
export function jsonSchemaIssues(schema: CompiledSchema, value: unknown): LocatedIssue[] {
  const misfits = schema.misfits(value);
  if (misfits.length === 0) return [];
  const issues = withoutUnions(misfits.filter(isTelling), value)
    .filter((misfit, _, all) => !isEcho(misfit, all))
    .map((misfit) => toIssue(misfit, value));
  // Never nothing: what does not fit has an issue, whatever the validator calls it.
  return issues.length > 0 ? issues : [{ path: [], constraint: "invalid_format" }];
}

function isTelling({ keyword, place }: Misfit): boolean {
  // The name itself is what does not fit, not what its rule says of it.
  return Object.hasOwn(meanings, keyword) && !place.includes("/propertyNames/");
}

/** What follows from another misfit at the same place. */
function isEcho({ keyword, instance }: Misfit, all: readonly Misfit[]): boolean {
  // A property that fails its own schema is reported as unexpected too.
  if (keyword === "false") return all.some((other) => other.keyword !== "false" && isUnder(other.instance, instance));
  // A value of another type is in no list of values either.
  const isSecondary = keyword === "enum" || keyword === "const";
  return isSecondary && all.some((other) => other.keyword === "type" && other.instance === instance);
}

function toIssue({ keyword, instance, rule, sentence }: Misfit, value: unknown): LocatedIssue {
  const constraint = meanings[keyword] as Constraint;
  const path = pathOf(instance, value);
  switch (constraint) {
    case "missing_field":
      return { path: [...path, nameIn(sentence)], constraint };
    case "unknown_field":
      return { path: keyword === "propertyNames" ? [...path, nameIn(sentence)] : path, constraint };
    case "invalid_enum_value":
      return { path, constraint, allowed: (keyword === "const" ? [rule] : rule) as readonly JSONValue[] };
    default:
      return { path, constraint, ...(isPlain(rule) && { expected: { [keyword]: rule } }) };
  }
}

/** A rule that says itself; a whole schema would not. */
function isPlain(rule: unknown): rule is JSONValue {
  return Array.isArray(rule)
    ? rule.every((item) => typeof item === "string")
    : rule !== undefined && rule !== Object(rule);
}

/** The validator tells these names in its sentences only. */
function nameIn(sentence: string): string {
  const told = /required property "(.*)"\.$|does not have "(.*)"\.$|name "(.*)" does not match schema\.$/s.exec(
    sentence,
  );
  return told?.slice(1).find((name) => name !== undefined) ?? "";
}

/** `#/items/0/price` as `["items", 0, "price"]`: a number only where there is a list. */
function pathOf(pointer: string, value: unknown): (string | number)[] {
  let at = value;
  return pointerTokens(pointer).map((token) => {
    const step = Array.isArray(at) ? Number(token) : token;
    at = typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined;
    return step;
  });
}

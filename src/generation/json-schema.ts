import type { OutputUnit } from "@cfworker/json-schema";
import { type JSONSchema, pointerTokens } from "../contract/index.js";
import { standInFor, withoutPrototypes } from "./stand-in.js";

/** One place where a value does not fit, for a person or a model to read. */
export interface SchemaIssue {
  /** For example `items[0].price`; `""` is the value itself. */
  readonly path: string;
  readonly message: string;
}

/** Keywords that only say that something beneath them failed. */
const wrappers = new Set([
  "properties",
  "items",
  "prefixItems",
  "$ref",
  "additionalProperties",
  "allOf",
  "patternProperties",
  "unevaluatedProperties",
  "dependentSchemas",
]);

/**
 * Checks a value against a JSON Schema (draft 2020-12, or the one that `$schema` names).
 * @returns every misfit, empty when it fits
 * Rejects with an Error when the schema itself cannot be used: an unresolved reference, a bad pattern
 */
export async function schemaIssues(schema: JSONSchema, value: unknown): Promise<readonly SchemaIssue[]> {
  // Only now: most programs check nothing, and to load it takes as long as all of the drivers.
  const { Validator } = await import("@cfworker/json-schema");
  // The validator takes what every object inherits for a property of the value.
  const standIn = standInFor(value, schema);
  const { valid, errors } = new Validator(schema, draft(schema), false).validate(withoutPrototypes(standIn.value));
  const [uncertain] = standIn.missing;
  if (uncertain) return [{ path: toPath(`#/${uncertain.join("/")}`), message: "is too large to be judged exactly" }];
  if (valid) return [];
  const leaves = errors.filter((error) => !wrappers.has(error.keyword));
  const forbidden = (error: OutputUnit) => error.keyword === "false";
  // A property that fails its own schema is reported as unexpected too; only the first is of use.
  const useful = leaves.filter(
    (error) =>
      !forbidden(error) ||
      !leaves.some((other) => !forbidden(other) && other.instanceLocation.startsWith(error.instanceLocation)),
  );
  return (useful.length > 0 ? useful : errors).map((error) => ({
    path: toPath(error.instanceLocation),
    message: forbidden(error) ? "is not a property that the schema allows" : error.error,
  }));
}

/** The misfits as one sentence. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return shown.join("; ") + (issues.length > 5 ? `; and ${issues.length - 5} more` : "");
}

function draft(schema: JSONSchema): "4" | "7" | "2019-09" | "2020-12" {
  const named = String((schema as { $schema?: unknown }).$schema ?? "");
  return named.includes("draft-04")
    ? "4"
    : /draft-0[67]/.test(named)
      ? "7"
      : named.includes("2019-09")
        ? "2019-09"
        : "2020-12";
}

/** `#/items/0/price` to `items[0].price`. */
function toPath(pointer: string): string {
  return pointerTokens(pointer).reduce(
    (path, token) => (/^\d+$/.test(token) ? `${path}[${token}]` : path ? `${path}.${token}` : token),
    "",
  );
}

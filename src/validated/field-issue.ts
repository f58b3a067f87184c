import type { JSONValue } from "../contract/index.js";

/** Everything that can be wrong with a field. The list is closed: whoever reads issues can deal with all of them. */
export const constraints = [
  "missing_field",
  "invalid_enum_value",
  "invalid_format",
  "invalid_pattern",
  "invalid_range",
  "invalid_length",
  "invalid_field_type",
  "unknown_field",
] as const;

export type Constraint = (typeof constraints)[number];

/** One field that does not fit, by the rule that it breaks. Holds nothing of the value that was submitted. */
export interface FieldIssue {
  /** Where: `query`, `items[0].price`; `""` is the value itself. */
  readonly field: string;
  readonly constraint: Constraint;
  /** The values that there are, in the order of the schema; with `invalid_enum_value` only. */
  readonly allowed?: readonly JSONValue[] | undefined;
  /** The rule in the words of JSON Schema, where the schema tells: `{ maximum: 100 }`, `{ type: "integer" }`. */
  readonly expected?: { readonly [keyword: string]: JSONValue } | undefined;
}

/** An issue whose place is still in pieces: names as strings, positions in a list as numbers. */
export interface LocatedIssue extends Omit<FieldIssue, "field"> {
  readonly path: readonly (string | number)[];
}

/** What stands for a name that came with the value and that no schema declares. */
const hidden = "*";

/**
 * @param isDeclared where given, names that the schema does not declare are hidden: whoever submitted the value chose them
 */
export function toFieldIssue(
  { path, ...about }: LocatedIssue,
  isDeclared: (name: string) => boolean = () => true,
): FieldIssue {
  const field = path.reduce<string>((joined, step) => {
    if (typeof step === "number") return `${joined}[${step}]`;
    const name = isDeclared(step) ? step : hidden;
    return joined ? `${joined}.${name}` : name;
  }, "");
  return { field, ...about };
}

/** Each field once for each rule that it breaks. */
export function distinct(issues: readonly LocatedIssue[]): LocatedIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ path, constraint }) => {
    const id = JSON.stringify([path, constraint]);
    return !seen.has(id) && seen.add(id);
  });
}

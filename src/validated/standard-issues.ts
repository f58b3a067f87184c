import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject, type JSONValue } from "../contract/index.js";
import type { Constraint, LocatedIssue } from "./field-issue.js";

type Issue = Readonly<Record<string, unknown>> & StandardSchemaV1.Issue;

/**
 * The issues of a Standard Schema by the rule that is broken. The standard gives a message and a path; libraries add a
 * code of their own, of which zod's are known here. A rule that nothing is known of is `invalid_format`. The messages are
 * left out: a schema's own check may quote what was submitted.
 */
export function standardIssues(issues: readonly StandardSchemaV1.Issue[], value: unknown): LocatedIssue[] {
  return issues.flatMap((issue) => toIssues(issue as Issue, value, []));
}

function toIssues(issue: Issue, value: unknown, above: LocatedIssue["path"]): LocatedIssue[] {
  const path = [...above, ...(issue.path ?? []).map(toStep)];
  if (path.length > 0 && isAbsent(path, value)) return [{ path, constraint: "missing_field" }];
  const { code, values, options, keys, errors } = issue;
  switch (code) {
    case "unrecognized_keys":
      return (keys as readonly string[]).map((key) => ({ path: [...path, key], constraint: "unknown_field" }));
    case "invalid_value":
      return [{ path, constraint: "invalid_enum_value", ...allowedOf(values) }];
    case "invalid_union": {
      if (Array.isArray(options)) return [{ path, constraint: "invalid_enum_value", ...allowedOf(options) }];
      const branches = (Array.isArray(errors) ? (errors as Issue[][]) : []).map((branch) =>
        branch.flatMap((inner) => toIssues(inner, value, path)),
      );
      return meantBranch(branches, path);
    }
    case "invalid_type":
      return [{ path, constraint: "invalid_field_type", ...expectedOf("type", typeNames[String(issue.expected)]) }];
    case "too_small":
    case "too_big":
      return [{ path, ...boundOf(issue, code === "too_big" ? "max" : "min") }];
    case "not_multiple_of":
      return [{ path, constraint: "invalid_range", ...expectedOf("multipleOf", issue.divisor) }];
    case "invalid_format":
      return [
        issue.format === "regex"
          ? { path, constraint: "invalid_pattern" }
          : { path, constraint: "invalid_format", ...expectedOf("format", issue.format) },
      ];
    default:
      return [{ path, constraint: "invalid_format" }];
  }
}

const toStep = (segment: PropertyKey | StandardSchemaV1.PathSegment): string | number => {
  const key = typeof segment === "object" ? segment.key : segment;
  return typeof key === "number" ? key : String(key);
};

function isAbsent(path: LocatedIssue["path"], value: unknown): boolean {
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], value);
  return isObject(holder) && holder[path.at(-1) as string] === undefined;
}

const typeNames: Readonly<Record<string, string>> = {
  ...{ string: "string", number: "number", int: "integer", boolean: "boolean", null: "null" },
  ...{ object: "object", record: "object", array: "array", tuple: "array" },
};

function expectedOf(keyword: string, rule: unknown): Pick<LocatedIssue, "expected"> {
  return typeof rule === "string" || typeof rule === "number" ? { expected: { [keyword]: rule } } : {};
}

function allowedOf(values: unknown): Pick<LocatedIssue, "allowed"> {
  const isJSON = (item: unknown) => item === null || ["string", "number", "boolean"].includes(typeof item);
  return Array.isArray(values) && values.every(isJSON) ? { allowed: values as JSONValue[] } : {};
}

function boundOf({ origin, minimum, maximum, inclusive }: Issue, end: "min" | "max"): Omit<LocatedIssue, "path"> {
  const limit = end === "min" ? minimum : maximum;
  const lengths: Readonly<Record<string, string>> = {
    string: "Length",
    array: "Items",
    object: "Properties",
    record: "Properties",
  };
  const what = lengths[String(origin)];
  const isNumber = ["number", "int", "bigint", "date"].includes(String(origin));
  const constraint: Constraint = isNumber ? "invalid_range" : "invalid_length";
  if (what) return { constraint, ...expectedOf(`${end}${what}`, limit) };
  const word = `${end}imum`;
  const keyword = inclusive === false ? `exclusive${word[0]?.toUpperCase()}${word.slice(1)}` : word;
  return { constraint, ...(isNumber && expectedOf(keyword, limit)) };
}

/** The branch that has the value's type and misses least; else that the type is none of theirs. */
function meantBranch(branches: readonly LocatedIssue[][], path: LocatedIssue["path"]): LocatedIssue[] {
  const isAboutIt = (issue: LocatedIssue) => issue.path.length === path.length && /type|enum/.test(issue.constraint);
  const best = branches
    .filter((branch) => branch.length > 0 && !branch.some(isAboutIt))
    .toSorted((a, b) => a.length - b.length)[0];
  if (best) return best;
  const types = branches.flat().flatMap(({ expected }) => expected?.type ?? []);
  return [{ path, constraint: "invalid_field_type", ...(types.length > 0 && { expected: { type: types } }) }];
}

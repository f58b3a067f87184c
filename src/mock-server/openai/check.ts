import { isObject } from "../../contract/index.js";
import { refuse } from "./refusal.js";

/**
 * Checks one value of a request, and refuses it in OpenAI's words and codes.
 * @param at where it stands, for example `messages[0].content`
 */
export type Check = (value: unknown, at: string) => void;

type Fields = Readonly<Record<string, unknown>>;

export function text(value: unknown, at: string): asserts value is string {
  if (typeof value !== "string") wrongType(at, "a string", value);
}

export const boolean: Check = (value, at) => {
  if (typeof value !== "boolean") wrongType(at, "a boolean", value);
};

export function object(value: unknown, at: string): asserts value is Fields {
  if (!isObject(value)) wrongType(at, "an object", value);
}

export const number =
  (least: number, most: number): Check =>
  (value, at) => {
    if (typeof value !== "number") return wrongType(at, "a decimal", value);
    within(value, at, "decimal", least, most);
  };

export const integer =
  (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Check =>
  (value, at) => {
    if (!Number.isInteger(value)) return wrongType(at, "an integer", value);
    within(value as number, at, "integer", least, most);
  };

export const oneOf =
  (...values: readonly string[]): Check =>
  (value, at) => {
    text(value, at);
    const quoted = values.map((name) => `'${name}'`);
    const list = quoted.length > 2 ? `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}` : quoted.join(" and ");
    if (!values.includes(value))
      refuse(`Invalid value: '${value}'. Supported values are: ${list}.`, at, "invalid_value");
  };

/** Where the API reference says that `null` means the default. */
export const nullable =
  (check: Check): Check =>
  (value, at) => {
    if (value !== null) check(value, at);
  };

/** https://github.com/0x4m4/hexstrike-ai/issues/29 and https://github.com/home-assistant/core/pull/118577 show its words. */
export const listOf =
  (item: Check, { least = 0, most = Number.POSITIVE_INFINITY } = {}): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return wrongType(at, "an array", value);
    const { length } = value;
    if (length === 0 && least > 0)
      refuse(
        `Invalid '${at}': empty array. Expected an array with minimum length ${least}, but got an empty array instead.`,
        at,
        "empty_array",
      );
    if (length > most)
      refuse(
        `Invalid '${at}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
        at,
        "array_above_max_length",
      );
    for (const [i, entry] of value.entries()) item(entry, `${at}[${i}]`);
  };

/** A string of one to `most` characters. */
export const textUpTo =
  (most: number): Check =>
  (value, at) => {
    text(value, at);
    const { length } = value;
    if (length === 0)
      refuse(
        `Invalid '${at}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
        at,
        "empty_string",
      );
    if (length > most)
      refuse(
        `Invalid '${at}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
        at,
        "string_above_max_length",
      );
  };

/** What a function or schema may be called; https://github.com/brekkylab/ailoy/pull/109 shows the refusal. */
export const identifier: Check = (value, at) => {
  text(value, at);
  textUpTo(64)(value, at);
  if (!/^[a-zA-Z0-9_-]+$/.test(value))
    refuse(
      `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      at,
      "invalid_value",
    );
};

/** An object with these fields and no others. */
export const shape =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, at) => {
    object(value, at);
    for (const name of required) requireField(value, name, at);
    for (const [name, entry] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!check) return refuse(`Unknown parameter: '${at}.${name}'.`, `${at}.${name}`, "unknown_parameter");
      check(entry, `${at}.${name}`);
    }
  };

/** @param at where the object stands; `""` is the request itself */
export function requireField(value: Fields, name: string, at: string): void {
  const place = at ? `${at}.${name}` : name;
  if (value[name] === undefined) refuse(`Missing required parameter: '${place}'.`, place, "missing_required_parameter");
}

/** The fields of the request itself, where an unknown one has words of its own and no code: https://github.com/nashsu/llm_wiki/issues/336 */
export function checkTopLevel(
  body: Fields,
  fields: Readonly<Record<string, Check>>,
  required: readonly string[],
): void {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) refuse(`Unrecognized request argument supplied: ${unknown}`);
  for (const name of required) requireField(body, name, "");
  for (const [name, value] of Object.entries(body)) fields[name]?.(value, name);
}

export function wrongType(at: string, expected: string, value: unknown): never {
  return refuse(
    `Invalid type for '${at}': expected ${expected}, but got ${typeName(value)} instead.`,
    at,
    "invalid_type",
  );
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function within(value: number, at: string, kind: "integer" | "decimal", least: number, most: number): void {
  const bad = (how: "below minimum" | "above maximum", bound: string) =>
    refuse(
      `Invalid '${at}': ${kind} ${how} value. Expected a value ${bound}, but got ${value} instead.`,
      at,
      `${kind}_${how === "below minimum" ? "below_min" : "above_max"}_value`,
    );
  if (value < least) bad("below minimum", `>= ${least}`);
  if (value > most) bad("above maximum", `<= ${most}`);
}

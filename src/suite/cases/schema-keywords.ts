import { type Schema, Validator } from "@cfworker/json-schema";
import type { JSONSchema } from "../../contract/index.js";
import { describe, expectThat, mismatch } from "../failure.js";

/** What a schema says, and values that tell whether another one says it too. */
interface Keyword {
  readonly schema: JSONSchema;
  /** The first stands for the property while the others are tried. */
  readonly fits: readonly [unknown, ...unknown[]];
  /** Such as every provider's form of a schema can tell. */
  readonly misfits?: readonly unknown[];
  /** What must stand somewhere in the schema, where not every provider has a keyword for it. */
  readonly told?: string;
}

const text = { type: "string" };
const whole = { type: "integer" };
const objectOf = (properties: object): JSONSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

/** By the name of the property that has it. */
const keywords: Readonly<Record<string, Keyword>> = {
  reference: { schema: { $ref: "#/$defs/place" }, fits: [{ name: "Oslo" }], misfits: [{}, { name: 1 }, "Oslo"] },
  described: {
    schema: { $ref: "#/$defs/a~1b%20~0", description: "As on the map" },
    fits: ["x"],
    misfits: [1],
    told: "As on the map",
  },
  chained: { schema: { $ref: "#/$defs/home" }, fits: [{ name: "Oslo" }], misfits: [{}] },
  merged: {
    schema: {
      allOf: [
        objectOf({ a: { type: "integer", minimum: 1 }, b: { enum: ["x", "y"] } }),
        objectOf({ a: { type: "number", maximum: 9 }, b: { enum: ["y", "z"] }, c: text }),
      ],
    },
    fits: [
      { a: 5, b: "y", c: "" },
      { a: 1, b: "y", c: "" },
    ],
    misfits: [
      { a: 5, b: "y" },
      { b: "y", c: "" },
      { a: 5, b: "x", c: "" },
      { a: 5, b: "z", c: "" },
      { a: 0, b: "y", c: "" },
      { a: 10, b: "y", c: "" },
      { a: 1.5, b: "y", c: "" },
    ],
  },
  tightened: {
    schema: {
      allOf: [
        { type: "array", items: text, minItems: 1, maxItems: 9 },
        { minItems: 2, maxItems: 3 },
      ],
    },
    fits: [
      ["a", "b"],
      ["a", "b", "c"],
    ],
    misfits: [["a"], ["a", "b", "c", "d"], [1, 2]],
  },
  constant: { schema: { const: "yes" }, fits: ["yes"], misfits: ["no", 1] },
  absent: { schema: { type: ["string", "null"] }, fits: ["x", null], misfits: [1] },
  chosen: { schema: { enum: ["a", "b", null] }, fits: ["a", "b", null], misfits: ["c"] },
  nothing: { schema: { type: "null" }, fits: [null], misfits: ["x"] },
  several: { schema: { type: ["string", "integer"], maximum: 5 }, fits: ["x", 5], misfits: [6, true, null] },
  either: { schema: { anyOf: [text, objectOf({ n: whole })] }, fits: ["x", { n: 1 }], misfits: [1, {}, { n: "x" }] },
  one: {
    schema: { oneOf: [{ $ref: "#/$defs/place" }, { type: "null" }] },
    fits: [{ name: "Oslo" }, null],
    misfits: [{}, 1],
  },
  shared: {
    schema: { ...objectOf({ id: text }), anyOf: [objectOf({ n: whole }), objectOf({ s: text })] },
    fits: [
      { id: "a", n: 1 },
      { id: "a", s: "b" },
    ],
    misfits: [{ n: 1 }, { id: "a" }, { id: 1, n: 1 }],
  },
  pair: {
    schema: { type: "array", prefixItems: [text, whole], items: false, minItems: 2, maxItems: 2 },
    fits: [["a", 1]],
    misfits: [["a", true], ["a"], []],
  },
  between: {
    schema: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
    fits: [1, 9],
    misfits: [0, 10, 0.5],
  },
  share: { schema: { type: "number", minimum: 0, maximum: 1 }, fits: [0, 0.5, 1], misfits: [-1, 2] },
  flag: { schema: { type: "boolean" }, fits: [true, false], misfits: ["true", null] },
  grid: { schema: { type: "array", items: { type: "array", items: whole } }, fits: [[[1], []], []], misfits: [[1]] },
  code: {
    schema: { type: "string", pattern: "^[A-Z]{2}$", description: "Of the country" },
    fits: ["NO"],
    told: "^[A-Z]{2}$",
  },
  untyped: { schema: { properties: { x: text }, required: ["x"] }, fits: [{ x: "a" }], misfits: [{}, { x: 1 }] },
  counts: {
    schema: { type: "object", properties: { a: whole }, additionalProperties: whole },
    fits: [{ a: 1 }, { a: 1, b: 2 }],
    misfits: [{ a: "x" }],
  },
  moment: { schema: { type: "string", format: "date-time" }, fits: ["2026-01-02T03:04:05Z"], told: "date-time" },
};

/** The same where keywords meet. They are sent apart, lest who cannot take one of them is judged on none. */
const together: Readonly<Record<string, Keyword>> = {
  beside: {
    schema: { $ref: "#/$defs/place", properties: { zip: text } },
    fits: [{ name: "Oslo" }, { name: "Oslo", zip: "0150" }],
    misfits: [{ zip: "0150" }, { name: "Oslo", zip: 150 }],
  },
  listed: {
    schema: { allOf: [{ type: "array", items: objectOf({ a: text }) }, { items: objectOf({ b: whole }) }] },
    fits: [[{ a: "x", b: 1 }], []],
    misfits: [[{ a: "x" }], [{ b: 1 }], {}],
  },
  closed: {
    schema: { allOf: [{ ...objectOf({ a: text }), additionalProperties: false }, { additionalProperties: true }] },
    fits: [{ a: "x" }],
    misfits: [{}, { a: 1 }],
  },
  narrowed: {
    schema: { allOf: [{ type: ["string", "integer", "null"] }, { type: ["number", "string"] }] },
    fits: ["x", 1],
    misfits: [1.5, null, true],
  },
  kinds: {
    schema: {
      ...objectOf({ a: whole }),
      type: ["array", "integer", "object"],
      items: text,
      minItems: 1,
      minimum: 2,
    },
    fits: [["x"], 2, { a: 1 }],
    misfits: [[], [1], 1, {}, { a: "x" }, "x", null],
  },
  mixed: { schema: { type: ["string", "integer"], enum: ["a", 1] }, fits: ["a", 1], misfits: ["b", true] },
  never: { schema: { type: "string", enum: ["a", null] }, fits: ["a"], misfits: [null, "b"] },
  none: { schema: { enum: [null] }, fits: [null], misfits: ["x", 1] },
  numbered: { schema: { enum: [7, 8] }, fits: [7, 8], misfits: ["7", 7.5], told: "[7,8]" },
  maybe: {
    schema: { anyOf: [{ enum: ["a", "b"] }, { type: "null" }], description: "If known" },
    fits: ["a", "b", null],
    misfits: ["c", 1],
    told: "If known",
  },
  any: {
    schema: { anyOf: [text, objectOf({ n: whole }), { type: "null" }] },
    fits: ["x", { n: 1 }, null],
    misfits: [1, {}, { n: "x" }],
  },
  apart: {
    schema: { type: "integer", minimum: 1, anyOf: [{ maximum: 5 }, { minimum: 10 }] },
    fits: [1, 5, 10],
    misfits: [0, 7, 1.5],
  },
  tighter: {
    schema: { type: "integer", minimum: 1, exclusiveMinimum: 4, maximum: 20, exclusiveMaximum: 10 },
    fits: [5, 9],
    misfits: [4, 10],
  },
  looser: {
    schema: { type: "integer", minimum: 5, exclusiveMinimum: 1, maximum: 9, exclusiveMaximum: 20 },
    fits: [5, 9],
    misfits: [4, 10],
  },
  above: { schema: { type: "number", exclusiveMinimum: 0 }, fits: [0.5], misfits: ["1"], told: "exclusiveMinimum" },
  steps: { schema: { type: "integer", multipleOf: 5 }, fits: [5, 10], misfits: [0.5], told: "multipleOf" },
  unique: {
    schema: { type: "array", items: text, uniqueItems: true },
    fits: [["a"]],
    misfits: [[1]],
    told: "uniqueItems",
  },
  untypedList: { schema: { items: text, minItems: 1 }, fits: [["x"]], misfits: [[], [1]] },
  untypedNumber: { schema: { minimum: 3 }, fits: [3], misfits: [2] },
};

/** Schemas of what people write in schemas, a property each, and for each an answer that fits it. */
export const keywordSchemas = [schemaOf(keywords), schemaOf(together)] as const;

export interface KeywordSchema {
  readonly schema: JSONSchema;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly keywords: Readonly<Record<string, Keyword>>;
}

function schemaOf(own: Readonly<Record<string, Keyword>>): KeywordSchema {
  return {
    schema: {
      type: "object",
      $defs: {
        place: { ...objectOf({ name: text }), title: "Place" },
        home: { $ref: "#/$defs/place" },
        "a/b ~": text,
      },
      properties: Object.fromEntries(Object.entries(own).map(([name, { schema }]) => [name, schema])),
      required: Object.keys(own),
      additionalProperties: false,
    },
    answer: Object.fromEntries(Object.entries(own).map(([name, { fits }]) => [name, fits[0]])),
    keywords: own,
  };
}

/**
 * A schema that was made of such a one means the same: what fits the one fits the other, and what does not does not,
 * as far as every provider can tell.
 * @param what the schema is called
 */
export function expectSameMeaning(schema: unknown, { keywords: own }: KeywordSchema, what: string): void {
  const sent = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: unknown;
  };
  const whole = JSON.stringify(sent);
  for (const [name, { fits, misfits = [], told }] of Object.entries(own)) {
    // With this property alone, as a schema is read anew for each value.
    const { [name]: property = {} } = sent.properties ?? {};
    const required = [sent.required].flat().includes(name) ? [name] : [];
    const validator = new Validator({ ...sent, properties: { [name]: property }, required }, "2020-12");
    const judge = (value: object, fit: boolean) => {
      const [wanted, seen] = fit ? ["a fit", "a misfit"] : ["a misfit", "a fit"];
      const { valid } = validator.validate(value);
      expectThat(valid === fit, mismatch(`${what}: ${describe(value)}`, wanted, seen));
    };
    for (const value of fits) judge({ [name]: value }, true);
    for (const value of [...misfits.map((misfit) => ({ [name]: misfit })), {}]) judge(value, false);
    if (told !== undefined && !whole.includes(told))
      expectThat(false, mismatch(what, `\`${told}\` of the property \`${name}\` told in it`, "nothing of it"));
  }
}

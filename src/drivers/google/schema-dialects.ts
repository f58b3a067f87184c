type SchemaType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** One of the two forms in which Google takes a schema. */
export interface Dialect {
  /** The keywords that it takes, by type, beside `type`, `title`, `description` and `anyOf`. */
  readonly keywords: Readonly<Record<SchemaType, ReadonlySet<string>>>;
  readonly formats: Readonly<Partial<Record<SchemaType, readonly string[]>>>;
  /** How it says that `null` is allowed too. */
  readonly nullable: "nullable" | "type";
  /** Whether a value may stand in an `enum`. */
  takesInEnum(value: unknown): boolean;
}

const none: ReadonlySet<string> = new Set();
const numeric = new Set(["format", "enum", "minimum", "maximum"]);

/**
 * `responseJsonSchema` and `parametersJsonSchema`:
 * https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support
 */
export const jsonSchemaDialect: Dialect = {
  keywords: {
    string: new Set(["format", "enum"]),
    number: numeric,
    integer: numeric,
    boolean: none,
    null: none,
    array: new Set(["items", "prefixItems", "minItems", "maxItems"]),
    object: new Set(["properties", "required", "additionalProperties", "propertyOrdering"]),
  },
  formats: { string: ["date-time", "date", "time"], number: ["float", "double"], integer: ["int32", "int64"] },
  nullable: "type",
  takesInEnum: (value) => typeof value === "string" || typeof value === "number",
};

/** `responseSchema` and `parameters`: https://ai.google.dev/api/caching#Schema */
export const openAPIDialect: Dialect = {
  keywords: {
    string: new Set(["format", "enum", "minLength", "maxLength", "pattern"]),
    number: new Set(["format", "minimum", "maximum"]),
    integer: new Set(["format", "minimum", "maximum"]),
    boolean: none,
    null: none,
    array: new Set(["items", "minItems", "maxItems"]),
    object: new Set(["properties", "required", "minProperties", "maxProperties", "propertyOrdering"]),
  },
  formats: { string: ["date-time", "enum"], number: ["float", "double"], integer: ["int32", "int64"] },
  nullable: "nullable",
  takesInEnum: (value) => typeof value === "string" && value !== "",
};

/** Keywords that constrain no value, or whose work is done once references are inlined. */
export const annotations: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$comment", "$defs", "definitions", "$vocabulary"],
  ...["default", "example", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"],
  "discriminator",
]);

/** The type that a keyword is about, for schemas that name none. */
export const typeOfKeyword: Readonly<Record<string, SchemaType>> = {
  properties: "object",
  required: "object",
  additionalProperties: "object",
  patternProperties: "object",
  propertyNames: "object",
  items: "array",
  prefixItems: "array",
  minItems: "array",
  maxItems: "array",
  uniqueItems: "array",
  minLength: "string",
  maxLength: "string",
  pattern: "string",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
};

export const schemaTypes: readonly SchemaType[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

export type { SchemaType };

import { isObject } from "../../contract/index.js";
import { annotations, type Dialect, jsonSchemaDialect, openAPIDialect, type SchemaType } from "./schema-dialects.js";
import { mergeSchemas } from "./schema-merge.js";
import { inlineReferences, type LooseSchema, type RefuseSchema } from "./schema-references.js";
import { inferredType, isNullType, onlyFor, typesOf, valuesOf } from "./schema-types.js";

/**
 * Brings a JSON Schema into Google's subset, at every depth by a list of what Google takes: the first name that it does
 * not know fails the whole request (https://github.com/pizza-bot-app/pizza-bot/issues/62).
 *
 * References are inlined, `allOf` is merged, `oneOf` is `anyOf`, `const` an `enum` of one, a list of types `nullable` or
 * `anyOf`. A constraint that Google has no word for (a `pattern`, say) is told to the model in the description: what comes
 * back may not keep it, but nothing that keeps it is ruled out.
 * @param jsonSchema whether it is for the fields that take JSON Schema
 * @param place how the schema is called in an error
 * @param refuse for a reference that leads nowhere or in a circle, and an `allOf` that cannot be merged
 * @returns a new schema; the given one stays as it is
 */
export function toGoogleSchema(
  schema: object,
  jsonSchema: boolean,
  place: string,
  refuse: RefuseSchema,
): Record<string, unknown> {
  const dialect = jsonSchema ? jsonSchemaDialect : openAPIDialect;
  return convert(inlineReferences(schema as LooseSchema, place, refuse), { dialect, refuse }, place);
}

interface Into {
  readonly dialect: Dialect;
  readonly refuse: RefuseSchema;
}

function convert(schema: LooseSchema, into: Into, place: string): Record<string, unknown> {
  const { anyOf, oneOf, ...rest } = schema;
  const branches = (anyOf ?? oneOf) as readonly LooseSchema[] | undefined;
  if (branches) {
    // Of the two together one must go into the description.
    const siblings = anyOf && oneOf ? { ...rest, oneOf } : rest;
    return convertAnyOf(siblings, branches, into, place);
  }
  const types = typesOf(schema, into.refuse, place);
  const values = valuesOf(schema);
  const { nullable, const: _, enum: __, type: ___, ...others } = schema;
  const allowsNull =
    nullable === true || (values ? values.includes(null) && isNullType(types) : types.includes("null"));
  const named = types.filter((type) => type !== "null");
  const plain = { ...others, ...(values && { enum: values.filter((value) => value !== null) }) };
  if (named.length === 0 && (types.length > 0 || values?.every((value) => value === null))) {
    return { ...described(schema, {}), type: "null" };
  }
  if (named.length > 1) {
    const each = named.map((type) => ({ ...onlyFor(type, plain), type }));
    const withNull = allowsNull ? [...each, { type: "null" }] : each;
    const { title, description } = schema;
    return convertAnyOf({ title, description }, withNull, into, place);
  }
  const converted = convertOne(plain, named[0] ?? inferredType(plain), into, place);
  return allowsNull ? withNull(converted, into.dialect) : converted;
}

/**
 * Whatever stands beside `anyOf` holds for each branch, and is merged into it, the description too: Vertex AI wants
 * `anyOf` to stand alone. https://github.com/anomalyco/opencode/issues/15795
 */
function convertAnyOf(
  siblings: LooseSchema,
  branches: readonly LooseSchema[],
  into: Into,
  place: string,
): Record<string, unknown> {
  const { title, description, ...shared } = siblings;
  const constraints = Object.fromEntries(Object.entries(shared).filter(([key]) => !annotations.has(key)));
  const isNull = (branch: LooseSchema) => branch.type === "null";
  const others = branches.filter((branch) => !isNull(branch));
  const allowsNull = others.length < branches.length;
  const about = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  const { dialect, refuse } = into;
  const converted = others.map((branch, i) => {
    const at = `${place}.anyOf[${i}]`;
    return convert({ ...about, ...mergeSchemas(branch, constraints, at, refuse) }, into, at);
  });
  const [only] = converted;
  if (converted.length === 1 && only) return allowsNull ? withNull(only, dialect) : only;
  if (converted.length === 0) return { ...about, type: "null" };
  if (dialect.nullable === "type") {
    return { anyOf: allowsNull ? [...converted, { type: "null" }] : converted };
  }
  return { anyOf: allowsNull ? converted.map((branch) => withNull(branch, dialect)) : converted };
}

/** A schema of one type, or of any. */
function convertOne(
  schema: LooseSchema,
  type: SchemaType | undefined,
  into: Into,
  place: string,
): Record<string, unknown> {
  const { dialect } = into;
  const converted: Record<string, unknown> = {};
  const untold: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(withInclusiveLimits(schema, type))) {
    if (key === "title" || key === "description" || annotations.has(key)) continue;
    const taken =
      type !== undefined && dialect.keywords[type].has(key)
        ? keyword(key, value, type, schema, into, place)
        : undefined;
    if (taken !== undefined) converted[key] = taken;
    else if (!isVoid(key, value)) untold[key] = value;
  }
  // An array must say what it is of; a tuple's places cannot be told apart in every dialect.
  if (type === "array" && !dialect.keywords.array.has("prefixItems") && converted.items === undefined) {
    const places = schema.prefixItems as LooseSchema[] | undefined;
    converted.items = places ? convert({ anyOf: places }, into, `${place}.prefixItems`) : {};
  }
  return { ...(type !== undefined && { type }), ...described(schema, untold), ...converted };
}

/** @returns undefined where it cannot be said so */
function keyword(
  key: string,
  value: unknown,
  type: SchemaType,
  schema: LooseSchema,
  into: Into,
  place: string,
): unknown {
  switch (key) {
    case "format":
      return into.dialect.formats[type]?.includes(value as string) ? value : undefined;
    case "enum":
      return (value as unknown[]).length > 0 && (value as unknown[]).every(into.dialect.takesInEnum)
        ? value
        : undefined;
    case "required": {
      // A name that is no property is refused.
      const properties = isObject(schema.properties) ? schema.properties : {};
      const names = (Array.isArray(value) ? value : []).filter((name) => Object.hasOwn(properties, name));
      return names.length > 0 && names.length === (value as unknown[]).length ? value : undefined;
    }
    case "properties":
      return Object.fromEntries(
        Object.entries(value as LooseSchema).map(([name, inner]) => [
          name,
          convert(inner as LooseSchema, into, `${place}.properties.${name}`),
        ]),
      );
    case "prefixItems":
      return (value as LooseSchema[]).map((inner, i) => convert(inner, into, `${place}.prefixItems[${i}]`));
    case "items":
    case "additionalProperties":
      if (typeof value === "boolean") return key === "items" ? undefined : value;
      return convert(value as LooseSchema, into, `${place}.${key}`);
    default:
      return value;
  }
}

/** Whether leaving it out changes nothing: models write no properties that they were not told of. */
function isVoid(key: string, value: unknown): boolean {
  if (key === "unevaluatedProperties" || key === "unevaluatedItems") return true;
  if (key === "additionalProperties" || key === "items") return typeof value === "boolean";
  return (
    (key === "required" && Array.isArray(value) && value.length === 0) || (key === "uniqueItems" && value === false)
  );
}

/** For whole numbers, `exclusiveMinimum: 0` is `minimum: 1`. */
function withInclusiveLimits(schema: LooseSchema, type: SchemaType | undefined): LooseSchema {
  if (type !== "integer") return schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  const minimum = [rest.minimum, typeof above === "number" ? Math.floor(above) + 1 : undefined].filter(isNumber);
  const maximum = [rest.maximum, typeof below === "number" ? Math.ceil(below) - 1 : undefined].filter(isNumber);
  return {
    ...rest,
    ...(minimum.length > 0 && { minimum: Math.max(...minimum) }),
    ...(maximum.length > 0 && { maximum: Math.min(...maximum) }),
  };
}

/** Title and description, with the constraints that could not be said otherwise. */
function described({ title, description }: LooseSchema, untold: object): object {
  const rest = Object.keys(untold).length > 0 ? `Must also satisfy: ${JSON.stringify(untold)}` : undefined;
  const told = [description, rest].filter((text) => typeof text === "string" && text !== "").join(" ");
  return { ...(typeof title === "string" && { title }), ...(told !== "" && { description: told }) };
}

function withNull(schema: Record<string, unknown>, dialect: Dialect): Record<string, unknown> {
  if (dialect.nullable === "nullable") {
    const { anyOf } = schema;
    return Array.isArray(anyOf)
      ? { ...schema, anyOf: anyOf.map((branch) => withNull(branch, dialect)) }
      : { ...schema, nullable: true };
  }
  if (schema.enum === undefined && typeof schema.type === "string") return { ...schema, type: [schema.type, "null"] };
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return { anyOf: [...branches, { type: "null" }] };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

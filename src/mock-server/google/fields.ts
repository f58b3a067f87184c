import { isObject } from "../../contract/index.js";

/** Where a value stands in a request, and where to say what is wrong with it. */
export interface Place {
  /** In snake case, as Google writes it in errors: `tools[0].function_declarations[1].parameters`. `""` is the request. */
  readonly at: string;
  /** The message that holds it. */
  readonly parent: string;
  /** The field's name, as it was sent. */
  readonly sent: string;
  /** How many messages it stands in. */
  readonly depth: number;
  /** @param field the place that is reported */
  report(description: string, field: string): void;
}

/**
 * Decodes one value of a request as the front of Google's APIs turns JSON into protocol buffers, and gives it with its
 * names in camel case. What does not fit is reported, in Google's words, and decoding goes on: an error lists everything.
 */
export type Field = (value: unknown, place: Place) => unknown;

type Fields = Readonly<Record<string, Field>>;

/** Messages within messages that Google decodes, as protocol buffers have it by default. */
const mostDepth = 100;

const package_ = "type.googleapis.com/google.ai.generativelanguage.v1beta.";

/** A field that may not be a list. https://github.com/zed-industries/zed/issues/53919 */
const single =
  (decode: Field): Field =>
  (value, place) => {
    if (!Array.isArray(value)) return decode(value, place);
    place.report(
      unknownName(place.sent, place.parent, "Proto field is not repeating, cannot start list."),
      place.parent,
    );
  };

/** A string, number or boolean. https://github.com/intrafind/ihub-apps/issues/885 shows what is said to an object. */
const scalar = (type: string, read: (value: unknown) => unknown): Field =>
  single((value, place) => {
    if (isObject(value)) {
      const where = place.parent ? `'${place.parent}' (${place.sent})` : `'${place.sent}'`;
      return place.report(`Invalid value at ${where}, Starting an object on a scalar field`, place.parent);
    }
    const decoded = read(value);
    return decoded === undefined ? invalid(value, place, type) : decoded;
  });

export const text = scalar("TYPE_STRING", (value) => (typeof value === "string" ? value : undefined));
export const flag = scalar("TYPE_BOOL", (value) => (typeof value === "boolean" ? value : undefined));
export const float = scalar("TYPE_FLOAT", (value) => numberIn(value));

const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

const integer = (type: string, bound: number): Field =>
  scalar(type, (value) => {
    const number = numberIn(value);
    return Number.isInteger(number) && Math.abs(number ?? 0) < bound ? number : undefined;
  });

export const int32 = integer("TYPE_INT32", 2 ** 31);
/** Beyond what a double holds exactly, no request has to go. */
export const int64 = integer("TYPE_INT64", Number.MAX_SAFE_INTEGER);

/** Base64, either alphabet. https://github.com/danny-avila/LibreChat/issues/6593 */
export const bytes: Field = single((value, place) => {
  const sent = text(value, place);
  if (typeof sent !== "string" || /^[\w+/-]*={0,2}$/.test(sent)) return sent;
  const shown = JSON.stringify(sent.slice(0, 60));
  place.report(`Invalid value at '${place.at}' (TYPE_BYTES), Base64 decoding failed for ${shown}`, place.at);
});

/** One of these names, in any case, as Google takes them. @param type its name in the API, for example `TaskType` */
export const oneOf = (type: string, ...names: readonly string[]): Field =>
  scalar(package_ + type, (value) =>
    typeof value === "string" ? names.find((name) => name === value.toUpperCase()) : undefined,
  );

/** Any JSON value: a `google.protobuf.Value`. */
export const anything: Field = (value) => value;

/** A JSON object with any content: a `google.protobuf.Struct`. */
export const struct: Field = single((value, place) =>
  isObject(value) ? value : invalid(value, place, "type.googleapis.com/google.protobuf.Struct"),
);

/** A repeated field. One value without a list around it is a list of one, as in Google's own examples. */
export const listOf =
  (item: Field): Field =>
  (value, place) =>
    Array.isArray(value)
      ? value.map((entry, i) => item(entry, { ...place, at: `${place.at}[${i}]` }))
      : [item(value, place)];

/** A map from names to values; in errors, its entries are counted. */
export const mapOf = (item: Field): Field =>
  single((value, place) => {
    if (!isObject(value)) return invalid(value, place, "type.googleapis.com/google.protobuf.Struct");
    const entries = Object.entries(value).map(([key, entry], i) => {
      const inside = { ...place, at: `${place.at}[${i}].value`, parent: `${place.at}[${i}]`, sent: "value" };
      return [key, item(entry, inside)] as const;
    });
    return Object.fromEntries(entries);
  });

/**
 * A message: an object with these fields and no others, named in camel case or in snake case; `null` is absent.
 * @param type its name in the API, for example `Content`
 * @param fields by their names in camel case; a function, so that a message may hold itself
 * @param union the name of its `oneof`, and the fields of which it may have one
 */
export const message = (
  type: string,
  fields: () => Fields,
  union?: { readonly name: string; readonly of: readonly string[] },
): Field =>
  single((value, place) => {
    if (!isObject(value)) return invalid(value, place, package_ + type);
    const depth = place.depth + 1;
    if (depth > mostDepth)
      return place.report(`Message too deep. Max recursion depth reached for key '${place.sent}'`, "");
    const known = fields();
    const decoded: Record<string, unknown> = {};
    for (const [sent, entry] of Object.entries(value)) {
      const name = sent.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!field) place.report(unknownName(sent, place.at, "Cannot find field."), place.at);
      else if (entry !== null) {
        if (union?.of.includes(name) && union.of.some((other) => other in decoded))
          place.report(
            `Invalid value at '${place.at}' (oneof), oneof field '${union.name}' is already set. Cannot set '${sent}'`,
            place.at,
          );
        decoded[name] = field(entry, { ...place, at: join(place.at, snakeCase(name)), parent: place.at, sent, depth });
      }
    }
    return decoded;
  });

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const join = (parent: string, name: string): string => (parent ? `${parent}.${name}` : name);

/** https://github.com/gera2ld/ai.nvim/issues/13, and without a place https://github.com/nashsu/llm_wiki/issues/49 */
function unknownName(sent: string, at: string, why: string): string {
  return `Invalid JSON payload received. Unknown name "${sent}"${at && ` at '${at}'`}: ${why}`;
}

/** https://github.com/agno-agi/agno/issues/2649 */
function invalid(value: unknown, place: Place, type: string): void {
  place.report(`Invalid value at '${place.at}' (${type}), ${JSON.stringify(value)?.slice(0, 100)}`, place.at);
}

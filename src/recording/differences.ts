import type { JSONValue } from "../contract/index.js";
import type { WireRequest } from "../quirks/index.js";

/** A place in which two requests are not the same. */
export interface Difference {
  /** `method`, `path`, `query`, `body`, or a JSON Pointer into the body: https://www.rfc-editor.org/rfc/rfc6901 */
  readonly place: string;
  /** Undefined where it is absent. */
  readonly recorded: JSONValue | undefined;
  readonly asked: JSONValue | undefined;
}

/** What of a request says whether it is the same as another. */
export type Asked = Pick<WireRequest, "method" | "path" | "body">;

/** In which places a request is not the recorded one. Bodies of JSON are compared by what they say, others as they are. */
export function differencesOf(recorded: Asked, asked: Asked): readonly Difference[] {
  const [recordedPath, recordedQuery] = partsOf(recorded.path);
  const [askedPath, askedQuery] = partsOf(asked.path);
  return [
    ...inJSON("method", recorded.method, asked.method),
    ...inJSON("path", recordedPath, askedPath),
    ...inJSON("query", recordedQuery, askedQuery),
    ...inBodies(recorded.body, asked.body),
  ];
}

/** The path, and the query in the order of its names. */
function partsOf(path: string): readonly [path: string, query: string] {
  const [pathname = "", query = ""] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return [pathname, parameters.toString()];
}

function inBodies(recorded: string, asked: string): readonly Difference[] {
  if (recorded === asked) return [];
  const recordedValue = parsed(recorded);
  const askedValue = parsed(asked);
  if (recordedValue === undefined || askedValue === undefined) return [{ place: "body", recorded, asked }];
  return inJSON("", recordedValue, askedValue).map(({ place, ...values }) => ({ place: place || "body", ...values }));
}

function inJSON(place: string, recorded: JSONValue | undefined, asked: JSONValue | undefined): readonly Difference[] {
  if (recorded === asked) return [];
  if (!isContainer(recorded) || !isContainer(asked) || Array.isArray(recorded) !== Array.isArray(asked))
    return [{ place, recorded, asked }];
  const names = new Set([...Object.keys(recorded), ...Object.keys(asked)]);
  return [...names].flatMap((name) => inJSON(`${place}/${token(name)}`, own(recorded, name), own(asked, name)));
}

type Container = { readonly [name: string]: JSONValue | undefined };

function isContainer(value: JSONValue | undefined): value is Container {
  return typeof value === "object" && value !== null;
}

const own = (value: Container, name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);

/** A name in a JSON Pointer. */
const token = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function parsed(body: string): JSONValue | undefined {
  try {
    return JSON.parse(body) as JSONValue;
  } catch {
    return undefined;
  }
}

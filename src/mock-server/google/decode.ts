import { isObject } from "../../contract/index.js";
import type { Field } from "./fields.js";
import { refuse } from "./refusal.js";

interface Violation {
  readonly field?: string;
  readonly description: string;
}

/**
 * A request's body as a message of the API.
 * @param body the JSON text; none at all is an empty message
 * @returns the message with its names in camel case
 * @throws Refusal that lists everything which does not fit
 */
export function decode<Body>(body: string, root: Field): Body {
  const violations: Violation[] = [];
  const decoded = root(parse(body), {
    at: "",
    parent: "",
    sent: "",
    depth: 0,
    report: (description, field) => violations.push({ ...(field && { field }), description }),
  });
  if (violations.length === 0) return decoded as Body;
  refuse(violations.map(({ description }) => description).join("\n"), [
    { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: violations },
  ]);
}

function parse(body: string): object {
  let parsed: unknown;
  try {
    parsed = body === "" ? {} : JSON.parse(body);
  } catch {
    return refuse("Invalid JSON payload received. Unexpected token.");
  }
  if (isObject(parsed)) return parsed;
  return refuse('Invalid JSON payload received. Unknown name "": Root element must be a message.');
}

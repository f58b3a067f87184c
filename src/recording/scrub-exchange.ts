import type { WireRequest } from "../quirks/index.js";
import { credentialsIn, isCredentialName } from "./credentials.js";
import { scrubReads, scrubText } from "./scrub.js";

/** The headers that a recording keeps; whatever is not known to be harmless is left out. */
const keptHeaders: ReadonlySet<string> = new Set([
  // Of a request
  ...["accept", "content-type", "user-agent", "openai-beta"],
  // Of a reply
  ...["content-language", "location", "retry-after", "retry-after-ms", "x-should-retry"],
  ...["x-request-id", "request-id", "openai-processing-ms", "openai-version"],
]);

/** The headers that a recording keeps, without secrets; names in lower case. */
export function scrubbedHeaders(headers: Headers, secrets: readonly string[]): Readonly<Record<string, string>> {
  const kept = [...headers].filter(([name]) => keptHeaders.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, scrubText(value, secrets)]));
}

/** A request without secrets, and what they were. */
export interface ScrubbedRequest extends Omit<WireRequest, "kind" | "body"> {
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
}

/** A request without secrets: those that are known, and its own. */
export function scrubbedRequest(
  { method, url, headers }: Pick<Request, "method" | "url" | "headers">,
  body: Uint8Array,
  known: readonly string[] = [],
): ScrubbedRequest {
  const { pathname, searchParams, search } = new URL(url);
  const secrets = [...new Set([...known, ...credentialsIn(headers, searchParams)])];
  // Taken apart only where something is to go: it would be written in another way.
  const query = [...searchParams.keys()].some(isCredentialName) ? withoutCredentials(searchParams) : search;
  return {
    method,
    path: scrubText(pathname + query, secrets),
    headers: scrubbedHeaders(headers, secrets),
    body: scrubReads([body], secrets)[0] ?? body,
    secrets,
  };
}

function withoutCredentials(query: URLSearchParams): string {
  const rest = new URLSearchParams([...query].filter(([name]) => !isCredentialName(name)));
  return rest.size > 0 ? `?${rest}` : "";
}

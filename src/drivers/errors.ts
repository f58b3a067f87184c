import { LLMError, redact } from "../contract/index.js";
import { type ErrorBody, type ErrorKind, readErrorBody, readRetryAfter } from "../generation/index.js";
import type { Blamed } from "./answer.js";
import type { Refusal } from "./connection.js";

/**
 * Sorts an error into the contract's table.
 * @param status the HTTP status, or the one that an in-band error names; undefined where there is none
 * @param mayWait whether the provider said when to try again
 */
export type KindOf = (status: number | undefined, body: ErrorBody, mayWait: boolean) => ErrorKind;

type Headers = Readonly<Record<string, string>>;

/** The error for a reply whose status is not 2xx. */
export function httpError({ status, headers, text }: Refusal, blamed: Blamed, kindOf: KindOf): LLMError {
  if (status < 400) return redirected(status, headers, blamed);
  return toError(status, readErrorBody(readable(text)), headers, blamed, kindOf, `answered ${status}`);
}

/** Bytes that are no text, such as those of an encoding that nobody undid, explain nothing. */
function readable(text: string): unknown {
  const body = parsed(text);
  return typeof body === "string" && /\uFFFD./s.test(body.slice(0, 1000)) ? "" : body;
}

/** The error that came inside a 2xx. */
export function inBandError(chunk: unknown, blamed: Blamed, kindOf: KindOf): LLMError {
  const body = readErrorBody(chunk);
  return toError(body.status, body, {}, blamed, kindOf, "reported an error inside a reply");
}

/** The body of an error as JSON, or as it is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The provider's id of a request, by the names that it has at different ones.
 * @param secrets what must not stand in it: a server may echo anything
 */
export function readRequestId(headers: Headers, secrets: readonly string[]): string | undefined {
  const names = ["x-request-id", "request-id", "apim-request-id", "x-amzn-requestid", "x-correlation-id", "cf-ray"];
  const id = names.map((name) => headers[name]).find((value) => value !== undefined && value !== "");
  return id === undefined ? undefined : redact(id, secrets, 200);
}

function toError(
  status: number | undefined,
  body: ErrorBody,
  headers: Headers,
  { provider, model, secrets, requestId = readRequestId(headers, secrets) }: Blamed,
  kindOf: KindOf,
  happened: string,
): LLMError {
  const retryAfterMs = readRetryAfter(headers, body);
  const kind = kindOf(status, body, retryAfterMs !== undefined);
  const { failed_generation: failed } = body.object;
  // Quoted, because it often begins with a tag and is no page.
  const generation =
    typeof failed === "string" ? ` (failed generation: ${redact(JSON.stringify(failed), secrets, 100)})` : "";
  const said = `${redact(body.message, secrets, 200) || "it gave no reason"}${generation}`;
  const message =
    kind.feature === undefined
      ? `${provider} ${happened}: ${said}`
      : `${provider} does not support ${kind.feature} (it ${happened}: ${said})`;
  return new LLMError(kind.code, message, {
    status: kind.status,
    retryAfterMs,
    provider,
    model,
    requestId,
  });
}

/** Not followed: the key would travel to wherever the reply points. */
function redirected(status: number, headers: Headers, { provider, model, secrets, requestId }: Blamed): LLMError {
  const location = headers.location;
  // A host comes in lower case.
  const known = [...secrets, ...secrets.map((secret) => secret.toLowerCase())];
  const to = location !== undefined && URL.canParse(location) ? ` to ${redact(new URL(location).origin, known)}` : "";
  const message = `${provider} answered ${status}, a redirect${to}; set baseURL to where the API is`;
  return new LLMError("LLM_BAD_RESPONSE", message, { provider, model, requestId });
}

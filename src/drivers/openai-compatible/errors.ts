import { isObject, LLMError, redact } from "../../contract/index.js";
import { type ErrorBody, isErrorObject, readErrorBody } from "./error-body.js";
import { kindOf } from "./error-kind.js";
import { readRetryAfter } from "./retry-after.js";

/** Whose error it is. */
export interface Blamed {
  readonly provider: string;
  readonly model: string;
  readonly secrets: readonly string[];
  readonly requestId?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** The error for a reply whose status is not 2xx. @param text its body, or the beginning of it */
export function httpError(status: number, headers: Headers, text: string, blamed: Blamed): LLMError {
  if (status < 400) return redirected(status, headers, blamed);
  const body = readErrorBody(parsed(text));
  return toError(status, body, headers, blamed, `answered ${status}`);
}

/** The error that came inside a 2xx. */
export function inBandError(chunk: object, blamed: Blamed): LLMError {
  const body = readErrorBody(chunk);
  return toError(body.status, body, {}, blamed, "reported an error inside a reply");
}

export const isInBandError = isErrorObject;

/**
 * Whether an error says that the prompt was blocked, which is an answer and no failure:
 * https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
 */
export function isPromptBlock(body: unknown): boolean {
  const { labels, object } = readErrorBody(body);
  const innererror = isObject(object.innererror) ? object.innererror.code : undefined;
  return labels.includes("content_filter") || innererror === "ResponsibleAIPolicyViolation";
}

/** The body of an error as JSON, or as it is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The provider's id of a request, by the names that it has at different ones. */
export function readRequestId(headers: Headers): string | undefined {
  const names = ["x-request-id", "request-id", "apim-request-id", "x-amzn-requestid", "x-correlation-id", "cf-ray"];
  const id = names.map((name) => headers[name]).find((value) => value !== undefined && value !== "");
  return id?.slice(0, 200);
}

function toError(
  status: number | undefined,
  body: ErrorBody,
  headers: Headers,
  { provider, model, secrets, requestId = readRequestId(headers) }: Blamed,
  happened: string,
): LLMError {
  const retryAfterMs = readRetryAfter(headers, body.object, body.message);
  const kind = kindOf(status, body, retryAfterMs !== undefined);
  const { failed_generation: failed } = body.object;
  const generation = typeof failed === "string" ? ` (failed generation: ${redact(failed, secrets, 100)})` : "";
  const said = `${redact(body.message, secrets, 200) || "it gave no reason"}${generation}`;
  const message =
    kind.feature === undefined
      ? `${provider} ${happened}: ${said}`
      : `${provider} does not support ${kind.feature} (it ${happened}: ${said})`;
  return new LLMError(kind.code, message, {
    ...(kind.status !== undefined && { status: kind.status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    provider,
    model,
    ...(requestId !== undefined && { requestId: redact(requestId, secrets) }),
  });
}

/** Not followed: the key would travel to wherever the reply points. */
function redirected(status: number, headers: Headers, { provider, model, requestId }: Blamed): LLMError {
  const location = headers.location;
  const to = location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
  const message = `${provider} answered ${status}, a redirect${to}; set baseURL to where the API is`;
  return new LLMError("LLM_BAD_RESPONSE", message, { provider, model, requestId });
}

import type { LLMError } from "../../contract/index.js";
import { type ScriptedFailure, wireFault } from "../play-turn.js";
import type { ErrorBody } from "./refusal.js";

/** How OpenAI says it: https://platform.openai.com/docs/guides/error-codes/api-errors. `status` is what the code means there. */
interface Wording {
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  /** Where the error's own status is not one of these, the first. */
  readonly statuses: readonly number[] | "4xx" | "5xx";
}

const invalid = "invalid_request_error";
const unscriptable: Wording = { type: invalid, code: "unscriptable_error", statuses: [400] };

/** By code without prefix. What no provider can send is a refusal that says so, as loud as a script that has run out. */
const wordings: Readonly<Record<string, Wording>> = {
  UNAUTHORIZED: { type: invalid, code: "invalid_api_key", statuses: [401, 403] },
  MODEL_NOT_FOUND: { type: invalid, code: "model_not_found", statuses: [404] },
  RATE_LIMITED: { type: "requests", code: "rate_limit_exceeded", statuses: [429] },
  QUOTA_EXCEEDED: { type: "insufficient_quota", code: "insufficient_quota", statuses: [429, 402] },
  CONTEXT_TOO_LONG: { type: invalid, code: "context_length_exceeded", param: "messages", statuses: [400, 413] },
  REQUEST_REJECTED: { type: invalid, statuses: "4xx" },
  INVALID_REQUEST: { type: invalid, statuses: "4xx" },
  INVALID_SCHEMA: { type: invalid, param: "response_format", statuses: "4xx" },
  INVALID_TOOL: { type: invalid, code: "invalid_function_parameters", param: "tools", statuses: "4xx" },
  UNSUPPORTED: { type: invalid, code: "unsupported_parameter", statuses: "4xx" },
  ATTACHMENT_TOO_LARGE: { type: invalid, statuses: [413] },
  PROVIDER_ERROR: { type: "server_error", statuses: "5xx" },
  // A client's own clock says LLM_TIMEOUT; `stall` makes it. What a provider says of one is a gateway's 504.
  TIMEOUT: { type: "server_error", statuses: [504] },
  MEMORY_EXHAUSTED: { type: invalid, code: "memory_exhausted", statuses: [400] },
};

/**
 * @param error from a script; either prefix
 * @param retryDelayMs milliseconds after which to try again, where the error does not say
 */
export function scriptedFailure(error: LLMError, retryDelayMs = 10): ScriptedFailure {
  const fault = wireFault(error);
  if (fault) return fault;
  const wording = wordings[error.code.replace(/^(LLM|EMBED)_/, "")] ?? unscriptable;
  const message =
    wording === unscriptable
      ? `The script has the error ${error.code}, which no provider can send; script it where it happens, in the client.`
      : error.message;
  const { type, code = null, param = null } = wording;
  const status = statusOf(error, wording);
  const body: ErrorBody = { message, type, param, code };
  return {
    status,
    body: { error: body },
    headers: failureHeaders(error, retryDelayMs),
    // Where OpenAI has no word for it, `code` is the status, as hosts send it: https://github.com/BerriAI/litellm/issues/40578
    inBand: { error: { ...body, code: code ?? status } },
  };
}

/** The headers of an error: its request's id, and how soon to try again where that makes sense. */
function failureHeaders(error: LLMError, retryDelayMs: number): Record<string, string> {
  return {
    ...(error.requestId !== undefined && { "x-request-id": error.requestId }),
    ...(error.retryable && { "retry-after-ms": String(error.retryAfterMs ?? retryDelayMs) }),
  };
}

function statusOf({ status }: LLMError, { statuses }: Wording): number {
  if (statuses === "4xx") return status >= 400 && status < 500 ? status : 400;
  if (statuses === "5xx") return status >= 500 && status < 600 ? status : 500;
  return statuses.includes(status) ? status : (statuses[0] ?? 400);
}

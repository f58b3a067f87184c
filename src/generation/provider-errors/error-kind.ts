import type { LLMErrorCode } from "../../contract/index.js";
import type { ErrorBody } from "./error-body.js";
import { refusedFeature } from "./refused-feature.js";

/** What an error is, by the contract. */
export interface ErrorKind {
  readonly code: LLMErrorCode;
  readonly status?: number | undefined;
  /** What is not supported, with `LLM_UNSUPPORTED`. */
  readonly feature?: string | undefined;
}

/** One for all, though every server has its own words: https://github.com/anomalyco/opencode/pull/17763 */
const contextTooLong =
  /context_length_exceeded|exceed_context_size|context[ _-](?:length|window|size)|maximum context|max(?:imum)?[ _](?:model|prompt|input|sequence)[ _]len|prompt is too long|input is too long|too many (?:input |prompt )?tokens|(?:input|prompt) (?:length|tokens?).{0,60}exceed|exceeds? the (?:model'?s )?(?:maximum|max|token) (?:number of tokens|tokens|limit)|reduce the length of the (?:messages|prompt|input)/;

const quota =
  /insufficient[_ ](?:quota|balance|credits?|funds)|billing_(?:hard_limit_reached|not_active)|quota_exceeded|exceeded your current quota|out of credits|credit balance|spend(?:ing)? limit|payment required/;

const perDay = /per[-_ ]?day|daily|\b[rt]pd\b/;

const refusedKey =
  /invalid[_ ]api[_ ]key|incorrect api key|api key not valid|api_key_invalid|invalid_authentication|authentication_error|unauthorized/;

const unknownModel =
  /model_not_found|model_not_available|no such model|unknown model|invalid model (?:id|name)|not a valid model|model\b.{0,80}(?:does not exist|doesn't exist|not found|is not available)/;

/**
 * Sorts an error into the contract's table.
 * @param status the HTTP status, or the one that an in-band error names; undefined where there is none
 * @param mayWait whether the provider said when to try again
 */
export function kindOf(status: number | undefined, body: ErrorBody, mayWait: boolean): ErrorKind {
  const { searchable, labels } = body;
  const isKey = status === 401 || status === 403;
  // A budget that is spent is told in tokens at times: "fewer max_tokens", "prompt tokens limit exceeded".
  if (status === 402) return { code: "LLM_QUOTA_EXCEEDED", status };
  if (!isKey && status !== 429 && contextTooLong.test(searchable)) {
    return { code: "LLM_CONTEXT_TOO_LONG", status: status === 413 ? 413 : 400 };
  }
  if (isQuota(status, searchable, labels, mayWait)) return { code: "LLM_QUOTA_EXCEEDED", status: 429 };
  // A call that the model did not form well: https://github.com/groq/groq-typescript/issues/28
  if (labels.some((label) => label === "tool_use_failed" || label === "json_validate_failed")) {
    return { code: "LLM_BAD_RESPONSE" };
  }
  if (isRefusal(status)) {
    if (status !== 401 && labels.includes("model_not_found")) return { code: "LLM_MODEL_NOT_FOUND" };
    const feature = refusedFeature(status, body);
    if (feature !== undefined) return { code: "LLM_UNSUPPORTED", feature };
    if (status !== 401 && unknownModel.test(searchable)) return { code: "LLM_MODEL_NOT_FOUND" };
    if (!isKey && refusedKey.test(searchable)) return { code: "LLM_UNAUTHORIZED", status: 401 };
  }
  if (isKey) return { code: "LLM_UNAUTHORIZED", status };
  if (status === 404) return { code: "LLM_MODEL_NOT_FOUND" };
  if (status === 429 || (status === undefined && /rate[_ ]limit|too many requests/.test(searchable))) {
    return { code: "LLM_RATE_LIMITED", status: 429 };
  }
  if (status === undefined) return { code: "LLM_PROVIDER_ERROR", status: 502 };
  return { code: status >= 500 ? "LLM_PROVIDER_ERROR" : "LLM_REQUEST_REJECTED", status };
}

/** The 4xx that pass by themselves say nothing against the request. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);

function isRefusal(status: number | undefined): boolean {
  return status === undefined || (status >= 400 && status < 500 && !passing.has(status));
}

function isQuota(status: number | undefined, searchable: string, labels: readonly string[], mayWait: boolean): boolean {
  if (status !== undefined && status !== 429 && status !== 403 && status !== 400) return false;
  if (labels.includes("insufficient_quota")) return true;
  if (status !== 400 && status !== 403 && /limit|quota|exhausted/.test(searchable) && perDay.test(searchable))
    return true;
  // The same words stand on a limit by the minute, which passes.
  return quota.test(searchable) && !mayWait;
}

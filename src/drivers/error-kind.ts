import type { LLMErrorCode } from "../contract/index.js";
import type { ErrorBody } from "./error-body.js";

/** What an error is, by the contract. */
export interface ErrorKind {
  readonly code: LLMErrorCode;
  readonly status?: number;
  /** What is not supported, with `LLM_UNSUPPORTED`. */
  readonly feature?: string;
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

const notSupported =
  /(?:not|n't) (?:currently )?(?:support|available|permitted|allowed)|unsupported|unavailable|unknown[_ ]parameter|unrecognized request argument|extra inputs are not permitted|must be 'json_schema'|matryoshka|no endpoints found that support/;

/** What a request may ask for, by the words in which servers refuse it; the first that fits. */
const features: readonly (readonly [RegExp, string])[] = [
  [/tool_choice|tool choice/, "toolChoice"],
  [/\btools?\b|function.?call/, "tools"],
  [/response_format|json_schema|json_object|structured output/, "structuredOutput"],
  [/dimension|matryoshka/, "dimensions"],
  [/reasoning|thinking/, "reasoning"],
  [/image|vision|multimodal|\bfile\b/, "vision"],
  [/stream/, "streaming"],
  [/max_(?:completion_)?tokens/, "maxTokens"],
  [/temperature/, "temperature"],
  [/top_p/, "topP"],
  [/seed/, "seed"],
  [/\bstop\b/, "stopSequences"],
  [/system|developer/, "system"],
];

/**
 * Sorts an error into the contract's table.
 * @param status the HTTP status, or the one that an in-band error names; undefined where there is none
 * @param mayWait whether the provider said when to try again
 */
export function kindOf(status: number | undefined, body: ErrorBody, mayWait: boolean): ErrorKind {
  const { searchable, labels, param } = body;
  const isKey = status === 401 || status === 403;
  if (!isKey && status !== 429 && contextTooLong.test(searchable)) {
    return { code: "LLM_CONTEXT_TOO_LONG", status: status === 413 ? 413 : 400 };
  }
  if (status === 402 || isQuota(status, searchable, labels, mayWait)) {
    return { code: "LLM_QUOTA_EXCEEDED", status: status === 402 ? 402 : 429 };
  }
  // A call that the model did not form well: https://github.com/groq/groq-typescript/issues/28
  if (labels.some((label) => label === "tool_use_failed" || label === "json_validate_failed")) {
    return { code: "LLM_BAD_RESPONSE" };
  }
  const isRefusal = status === undefined || (status >= 400 && status < 500) || status === 501;
  if (isRefusal && status !== 401 && status !== 429) {
    if (labels.includes("model_not_found")) return { code: "LLM_MODEL_NOT_FOUND" };
    const feature = refusedFeature(searchable, param);
    if (feature !== undefined) return { code: "LLM_UNSUPPORTED", feature };
    if (unknownModel.test(searchable)) return { code: "LLM_MODEL_NOT_FOUND" };
  }
  if (isKey) return { code: "LLM_UNAUTHORIZED", status };
  if (isRefusal && status !== 429 && refusedKey.test(searchable)) return { code: "LLM_UNAUTHORIZED", status: 401 };
  if (status === 404) return { code: "LLM_MODEL_NOT_FOUND" };
  if (status === 429 || (status === undefined && /rate[_ ]limit|too many requests/.test(searchable))) {
    return { code: "LLM_RATE_LIMITED", status: 429 };
  }
  if (status === undefined) return { code: "LLM_PROVIDER_ERROR", status: 502 };
  return { code: status >= 500 ? "LLM_PROVIDER_ERROR" : "LLM_REQUEST_REJECTED", status };
}

function isQuota(status: number | undefined, searchable: string, labels: readonly string[], mayWait: boolean): boolean {
  if (status !== undefined && status !== 429 && status !== 403 && status !== 400) return false;
  if (labels.includes("insufficient_quota")) return true;
  if (status !== 400 && status !== 403 && /limit|quota|exhausted/.test(searchable) && perDay.test(searchable))
    return true;
  // The same words stand on a limit by the minute, which passes.
  return quota.test(searchable) && !mayWait;
}

function refusedFeature(searchable: string, param: string | undefined): string | undefined {
  // A bad schema is the caller's to mend, not a feature that is missing.
  if (!notSupported.test(searchable) || /invalid schema|must contain the word/.test(searchable)) return undefined;
  const named = param?.toLowerCase();
  const byParam = named === undefined ? undefined : features.find(([words]) => words.test(named));
  return (byParam ?? features.find(([words]) => words.test(searchable)))?.[1];
}

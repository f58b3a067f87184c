import type { LLMError } from "../../contract/index.js";
import { type ScriptedFailure, wireFault } from "../play-turn.js";
import type { ErrorDetail, ErrorStatus } from "./refusal.js";

/** What a code means at Google. Where the error's own status is not one of these, the first. */
interface Wording {
  readonly statuses: readonly number[] | "4xx" | "5xx";
  readonly details?: (error: LLMError) => readonly ErrorDetail[];
  readonly message?: (error: LLMError) => string;
}

const badRequest: Wording = { statuses: "4xx" };

/** By code without prefix. What no provider can send is a refusal that says so, as loud as a script that has run out. */
const wordings: Readonly<Record<string, Wording>> = {
  // Google says 400 to a wrong key, and tells it by its reason: https://github.com/cequence-io/openai-scala-client/issues/109
  UNAUTHORIZED: {
    statuses: [400, 403],
    details: ({ status, message }) => (status === 403 ? [] : badKeyDetails(message)),
  },
  MODEL_NOT_FOUND: { statuses: [404] },
  RATE_LIMITED: { statuses: [429], details: () => [quotaFailure("GenerateRequestsPerMinutePerProjectPerModel")] },
  QUOTA_EXCEEDED: { statuses: [429], details: () => [quotaFailure("GenerateRequestsPerDayPerProjectPerModel")] },
  CONTEXT_TOO_LONG: { statuses: [400], message: tooLong },
  REQUEST_REJECTED: badRequest,
  INVALID_REQUEST: badRequest,
  INVALID_SCHEMA: badRequest,
  INVALID_TOOL: badRequest,
  UNSUPPORTED: badRequest,
  ATTACHMENT_TOO_LARGE: { statuses: [413] },
  PROVIDER_ERROR: { statuses: "5xx" },
  // A client's own clock says LLM_TIMEOUT; `stall` makes it. What Google says of one is a 504.
  TIMEOUT: { statuses: [504] },
  MEMORY_EXHAUSTED: { statuses: [400] },
};

/**
 * @param error from a script; either prefix
 * @param inArray whether the reply is the JSON array of a stream without `alt=sse`
 * @param retryDelayMs milliseconds after which to try again, where the error does not say
 */
export function scriptedFailure(error: LLMError, inArray: boolean, retryDelayMs = 10): ScriptedFailure {
  const fault = wireFault(error);
  if (fault) return fault;
  const wording = wordings[error.code.replace(/^(LLM|EMBED)_/, "")];
  const code = wording ? statusOf(error, wording) : 400;
  const details = [...(wording?.details?.(error) ?? []), ...retryInfo(error, retryDelayMs), ...requestInfo(error)];
  const told: ErrorStatus = {
    code,
    message: wording ? (wording.message?.(error) ?? error.message) : unscriptable(error),
    status: wording ? statusName(code) : "FAILED_PRECONDITION",
    ...(details.length > 0 && { details }),
  };
  return { status: code, body: inArray ? [{ error: told }] : { error: told }, inBand: { error: told } };
}

function unscriptable({ code }: LLMError): string {
  return `The script has the error ${code}, which no provider can send; script it where it happens, in the client.`;
}

/** Google has no code for it: its words tell, and the script's come after them. https://github.com/google-gemini/gemini-cli/issues/4231 */
function tooLong({ message }: LLMError): string {
  return `The input token count (1048577) exceeds the maximum number of tokens allowed (1048576). ${message}`;
}

const service = "generativelanguage.googleapis.com";

export function badKeyDetails(message: string): readonly ErrorDetail[] {
  return [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service },
    },
    { "@type": "type.googleapis.com/google.rpc.LocalizedMessage", locale: "en-US", message },
  ];
}

/** https://github.com/voideditor/void/issues/557: only the quota's name tells whether it is worth waiting for. */
function quotaFailure(quotaId: string): ErrorDetail {
  return {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    violations: [{ quotaMetric: `${service}/generate_content_requests`, quotaId, quotaValue: "20" }],
  };
}

/** A duration as protocol buffers write it: https://github.com/dcdpr/jp/pull/1061 */
function retryInfo({ retryable, retryAfterMs }: LLMError, retryDelayMs: number): readonly ErrorDetail[] {
  if (!retryable) return [];
  const retryDelay = `${((retryAfterMs ?? retryDelayMs) / 1000).toFixed(3).replace(/\.?0+$/, "")}s`;
  return [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }];
}

function requestInfo({ requestId }: LLMError): readonly ErrorDetail[] {
  return requestId === undefined ? [] : [{ "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId }];
}

function statusOf({ status }: LLMError, { statuses }: Wording): number {
  if (statuses === "4xx") return status >= 400 && status < 500 ? status : 400;
  if (statuses === "5xx") return status >= 500 && status < 600 ? status : 500;
  return statuses.includes(status) ? status : (statuses[0] ?? 400);
}

/** https://cloud.google.com/apis/design/errors#handling_errors */
const statusNames: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

function statusName(code: number): string {
  return statusNames[code] ?? (code < 500 ? "INVALID_ARGUMENT" : "INTERNAL");
}

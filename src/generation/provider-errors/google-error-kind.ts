import { isObject } from "../../contract/index.js";
import type { ErrorBody } from "./error-body.js";
import { type ErrorKind, kindOf } from "./error-kind.js";

/**
 * The HTTP status that stands for a word of `google.rpc.Code`, for errors that name no number:
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
 */
const statuses: Readonly<Record<string, number>> = {
  invalid_argument: 400,
  failed_precondition: 400,
  out_of_range: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  aborted: 409,
  resource_exhausted: 429,
  cancelled: 499,
  internal: 500,
  unknown: 500,
  data_loss: 500,
  unimplemented: 501,
  unavailable: 503,
  deadline_exceeded: 504,
};

/**
 * Sorts an error of Google's into the contract's table: by what its `details` say (`google.rpc.ErrorInfo`,
 * `QuotaFailure`), else by its status and words.
 */
export function googleKindOf(given: number | undefined, body: ErrorBody, mayWait: boolean): ErrorKind {
  const status = given ?? body.labels.map((label) => statuses[label]).find((value) => value !== undefined);
  const { reasons, quotas } = readDetails(body.object.details);
  // Google says 400 to a bad key.
  if (
    reasons.some((reason) => reason.startsWith("API_KEY_")) ||
    /api key (?:expired|not valid|not found)/.test(body.searchable)
  ) {
    return { code: "LLM_UNAUTHORIZED", status: status === 403 ? 403 : 401 };
  }
  if (status === 429) {
    // A daily quota does not come back with waiting: https://github.com/dcdpr/jp/pull/1061
    if (quotas.some((quota) => /per_?day/i.test(quota))) return { code: "LLM_QUOTA_EXCEEDED", status: 429 };
    if (quotas.length > 0) return { code: "LLM_RATE_LIMITED", status: 429 };
  }
  return kindOf(status, body, mayWait);
}

function readDetails(details: unknown): { reasons: string[]; quotas: string[] } {
  const entries = Array.isArray(details) ? details.filter(isObject) : [];
  const violations = entries.flatMap(({ violations }) =>
    Array.isArray(violations) ? violations.filter(isObject) : [],
  );
  const text = (value: unknown) => (typeof value === "string" ? [value] : []);
  return {
    reasons: entries.flatMap(({ reason }) => text(reason)),
    quotas: violations.flatMap(({ quotaId, quotaMetric }) => text(quotaId ?? quotaMetric)),
  };
}

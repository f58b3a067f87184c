import { isObject, type LLMError, redact } from "../../contract/index.js";
import { isErrorObject, googleKindOf as kindOf, readErrorBody } from "../../generation/index.js";
import type { Blamed } from "../answer.js";
import type { Refusal } from "../connection.js";
import { httpError as neutralHTTPError, inBandError as neutralInBandError, parsed, readRequestId } from "../errors.js";

/** The error for a reply whose status is not 2xx. */
export function httpError(refusal: Refusal, blamed: Blamed): LLMError {
  const { headers, text } = refusal;
  const requestId = readRequestId(headers, blamed.secrets) ?? requestIdIn(parsed(text), blamed.secrets);
  return neutralHTTPError(refusal, { ...blamed, requestId }, kindOf);
}

/** The error that came inside a 2xx. https://github.com/googleapis/js-genai/issues/461 */
export function inBandError(chunk: unknown, blamed: Blamed): LLMError {
  return neutralInBandError(chunk, blamed, kindOf);
}

/** Whether something that came with a 2xx is an error. @param event the name of the server-sent event */
export function isInBandError(chunk: Readonly<Record<string, unknown>>, event?: string): boolean {
  const { candidates, promptFeedback, embedding, embeddings, totalTokens } = chunk;
  const isAnswer = Array.isArray(candidates) && candidates.length > 0;
  const isOther = [promptFeedback, embedding, embeddings, totalTokens].some((field) => field !== undefined);
  return isErrorObject(chunk, event, isAnswer || isOther);
}

/**
 * The id of the failed request, which stands in the body, in the detail `google.rpc.RequestInfo`:
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto
 */
function requestIdIn(body: unknown, secrets: readonly string[]): string | undefined {
  const { details } = readErrorBody(body).object;
  const ids = Array.isArray(details) ? details.filter(isObject).map(({ requestId }) => requestId) : [];
  const id = ids.find((value) => typeof value === "string" && value !== "");
  return typeof id === "string" ? redact(id, secrets, 200) : undefined;
}

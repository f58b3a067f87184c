import { isObject, type LLMError } from "../../contract/index.js";
import { isErrorObject, kindOf, readErrorBody } from "../../generation/index.js";
import type { Blamed } from "../answer.js";
import type { Refusal } from "../connection.js";
import { httpError as neutralHTTPError, inBandError as neutralInBandError } from "../errors.js";

/** The error for a reply whose status is not 2xx. */
export function httpError(refusal: Refusal, blamed: Blamed): LLMError {
  return neutralHTTPError(refusal, blamed, kindOf);
}

/** The error that came inside a 2xx. */
export function inBandError(chunk: object, blamed: Blamed): LLMError {
  return neutralInBandError(chunk, blamed, kindOf);
}

/** Whether something that came with a 2xx is an error. @param event the name of the server-sent event */
export function isInBandError(chunk: Readonly<Record<string, unknown>>, event?: string): boolean {
  return isErrorObject(chunk, event, isFilled(chunk.choices) || isFilled(chunk.data));
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/**
 * Whether an error says that the prompt was blocked, which is an answer and no failure:
 * https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
 */
export function isPromptBlock(body: unknown): boolean {
  const { labels, object } = readErrorBody(body);
  const innererror = isObject(object.innererror) ? object.innererror.code : undefined;
  return labels.includes("content_filter") || innererror === "ResponsibleAIPolicyViolation";
}

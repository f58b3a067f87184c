import { isObject, type LLMError } from "../../contract/index.js";
import type { Blamed } from "../answer.js";
import { isErrorObject, readErrorBody } from "../error-body.js";
import { kindOf } from "../error-kind.js";
import * as neutral from "../errors.js";

/** The error for a reply whose status is not 2xx. @param text its body, or the beginning of it */
export function httpError(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  blamed: Blamed,
): LLMError {
  return neutral.httpError(status, headers, text, blamed, kindOf);
}

/** The error that came inside a 2xx. */
export function inBandError(chunk: object, blamed: Blamed): LLMError {
  return neutral.inBandError(chunk, blamed, kindOf);
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

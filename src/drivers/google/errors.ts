import { isObject, type LLMError } from "../../contract/index.js";
import type { Blamed } from "../answer.js";
import { isErrorObject } from "../error-body.js";
import * as neutral from "../errors.js";
import { kindOf } from "./error-kind.js";

/** The error for a reply whose status is not 2xx. @param text its body, or the beginning of it */
export function httpError(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  blamed: Blamed,
): LLMError {
  return neutral.httpError(status, headers, text, blamed, kindOf);
}

/** The error that came inside a 2xx. https://github.com/googleapis/js-genai/issues/461 */
export function inBandError(chunk: unknown, blamed: Blamed): LLMError {
  return neutral.inBandError(chunk, blamed, kindOf);
}

/** Whether something that came with a 2xx is an error. @param event the name of the server-sent event */
export function isInBandError(chunk: Readonly<Record<string, unknown>>, event: string | undefined): boolean {
  const isAnswer = Array.isArray(chunk.candidates) || isObject(chunk.promptFeedback) || isObject(chunk.usageMetadata);
  return chunk.error ? true : !isAnswer && isErrorObject(chunk, event);
}

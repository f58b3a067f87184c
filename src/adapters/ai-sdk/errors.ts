import { isLLMError, isObject, type LLMErrorCode } from "../../contract/index.js";
import { connectionFailure } from "../broken-connection.js";
import { type Blamed, failureToError, told } from "../provider-failure.js";

/** Errors of `@ai-sdk/provider` that are no replies of a provider, by the names that they carry. */
const codes: Readonly<Record<string, LLMErrorCode>> = {
  AI_UnsupportedFunctionalityError: "LLM_UNSUPPORTED",
  AI_InvalidPromptError: "LLM_INVALID_REQUEST",
  AI_InvalidArgumentError: "LLM_INVALID_REQUEST",
  AI_TooManyEmbeddingValuesForCallError: "LLM_INVALID_REQUEST",
  AI_LoadAPIKeyError: "LLM_INVALID_CONFIG",
  AI_LoadSettingError: "LLM_INVALID_CONFIG",
  AI_NoSuchModelError: "LLM_MODEL_NOT_FOUND",
  AI_NoContentGeneratedError: "LLM_PROVIDER_ERROR",
  AI_EmptyResponseBodyError: "LLM_PROVIDER_ERROR",
  AI_InvalidResponseDataError: "LLM_BAD_RESPONSE",
  AI_JSONParseError: "LLM_BAD_RESPONSE",
  AI_TypeValidationError: "LLM_BAD_RESPONSE",
};

/**
 * What a model threw, or put into an `error` part, in the contract's words. Errors are known by their shape: `name`,
 * `statusCode`, `responseHeaders`, `responseBody`.
 */
export function toLLMError(thrown: unknown, blamed: Blamed): unknown {
  if (isLLMError(thrown) || !isObject(thrown)) {
    return typeof thrown === "string" ? failureToError({ message: thrown }, blamed) : thrown;
  }
  const { name, message, statusCode, cause } = thrown;
  // One of ours that came through the AI SDK.
  if (isLLMError(cause)) return cause;
  const isAnError = typeof name === "string" && typeof message === "string";
  // An `error` part may hold what the provider sent, as it came.
  if (!isAnError) return failureToError({ body: thrown }, blamed);
  const tell = (code: LLMErrorCode) => told(code, thrown, blamed);
  // Said by providers that notice; the reply ended, and was not malformed.
  if (name === "AI_InvalidResponseDataError" && /stream ended/i.test(message)) return tell("LLM_STREAM_INTERRUPTED");
  if (codes[name]) return tell(codes[name]);
  const hasReply = typeof statusCode === "number";
  const broken = connectionFailure(thrown, hasReply);
  if (broken) return tell(broken);
  if (name !== "AI_APICallError") return thrown;
  if (!hasReply) return tell(thrown.isRetryable === true ? "LLM_NETWORK_ERROR" : "LLM_BAD_RESPONSE");
  if (statusCode >= 200 && statusCode < 400) return tell("LLM_BAD_RESPONSE");
  const { responseHeaders: headers, responseBody, data } = thrown;
  return failureToError({ status: statusCode, headers, body: data ?? responseBody, message }, blamed);
}

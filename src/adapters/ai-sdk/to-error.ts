import { isLLMError, type LLMError } from "../../contract/index.js";

/**
 * An error as the AI SDK's providers throw it. The SDK knows its errors by symbols and fields, whatever copy of it made
 * them: https://github.com/vercel/ai/blob/main/packages/provider/src/errors/ai-sdk-error.ts
 */
export function toAISDKError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!isLLMError(error)) return error;
  if (error.code === "LLM_CANCELLED" && signal?.aborted) return signal.reason;
  if (error.code === "LLM_UNSUPPORTED")
    return marked("AI_UnsupportedFunctionalityError", error, { functionality: functionalityIn(error) });
  const { status, retryable, retryAfterMs } = error;
  return marked("AI_APICallError", error, {
    url: `${error.provider}:`,
    requestBodyValues: {},
    statusCode: status,
    isRetryable: retryable,
    ...(retryAfterMs !== undefined && { responseHeaders: { "retry-after-ms": String(retryAfterMs) } }),
    data: error.toJSON(),
  });
}

function marked(name: string, cause: LLMError, fields: object): Error {
  const error = new Error(cause.message, { cause });
  return Object.assign(error, {
    name,
    [Symbol.for("vercel.ai.error")]: true,
    [Symbol.for(`vercel.ai.error.${name}`)]: true,
    ...fields,
  });
}

/** `temperature` of `memory does not support temperature`. */
function functionalityIn({ message }: LLMError): string {
  return message.split(" does not support ")[1] ?? message;
}

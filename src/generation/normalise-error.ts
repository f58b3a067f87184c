import { isLLMError, LLMError, type LLMErrorCode, redact } from "../contract/index.js";

/** Whom an error is attributed to. */
export interface Blame {
  readonly provider: string;
  readonly model: string;
  readonly prefix: "LLM" | "EMBED";
}

/**
 * Whatever a driver threw, as the one error that may escape. An `LLMError` stays the same object, completed with provider
 * and model where it names none; an embedder's gets the prefix of its kind.
 */
export function normaliseError(thrown: unknown, blame: Blame): LLMError {
  if (isLLMError(thrown)) return attributed(thrown, blame);
  const error = thrown instanceof Error || isErrorLike(thrown) ? thrown : undefined;
  const name = error?.name ?? typeof thrown;
  const message = redact(error?.message ?? String(thrown));
  const [suffix, happened] = classify(name, error?.message ?? "");
  const details = { provider: blame.provider, model: blame.model, ...(error && { cause: error }) };
  return new LLMError(
    `${blame.prefix}_${suffix}` as LLMErrorCode,
    `${blame.provider}: ${happened} (${name}: ${message})`,
    details,
  );
}

/** A failure in the middle of a stream is never worth an automatic retry: part of the answer is out. */
export function notRetryable(error: LLMError): LLMError {
  if (!error.retryable) return error;
  const { code, message, status, provider, model, requestId, cause } = error;
  const details = { status, provider, retryable: false, ...(model && { model }), ...(requestId && { requestId }) };
  return new LLMError(code, message, cause === undefined ? details : { ...details, cause });
}

function attributed(error: LLMError, { provider, model, prefix }: Blame): LLMError {
  const code = error.code.replace(/^(LLM|EMBED)_/, `${prefix}_`) as LLMErrorCode;
  const own = error as { -readonly [K in keyof LLMError]: LLMError[K] };
  if (error.provider === "llm") own.provider = provider;
  if (error.model === undefined) own.model = model;
  if (code !== error.code) own.code = code;
  return error;
}

/** What `fetch` and `JSON.parse` throw tells what happened; so a small driver need not wrap them. */
function classify(name: string, message: string): [suffix: string, happened: string] {
  if (name === "TimeoutError") return ["TIMEOUT", "the provider did not answer in time"];
  if (name === "TypeError" && message === "fetch failed") return ["NETWORK_ERROR", "the provider could not be reached"];
  if (name === "TypeError" && message === "terminated") return ["STREAM_INTERRUPTED", "the connection was cut"];
  if (name === "SyntaxError") return ["BAD_RESPONSE", "the reply could not be parsed"];
  return ["BAD_RESPONSE", "the driver failed"];
}

function isErrorLike(value: unknown): value is Error {
  return typeof value === "object" && value !== null && "name" in value && "message" in value;
}

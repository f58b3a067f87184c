import { isLLMError, isObject, LLMError, type LLMErrorCode, redact } from "../contract/index.js";

/** Whom an error is attributed to. */
export interface Blame {
  readonly provider: string;
  readonly model: string;
  readonly prefix: "LLM" | "EMBED";
}

/**
 * Whatever a driver threw, as the one error that may escape. An `LLMError` stays the same object, completed with provider
 * and model where it names none; an embedder's gets the prefix of its kind. Never throws.
 */
export function normaliseError(thrown: unknown, blame: Blame): LLMError {
  try {
    return isLLMError(thrown) ? attributed(thrown, blame) : foreign(thrown, blame);
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return foreign("something that cannot be read", blame);
  }
}

/** A failure in the middle of a stream is never worth an automatic retry: part of the answer is out. */
export function notRetryable(error: LLMError): LLMError {
  return error.retryable ? copyOf(error, { retryable: false }) : error;
}

function attributed(error: LLMError, { provider, model, prefix }: Blame): LLMError {
  const missing = {
    code: error.code.replace(/^(LLM|EMBED)_/, `${prefix}_`) as LLMErrorCode,
    ...((error.provider ?? "llm") === "llm" && { provider }),
    ...(error.model === undefined && { model }),
  };
  return Object.isFrozen(error) ? copyOf(error, missing) : Object.assign(error, missing);
}

function copyOf(error: LLMError, changes: Partial<LLMError>): LLMError {
  const { code, message, status, retryable, retryAfterMs, provider, model, requestId, cause } = error;
  const details = { status, retryable, retryAfterMs, provider, model, requestId, cause, ...changes };
  return new LLMError(changes.code ?? code, message, details);
}

function foreign(thrown: unknown, { provider, model, prefix }: Blame): LLMError {
  const error = isObject(thrown) && "name" in thrown && "message" in thrown ? thrown : undefined;
  const name = redact(String(error?.name ?? typeof thrown));
  const message = String(error?.message ?? thrown);
  const [suffix, happened] = classify(name, message);
  const code = `${prefix}_${suffix}` as LLMErrorCode;
  return new LLMError(code, `${provider}: ${happened} (${name}: ${redact(message)})`, {
    provider,
    model,
    cause: error,
  });
}

/** What `fetch` and `JSON.parse` throw tells what happened; so a small driver need not wrap them. */
function classify(name: string, message: string): [suffix: string, happened: string] {
  if (name === "TimeoutError") return ["TIMEOUT", "the provider did not answer in time"];
  if (name === "TypeError" && message === "fetch failed") return ["NETWORK_ERROR", "the provider could not be reached"];
  if (name === "TypeError" && message === "terminated") return ["STREAM_INTERRUPTED", "the connection was cut"];
  if (name === "SyntaxError") return ["BAD_RESPONSE", "the reply could not be parsed"];
  return ["BAD_RESPONSE", "the driver failed"];
}

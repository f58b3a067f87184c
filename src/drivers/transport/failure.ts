import { isLLMError, LLMError, redact } from "../../contract/index.js";
import type { TransportOptions } from "./transport.js";

/** What a failure before the reply's headers is. @param thrown by undici or a `fetch` */
export function failureBeforeHeaders(thrown: unknown, { provider, secrets }: TransportOptions): LLMError {
  if (isLLMError(thrown)) return thrown;
  const code = systemCode(thrown);
  const details = { provider, cause: withoutSecrets(thrown, secrets) };
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return new LLMError("LLM_TIMEOUT", `${provider}: there was no connection in time (timeouts.connect)`, details);
  }
  const told = described(code, thrown, secrets);
  // Something answered, but not in HTTP. The parser's errors do not always have a code.
  if (innermost(thrown).name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return new LLMError("LLM_BAD_RESPONSE", `${provider}: what answered does not speak HTTP here (${told})`, details);
  }
  return new LLMError("LLM_NETWORK_ERROR", `${provider}: the provider could not be reached (${told})`, details);
}

/** What a failure in the middle of the body is. */
export function failureInBody(thrown: unknown, { provider, secrets }: TransportOptions): LLMError {
  if (isLLMError(thrown)) return thrown;
  const code = systemCode(thrown);
  const details = { provider, cause: withoutSecrets(thrown, secrets) };
  const told = described(code, thrown, secrets);
  if (code === "Z_DATA_ERROR" || code?.startsWith("ERR__ERROR_FORMAT_")) {
    return new LLMError("LLM_BAD_RESPONSE", `${provider}: the reply is not compressed as it says (${told})`, details);
  }
  return new LLMError("LLM_STREAM_INTERRUPTED", `${provider}: the connection was cut in the reply (${told})`, details);
}

/** The system's word for it: `ECONNREFUSED`. Fetch hides it in the cause, happy eyeballs in a list of errors. */
function systemCode(thrown: unknown, depth = 0): string | undefined {
  if (typeof thrown !== "object" || thrown === null || depth > 4) return undefined;
  const { code, cause, errors } = thrown as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  return systemCode(cause, depth + 1) ?? (Array.isArray(errors) ? systemCode(errors[0], depth + 1) : undefined);
}

function described(code: string | undefined, thrown: unknown, secrets: readonly string[] | undefined): string {
  const message = redact(innermost(thrown).message, secrets, 120);
  return code && !message.includes(code) ? `${code}: ${message}` : message;
}

function innermost(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.cause instanceof Error ? thrown.cause : thrown;
}

function withoutSecrets(thrown: unknown, secrets: readonly string[] | undefined): Error {
  const copy = new Error(redact(thrown instanceof Error ? thrown.message : String(thrown), secrets));
  if (thrown instanceof Error) copy.name = thrown.name;
  return copy;
}

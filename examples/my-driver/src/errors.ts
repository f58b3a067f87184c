import { LLMError, type LLMErrorCode } from "touchstone";

export interface AcmeError {
  /** A word or, within a stream, a status. */
  readonly code?: string | number | null;
}

/** What Acme's words mean to the caller, and its statuses where it has no word. */
const codes: Readonly<Record<string, LLMErrorCode>> = {
  context_length_exceeded: "LLM_CONTEXT_TOO_LONG",
  insufficient_quota: "LLM_QUOTA_EXCEEDED",
  rate_limit_exceeded: "LLM_RATE_LIMITED",
  401: "LLM_UNAUTHORIZED",
  403: "LLM_UNAUTHORIZED",
  404: "LLM_MODEL_NOT_FOUND",
  429: "LLM_RATE_LIMITED",
};

export function toError(answered: number, { code }: AcmeError = {}, headers: Headers = new Headers()): LLMError {
  const status = isStatus(code) ? code : answered;
  const meaning = codes[code ?? ""] ?? codes[status];
  // Without what Acme wrote beside its code: that may quote the key, and errors end up in logs.
  return new LLMError(
    meaning ?? (status < 500 ? "LLM_REQUEST_REJECTED" : "LLM_PROVIDER_ERROR"),
    `acme: ${status}, ${code ?? "without a code"}`,
    {
      status,
      retryAfterMs: Number(headers.get("retry-after-ms")) || Number(headers.get("retry-after")) * 1000 || undefined,
      requestId: headers.get("x-request-id") ?? undefined,
    },
  );
}

const isStatus = (code: unknown): code is number => typeof code === "number" && code >= 400 && code < 600;

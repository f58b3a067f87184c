import { codeFacts, type LLMErrorCode } from "./error-codes.js";
import { redact, redactedError } from "./redact.js";
import { isObject } from "./refuse.js";

/** What an `LLMError` is made of, beside its code and message. What is absent follows from the code. */
export interface LLMErrorDetails {
  readonly status?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** Milliseconds to wait before trying again, as the provider told. */
  readonly retryAfterMs?: number | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** The provider's id of the failed request. */
  readonly requestId?: string | undefined;
  /** A cancellation's is the signal's reason, as it is; any other is kept as a redacted copy. */
  readonly cause?: unknown;
}

/** The longest message; long enough for a rule, a place and what to do. */
const maxMessage = 600;

/**
 * The one error that an LLM, an embedder or a driver rejects with. Its message is short, on one line, and what looks like
 * a credential in it is replaced.
 */
export class LLMError extends Error {
  override readonly name: string = "LLMError";
  readonly code: LLMErrorCode;
  /** An HTTP status, also where no HTTP was involved. */
  readonly status: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** On retryable errors only. */
  declare readonly retryAfterMs?: number;
  readonly provider: string;
  declare readonly model?: string;
  declare readonly requestId?: string;

  constructor(code: LLMErrorCode, message: string, details: LLMErrorDetails = {}) {
    super(
      redact(String(message), [], maxMessage),
      details.cause === undefined ? undefined : { cause: safeCause(code, details.cause) },
    );
    const facts = codeFacts(code);
    this.code = code;
    this.status = details.status ?? facts.status;
    this.retryable =
      details.retryable ??
      (facts.retryable || (code.endsWith("_REQUEST_REJECTED") && worthAnotherTry.has(this.status)));
    this.provider = details.provider ?? "llm";
    if (this.retryable && Number.isFinite(details.retryAfterMs)) {
      this.retryAfterMs = Math.max(0, details.retryAfterMs as number);
    }
    if (details.model !== undefined) this.model = details.model;
    if (details.requestId !== undefined) this.requestId = details.requestId;
  }

  /** Everything but the stack and the cause, which may be the caller's own. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, status, retryable, retryAfterMs, provider, model, requestId } = this;
    return { name, code, message, status, retryable, retryAfterMs, provider, model, requestId };
  }
}

/** Request timeout, conflict, too early: the 4xx that may pass by themselves. */
const worthAnotherTry: ReadonlySet<number> = new Set([408, 409, 425]);

function safeCause(code: LLMErrorCode, cause: unknown): unknown {
  if (code.endsWith("_CANCELLED")) return cause;
  try {
    return redactedError(isObject(cause) && "message" in cause ? cause : { message: String(cause) });
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return redactedError({ message: "something that cannot be read" });
  }
}

/** Whether something caught is an `LLMError`, also one from another copy of this package. */
export function isLLMError(value: unknown): value is LLMError {
  if (value instanceof LLMError) return true;
  if (!(value instanceof Error)) return false;
  const { code, status, retryable } = value as Partial<Record<keyof LLMError, unknown>>;
  const isCode = typeof code === "string" && /^(LLM|EMBED)_[A-Z]/.test(code);
  return isCode && typeof status === "number" && typeof retryable === "boolean";
}

/** The refusal of what a provider cannot do. @param what a capability or a field of the request */
export function unsupported(provider: string, what: string, prefix: "LLM" | "EMBED" = "LLM"): LLMError {
  return new LLMError(`${prefix}_UNSUPPORTED`, `${provider} does not support ${what}`, { provider });
}

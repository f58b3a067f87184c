import { isLLMError, redact } from "../contract/index.js";
import type { Check } from "./case.js";
import { describe, Failure, placeOf, StageFailure, Unjudged } from "./failure.js";
import type { Status } from "./verdict.js";

/** What became of one check, before known failures are looked at. */
export interface Outcome {
  readonly status: Status;
  readonly reason?: string;
  /** Of what failed: the request that was sent last, and what it was answered with by a script; without credentials. */
  readonly sent?: string;
  readonly replied?: string;
  /** The error that a call rejected with, where that is what failed. */
  readonly error?: { readonly code: string; readonly status: number };
}

/** The longest reason, in characters. */
const maxReason = 600;

/** Codes of what goes wrong around a live subject, and not in it: no key, no quota, no connection. */
const circumstances =
  /_(UNAUTHORIZED|RATE_LIMITED|QUOTA_EXCEEDED|NETWORK_ERROR|TIMEOUT|PROVIDER_ERROR|STREAM_INTERRUPTED)$/;

/**
 * What an error that ended a check, or the case before it, means for it.
 * @param live whether the errors of a real provider can be behind it
 */
export function toOutcome(error: unknown, level: Check["level"], live: boolean): Outcome {
  if (error instanceof Unjudged) return { status: "blocked", reason: error.message };
  if (error instanceof Failure) {
    const reason = redact(error.message, [], maxReason);
    const cause = error.rejection?.with;
    if (live && isLLMError(cause) && circumstances.test(cause.code))
      return { status: "blocked", reason, error: { code: cause.code, status: cause.status } };
    const told = isLLMError(cause) && { error: { code: cause.code, status: cause.status } };
    return { status: level === "must" ? "failed" : "warned", reason, ...told };
  }
  return {
    status: "harness-error",
    reason: redact(
      error instanceof StageFailure
        ? error.message
        : `the suite itself failed, not the subject; please report it: ${describe(error)}${placeOf(error)}`,
      [],
      maxReason,
    ),
  };
}

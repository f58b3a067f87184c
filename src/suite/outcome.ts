import { isLLMError, redact } from "../contract/index.js";
import type { Check } from "./case.js";
import { Failure, StageFailure } from "./failure.js";
import type { Status } from "./verdict.js";

/** What became of one check, before known failures are looked at. */
export interface Outcome {
  readonly status: Status;
  readonly reason?: string;
  /** Of what failed: the request that was sent last, without credentials. */
  readonly sent?: string;
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
  if (error instanceof Failure) {
    const reason = redact(error.message, [], maxReason);
    const cause = error.rejection?.with;
    if (live && isLLMError(cause) && circumstances.test(cause.code)) return { status: "blocked", reason };
    return { status: level === "must" ? "failed" : "warned", reason };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    status: "harness-error",
    reason: redact(
      error instanceof StageFailure ? error.message : `the suite itself failed, not the subject (${message})`,
      [],
      maxReason,
    ),
  };
}

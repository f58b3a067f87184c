/** Each says why it is there. One that passes fails the run until it is removed, so the list only tells what is true. */
export const knownFailures = {
  ...because("the driver has no timeouts of its own: callers pass AbortSignal.timeout()", "TimeoutsAreTold", [
    "silence-times-out",
    "pause-times-out",
    "whole-call-times-out",
    "provider-sees-the-end",
  ]),
  ...because("Acme ends each event with a blank line, and a stream has some", "OpenAIFraming", [
    "last-event-without-a-blank-line",
    "a-stream-without-events",
  ]),
  ...because("other hosts tell errors so; Acme has a status and an object with a code", "OpenAIErrors", [
    "the-finish-reason-error",
    "an-error-within-a-choice",
    "an-error-that-is-the-chunk",
    "a-context-overflow-within-a-stream",
    "an-error-that-is-a-text",
    "an-error-under-detail",
    "an-error-that-is-only-a-message",
    "a-page-under-a-200",
    "a-context-overflow-in-other-words",
    "a-context-overflow-under-a-500",
    "a-reply-without-a-byte",
  ]),
  ...because("Acme tells how long to wait as a number of seconds", "OpenAIRetryAdvice", [
    "a-wait-told-in-words",
    "a-date-that-has-passed",
    "a-wait-in-milliseconds",
    "a-wait-in-minutes-and-seconds",
  ]),
};

function because(reason: string, name: string, checks: readonly string[]): Record<string, string> {
  return Object.fromEntries(checks.map((check) => [`${name}/${check}`, reason]));
}

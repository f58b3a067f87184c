import { isDeepStrictEqual } from "node:util";
import { isLLMError, type LLMError, type LLMErrorCode } from "../contract/index.js";
import { isOpenStream, nameOf } from "./ask.js";
import type { CaseContext } from "./case.js";
import { describeDifference } from "./difference.js";
import { describe, describeRequest, expectThat, Failure, mismatch, StageFailure } from "./failure.js";
import type { SentRequest } from "./stage.js";
import { within } from "./within.js";

/** What an error must be, beside its code. What is absent is not looked at. */
export interface ExpectedError {
  readonly status?: number;
  /** A place that the message must name, for example `messages[1]`. */
  readonly names?: string;
  /** The very value that must be its cause. */
  readonly cause?: unknown;
  /** The request, where a check makes several. */
  readonly of?: unknown;
}

/**
 * Waits for a call that must fail.
 * @param codes one of which the error must have
 * @returns the error
 */
export async function expectError(
  work: Promise<unknown>,
  codes: LLMErrorCode | readonly LLMErrorCode[],
  expected: ExpectedError = {},
): Promise<LLMError> {
  const wanted = typeof codes === "string" ? codes : codes.join(" or ");
  const call = nameOf(work);
  const asked = "of" in expected ? `; the request: ${describeRequest(expected.of)}` : "";
  const error = await rejectionOf(work, wanted, asked);
  const failure = (what: string, wish: string, got: string) =>
    new Failure(mismatch(what, wish, got) + asked, { with: error });
  const rejection = `a rejection with ${wanted}`;
  if (!isLLMError(error)) throw failure(call, rejection, `one with ${describe(error)}, which is no LLMError`);
  if (!codes.includes(error.code)) throw failure(call, rejection, `one with ${describe(error)}`);
  const { code, status, message, cause } = error;
  if (expected.status !== undefined && status !== expected.status)
    throw failure(`${call}, \`status\` of ${code}`, String(expected.status), describe(status));
  if (expected.names !== undefined && !message.includes(expected.names))
    throw failure(`${call}, the message of ${code}`, `it to name ${expected.names}`, `"${message}"`);
  if ("cause" in expected && cause !== expected.cause)
    throw failure(`${call}, \`cause\` of ${code}`, "the signal's own reason, the very same value", describe(cause));
  return error;
}

/** Whether a call rejects with this code; how else it ends is not looked at. */
export async function rejectsWith(work: Promise<unknown>, code: LLMErrorCode): Promise<boolean> {
  try {
    await expectError(work, code);
    return true;
  } catch {
    return false;
  }
}

/** What a call that must fail rejected with, whatever that is. */
async function rejectionOf(work: Promise<unknown>, wanted: string, asked: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await work;
  } catch (error) {
    if (error instanceof Failure && error.rejection) return error.rejection.with;
    throw error;
  }
  const call = nameOf(work);
  const isEnd = value === undefined && call === "next()";
  const given = isOpenStream(value) ? "a stream" : isEnd ? "the end" : describe(value);
  throw new Failure(mismatch(call, `a rejection with ${wanted}`, given) + asked);
}

/** Deep equality of data; a property that is `undefined` counts as absent. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [defined(actual), defined(expected)];
  if (!isDeepStrictEqual(seen, wanted)) throw new Failure(describeDifference(seen, wanted, what));
}

function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, defined(item)]),
  );
}

/** @returns the string, which is not blank */
export function expectText(value: unknown, what: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new Failure(mismatch(what, "text that is not blank", describe(value)));
}

/** A token count is a whole number that is not negative, or unknown. */
export function expectCount(value: unknown, what: string): void {
  if (value === undefined || isCount(value)) return;
  throw new Failure(mismatch(what, "undefined or a whole number that is not negative", describe(value)));
}

/** @returns the count, which is known */
export function expectKnownCount(value: unknown, what: string): number {
  if (isCount(value)) return value;
  throw new Failure(mismatch(what, "a whole number that is not negative", describe(value)));
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** No request was sent since there were `before` of them. */
export function expectNothingSent(sent: readonly unknown[], before = 0): void {
  const more = sent.length - before;
  expectThat(more === 0, mismatch("the number of requests sent", "0", String(more)));
}

/**
 * Waits for the provider to see that the subject left before the reply was complete. Only for checks that need `hang-up`.
 * @throws StageFailure where the stage claims that power and does not tell
 */
export async function expectHangUp({ hungUp }: SentRequest, soon: CaseContext<never, never>["soon"]): Promise<void> {
  if (!hungUp) {
    throw new StageFailure(
      "the stage claims the power hang-up, but a request that it tells has no `hungUp`; give that promise, or do not claim the power",
    );
  }
  await soon(hungUp, "the provider did not see the connection end");
}

/** How long a connection that was closed may take to be gone, in milliseconds; one that is left open costs a run no more. */
const disconnectedWithin = 250;

/** Only for checks that need `connections`. @param disconnected as the subject's scene tells it, once it was closed */
export async function expectDisconnected(disconnected: Promise<void>): Promise<void> {
  const late = () =>
    new Failure(
      mismatch(
        "the connections to the provider after close()",
        "none",
        `one that is open ${disconnectedWithin} ms later`,
      ),
    );
  await within(disconnected, disconnectedWithin, late);
}

/** Whether a string is well-formed Unicode: no half of a surrogate pair stands alone. */
export function expectWellFormed(text: string, what: string): void {
  expectThat(
    text.isWellFormed(),
    mismatch(what, "whole characters", `half of one (a lone surrogate) in ${describe(text)}`),
  );
}

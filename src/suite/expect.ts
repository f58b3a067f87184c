import { isDeepStrictEqual } from "node:util";
import { isLLMError, type LLMError, type LLMErrorCode } from "../contract/index.js";
import { isOpenStream } from "./ask.js";
import type { CaseContext } from "./case.js";
import { describeDifference } from "./difference.js";
import { describe, expectThat, Failure, StageFailure } from "./failure.js";
import type { SentRequest } from "./stage.js";

/** What an error must be, beside its code. What is absent is not looked at. */
export interface ExpectedError {
  readonly status?: number;
  /** A place that the message must name, for example `messages[1]`. */
  readonly names?: string;
  /** The very value that must be its cause. */
  readonly cause?: unknown;
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
  const error = await rejectionOf(work, wanted);
  const seen = (what: string) => new Failure(what, { with: error });
  if (!isLLMError(error)) throw seen(`it rejected with ${describe(error)}, which is no LLMError; expected ${wanted}`);
  if (!codes.includes(error.code)) throw seen(`it rejected with ${describe(error)}; expected ${wanted}`);
  if (expected.status !== undefined && error.status !== expected.status)
    throw seen(`the status of ${error.code} is ${error.status}; expected ${expected.status}`);
  if (expected.names !== undefined && !error.message.includes(expected.names))
    throw seen(`the message of ${error.code} does not name ${expected.names}: "${error.message}"`);
  if ("cause" in expected && error.cause !== expected.cause)
    throw seen(`the cause of ${error.code} is ${describe(error.cause)}; expected the signal's own reason`);
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
async function rejectionOf(work: Promise<unknown>, wanted: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await work;
  } catch (error) {
    if (error instanceof Failure && error.rejection) return error.rejection.with;
    throw error;
  }
  const given = isOpenStream(value) ? "a stream" : describe(value);
  throw new Failure(`it resolved with ${given}; expected a rejection with ${wanted}`);
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
  throw new Failure(`${what} is ${describe(value)}; expected text`);
}

/** A token count is a whole number that is not negative, or unknown. */
export function expectCount(value: unknown, what: string): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return;
  throw new Failure(`${what} is ${describe(value)}; expected a whole number that is not negative, or undefined`);
}

/** No request was sent since there were `before` of them. */
export function expectNothingSent(sent: readonly unknown[], before = 0): void {
  const more = sent.length - before;
  expectThat(more === 0, `${more} request${more === 1 ? " was" : "s were"} sent; expected none`);
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

/** Whether a string is well-formed Unicode: no half of a surrogate pair stands alone. */
export function expectWellFormed(text: string, what: string): void {
  expectThat(text.isWellFormed(), `${what} holds half a character (a lone surrogate): ${describe(text)}`);
}

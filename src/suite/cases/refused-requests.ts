import type { LLM, LLMErrorCode, LLMRequest, Script } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { type CaseContext, type Check, must, type Played } from "../case.js";
import { expectError, expectNothingSent } from "../expect.js";

/** What a model says that should not have been asked. */
export const notToBeAsked: Script = ["This was not to be asked.", "Nor was this.", "Nor this."];

/** A request that the contract does not allow, whatever its type says. */
export type BadRequest = Readonly<Record<string, unknown>>;

export interface Refused {
  readonly code: LLMErrorCode;
  readonly status: number;
  /** What the message must name, so that the caller finds the place. */
  readonly names?: string;
}

export async function expectRefused(llm: LLM, request: BadRequest, { code, ...expected }: Refused): Promise<void> {
  await expectError(generate(llm, request as unknown as LLMRequest), code, { ...expected, of: request });
}

/** The checks that every refused request has beside its own. */
export const refusalChecks = (what: string) =>
  ({
    "stream-refuses-too": must({
      clause: `stream() refuses ${what} with the same error as generate().`,
      why: "A mistake that one method reports is sent, and paid for, by the other.",
      fix: "Validate the request in one place that generate() and stream() both go through, before anything else.",
    }),
    "nothing-was-sent": must({
      clause: `A request with ${what} never reaches the provider.`,
      why: "It costs a round trip, sometimes money, and comes back as an error in the provider's own words.",
      fix: "Validate before the request is sent, not by reading the provider's refusal.",
      needs: ["traffic"],
    }),
  }) satisfies Record<string, Check>;

/** Judges them. Call it last: it looks at all that was sent before. */
export async function checkRefusal(
  { check }: CaseContext<LLM, "stream-refuses-too" | "nothing-was-sent">,
  { subject, sent }: Played<LLM>,
  request: BadRequest,
  { code, ...expected }: Refused,
): Promise<void> {
  await check("stream-refuses-too", () =>
    expectError(stream(subject, request as unknown as LLMRequest), code, { ...expected, of: request }),
  );
  await check("nothing-was-sent", () => expectNothingSent(sent()));
}

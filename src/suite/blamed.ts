import { isLLMError } from "../contract/index.js";
import type { Check } from "./case.js";
import { Failure, StageFailure } from "./failure.js";
import { sentSoFar } from "./last-exchange.js";
import type { OpenedSubject } from "./open-subject.js";

/**
 * What ended a check, laid at the right door: what looks like a failure of the subject's may be one of its stage, or of the
 * factory that made it.
 * @param opened the subjects of the case so far
 */
export function blamed(error: unknown, { needs = [] }: Check, opened: readonly OpenedSubject<unknown>[]): unknown {
  if (!(error instanceof Failure)) return error;
  const cause = error.rejection?.with;
  if (opened.at(-1)?.reused && isLLMError(cause) && cause.code.endsWith("_CANCELLED")) {
    return new Failure(
      `the factory gave the same subject as before, which was closed at the end of its case; make a new one each time (${error.message})`,
      error.rejection,
    );
  }
  // What a provider refuses as malformed means nothing, and rejects.
  if (error.rejection || !needs.includes("meaning") || !opened.at(-1)?.powers.has("meaning")) return error;
  const sent = sentSoFar(opened);
  if (sent.length === 0 || sent.some(({ turn, embed }) => turn ?? embed)) return error;
  return new StageFailure(
    `the stage claims the power meaning, but none of the ${sent.length} requests that it told has a \`turn\` or \`embed\`; give them, or do not claim the power`,
  );
}

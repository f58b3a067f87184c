import { answerOf } from "../quirks/index.js";
import type { Verdict } from "../suite/index.js";
import type { TappedExchange } from "./tap.js";

/**
 * Takes back what may be our own doing: an answer that ran into our limit of its tokens is half an answer, and what it
 * lacks says nothing of the endpoint.
 */
export function withoutCutAnswers(
  verdicts: readonly Verdict[],
  exchanges: readonly TappedExchange[],
  maxOutputTokens: number,
): readonly Verdict[] {
  const cut = new Set(exchanges.filter((exchange) => answerOf(exchange)?.isCut === true).map(({ of }) => of));
  return verdicts.map((verdict) => {
    const { status, error, reason = "" } = verdict;
    if (status !== "failed" || error || !cut.has(verdict.case)) return verdict;
    const limit = `an answer of this case was cut at our limit of ${maxOutputTokens} tokens (--max-output-tokens)`;
    return { ...verdict, status: "blocked", reason: `${limit}: ${reason}` };
  });
}

import type { Power, Verdict } from "../suite/index.js";

/**
 * Tells what could not be judged this time from what no run against an endpoint can judge: a check that needs a script is
 * no more blocked by a deadline than by anything else.
 * @param powers of the stage
 */
export function withNeverRun(verdicts: readonly Verdict[], powers: readonly Power[]): readonly Verdict[] {
  return verdicts.map((verdict) => {
    const missing = verdict.about.needs?.filter((power) => power !== "key" && !powers.includes(power)) ?? [];
    if (verdict.status !== "blocked" || missing.length === 0) return verdict;
    const { error: _, sent: __, replied: ___, ...rest } = verdict;
    return { ...rest, status: "not-run", reason: `needs ${missing.join(", ")}, which the stage live lacks` };
  });
}

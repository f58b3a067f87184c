import type { Capability } from "../contract/index.js";
import type { Verdict } from "../suite/index.js";

/** What is said, or tried, of an endpoint; what is not named is what our driver knows of it. */
export type Claims = { readonly [C in Capability]?: boolean };

/** The checks of `CapabilitiesAreHonest` that show a capability, by slug. */
const evidence: Readonly<Record<string, Capability>> = {
  streaming: "streaming",
  "structured-output": "structuredOutput",
  tools: "tools",
  vision: "vision",
  reasoning: "reasoning",
  "token-counting": "tokenCounting",
  "prompt-caching": "promptCaching",
  sources: "sources",
};

/** Codes of a refusal that is about what was asked for, and not about who asks or when. */
const refusals = /_(?:REQUEST_REJECTED|UNSUPPORTED|INVALID_REQUEST|INVALID_SCHEMA|INVALID_TOOL)$/;

/**
 * What was found out of an endpoint of which only our driver claims anything: where it clearly refused what a claim is
 * about, there is no claim. What it took and then ignored stays a failure.
 * @param verdicts of `CapabilitiesAreHonest`
 * @returns the claims that fall, and the verdicts with those told as unclaimed
 */
export function discover(verdicts: readonly Verdict[]): {
  readonly claims: Claims;
  readonly verdicts: readonly Verdict[];
} {
  const claims: { -readonly [C in Capability]?: boolean } = {};
  const told = verdicts.map((verdict) => {
    const capability = evidence[verdict.check];
    const { error } = verdict;
    if (!capability || verdict.status !== "failed" || !error || !refusals.test(error.code)) return verdict;
    claims[capability] = false;
    const { error: _, sent: __, replied: ___, ...rest } = verdict;
    return {
      ...rest,
      status: "unclaimed" as const,
      reason: `the endpoint does not have ${capability}: it refused a request for it (${verdict.reason ?? error.code})`,
    };
  });
  return { claims, verdicts: told };
}

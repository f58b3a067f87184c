import type { Claims } from "./claims.js";
import { probesOf } from "./probes.js";
import { claimsOf, embedderCasesOf, llmCasesOf, type Profile, requestsOf } from "./profiles.js";

/** What a run would play and spend at most. Nothing is sent to make it. */
export interface Plan {
  readonly profile: Profile;
  readonly cases: readonly { readonly name: string; readonly claim: string; readonly requests: number }[];
  /** The most requests that are sent; a run that would need more ends there. */
  readonly requests: number;
  /** The most tokens that the model is asked to write, all answers together. */
  readonly outputTokens: number;
}

export interface PlanOptions {
  readonly profile: Profile;
  /** How often each case is played. */
  readonly repeat: number;
  /** What of the endpoint is known. */
  readonly claims: Claims;
  /** The most tokens of one answer. */
  readonly maxOutputTokens: number;
  /** The most requests of a run, whatever its cases would send. */
  readonly maxRequests?: number | undefined;
}

export function planOf({ profile, repeat, claims, maxOutputTokens, maxRequests }: PlanOptions): Plan {
  const claimed = claimsOf(profile, claims);
  const cases = [...llmCasesOf(profile), ...embedderCasesOf(profile)].map(({ name, claim }) => ({
    name,
    claim,
    requests: requestsOf(name, claimed) * repeat,
  }));
  const probes = probesOf(profile, claimed).reduce((sum, one) => sum + one.requests, 0);
  if (probes > 0)
    cases.push({ name: "Wire", claim: "What is on the wire is what the protocol says.", requests: probes });
  const wanted = cases.reduce((sum, one) => sum + one.requests, 0);
  const requests = Math.min(wanted, maxRequests ?? wanted);
  // An embedding writes nothing.
  return { profile, cases, requests, outputTokens: profile === "embed" ? 0 : requests * maxOutputTokens };
}

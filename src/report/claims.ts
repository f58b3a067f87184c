import type { Capability } from "../contract/index.js";
import type { SubjectResult } from "./run-report.js";

/**
 * What is known of a capability. `shown`: it is claimed, and works; `claimed`: nothing of this run has shown whether it does;
 * `broken`: it does not; `absent`: it is not claimed.
 */
export type Claim = "shown" | "claimed" | "broken" | "absent";

/** One character each, one column wide. */
export const claimSymbols: Readonly<Record<Claim, string>> = { shown: "✓", claimed: "?", broken: "✗", absent: "–" };

/** What the symbol of a claim that nothing has shown means. */
export const claimedOnly = "? claimed, not verified";

/** What a subject's checks say of a capability, as far as it was judged by any of them. */
export function claimOf({ capabilities, checks }: SubjectResult, name: Capability): Claim {
  if (!capabilities?.[name]) return "absent";
  const slug = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const check = checks.find(({ id }) => id === `CapabilitiesAreHonest/${slug}`);
  if (!check || check.status === "passed") return "shown";
  return check.status === "failed" ? "broken" : "claimed";
}

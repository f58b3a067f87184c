import type { Capabilities } from "../contract/index.js";
import type { Check } from "./case.js";

/**
 * `passed` · `failed` · `warned` (a should that does not hold) · `unclaimed` (the capability is not claimed, and the
 * refusal was verified) · `not-run` (needs a power that the stage lacks) · `blocked` (key, quota or transport: could not
 * be judged) · `harness-error` (our fault). Only `passed` is passed.
 */
export type Status = "passed" | "failed" | "warned" | "unclaimed" | "not-run" | "blocked" | "harness-error";

/** What the suite says of one check. */
export interface Verdict {
  /** `Case/check`, the same for success and failure, and never changed. */
  readonly id: string;
  readonly case: string;
  readonly check: string;
  readonly status: Status;
  /** What was seen, or why it was not judged. */
  readonly reason?: string;
  /** Set where it is listed as a known failure. `stale`: it passes, and the entry must go. */
  readonly known?: { readonly reason: string; readonly stale: boolean };
  /** The rule, why it matters and what is usually wrong. */
  readonly about: Check;
}

/** One suite's run on one subject. */
export interface SuiteReport {
  readonly subject: { readonly provider: string; readonly model: string; readonly capabilities?: Capabilities };
  readonly stage: string;
  readonly verdicts: readonly Verdict[];
  /** How many checks were judged: passed, failed or warned. 0 is not a success. */
  readonly judged: number;
  /** Milliseconds that the run took. */
  readonly durationMs: number;
}

/** Ids of checks that are known to fail, each with the reason and a link. */
export type KnownFailures = Readonly<Record<string, string>>;

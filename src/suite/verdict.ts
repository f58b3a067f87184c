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
  /** Of what failed: the request that was sent last, without credentials, as bytes where the stage tells them. */
  readonly sent?: string;
  /** What a scripted stage answered that request with. */
  readonly replied?: string;
  /** The error that a call rejected with, where that is what failed. */
  readonly error?: { readonly code: string; readonly status: number };
  /** How often it failed, where its case was played several times and it failed some of them. */
  readonly runs?: Flaky;
  /**
   * Set where it is listed as a known failure. `stale`: it passes, and the entry must go. `flaky`: how often it failed, of
   * how many times.
   */
  readonly known?: { readonly reason: string; readonly stale: boolean; readonly flaky?: Flaky } | undefined;
  /**
   * Set where a subject that an adapter made of another library's model passes what is no doing of that model: the
   * validation, the tool loop and the rest that `createLLM` and `createEmbedder` supply.
   */
  readonly by?: "adapter";
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

/** How often something failed, of how many times. */
export interface Flaky {
  readonly failures: number;
  readonly of: number;
}

/** Why a check is known to fail. */
export interface KnownFailure {
  /** A sentence, and a link. */
  readonly reason: string;
  /**
   * For a live subject that keeps the rule most of the time: its case is played `of` times, and the check may fail
   * `failures` of them.
   */
  readonly flaky?: Flaky | undefined;
}

/** Ids of checks that are known to fail, each with the reason. */
export type KnownFailures = Readonly<Record<string, string | KnownFailure>>;

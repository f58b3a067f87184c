import type { Capability, Embedder, EmbedRequest, LLM, LLMRequest, Script } from "../contract/index.js";
import type { WireProtocol } from "../quirks/index.js";
import type { Power, SentRequest, Setting } from "./stage.js";

/** One claim of a case. */
export interface Check {
  /** `must`: not keeping it fails the suite. `should`: it warns. */
  readonly level: "must" | "should";
  /** The rule, one sentence. */
  readonly clause: string;
  /** What breaks for a user when it does not hold. */
  readonly why: string;
  /** What is usually wrong in the driver. */
  readonly fix: string;
  /** What the stage must be able to do for this to be judged. */
  readonly needs?: readonly Power[] | undefined;
  /** Judged where the subject claims these; where it does not, the refusal is verified instead. */
  readonly capabilities?: readonly Capability[] | undefined;
}

export const must = (about: Omit<Check, "level">): Check => ({ level: "must", ...about });
export const should = (about: Omit<Check, "level">): Check => ({ level: "should", ...about });

/** A subject on its scene. */
export interface Played<Subject> {
  readonly subject: Subject;
  /** What the stage gave it as its key, if it did. */
  readonly apiKey: string | undefined;
  /** Every request that it sent so far. */
  sent(): readonly SentRequest[];
  /** Resolves with request number `count` (from 1) once it was sent. */
  arrived(count: number): Promise<SentRequest>;
  /** Resolves once it has no connection to the stage any more; for checks that need `connections`. */
  disconnected(): Promise<void>;
}

/** What a case works with. */
export interface CaseContext<Subject, Slug extends string, Prompt = unknown> {
  /** A copy of the case's own. */
  readonly prompt: Prompt;
  /**
   * Sets the stage, by default with the case's script, and makes a subject on it. Both are closed when the case ends.
   * Where the subject lacks a capability that the whole case is about, the case ends here.
   */
  open(setting?: Setting): Promise<Played<Subject>>;
  /**
   * Judges one check, unless this stage or subject leaves it unjudged. What `judge` throws is its failure; the case goes
   * on. A check that the case never reached fails with what ended the case.
   */
  check(slug: Slug, judge: () => unknown): Promise<void>;
  /** Waits for what should happen at once. @param complaint the failure when it does not: `the server saw no hang-up` */
  soon<T>(work: Promise<T>, complaint: string): Promise<T>;
  /** Fires when the case has ended, also by the watchdog. */
  readonly signal: AbortSignal;
  /** Whether the stage, with the subject opened last, can do this. */
  can(power: Power): boolean;
}

/** One situation with a name that is its claim. */
export interface Case<Subject, Slug extends string = string, Prompt = unknown> {
  readonly name: string;
  /** What it proves, one sentence. */
  readonly claim: string;
  /** What the model says on a scripted stage. */
  readonly script: Script;
  /**
   * What the subject is asked, worded so that a small live model can follow; its checks may ask variations of it. Absent
   * where nothing that is asked may reach a model.
   */
  readonly prompt?: Prompt | undefined;
  /** The protocol whose wire it is about; on stages that speak another, or none, it is not played. */
  readonly protocol?: WireProtocol | undefined;
  /** What all of its checks are about. */
  readonly capabilities?: readonly Capability[] | undefined;
  readonly checks: Readonly<Record<Slug, Check>>;
  run(context: CaseContext<Subject, Slug, Prompt>): Promise<void>;
}

/** A case for LLMs. Infers the slugs, so that a misspelt one does not compile. */
export const llmCase = <const Slug extends string, Prompt extends LLMRequest | undefined = undefined>(
  definition: Case<LLM, Slug, Prompt>,
): Case<LLM> => definition as Case<LLM>;

/** A case for embedders; see `llmCase`. */
export const embedderCase = <const Slug extends string, Prompt extends EmbedRequest | undefined = undefined>(
  definition: Case<Embedder, Slug, Prompt>,
): Case<Embedder> => definition as Case<Embedder>;

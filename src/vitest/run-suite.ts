import type { Embedder, LLM } from "../contract/index.js";
import { type StageName, type StageOptionsFor, stageFor } from "../stages/index.js";
import {
  type EmbedderFactory,
  type KnownFailures,
  type LLMFactory,
  type Stage,
  type StageOptions,
  type SuiteOptions,
  startEmbedderSuite,
  startLLMSuite,
} from "../suite/index.js";
import { declareSuite } from "./declare-suite.js";

interface CommonOptions {
  /** What the tests stand under. Default `LLM` or `embedder`, with the stage. */
  readonly name?: string | undefined;
  /**
   * Ids of checks that are known to fail, each with the reason. A passing one fails until its entry is removed; a live
   * subject's may be flaky, `{ reason, flaky: { failures: 1, of: 3 } }`.
   */
  readonly knownFailures?: KnownFailures | undefined;
}

/** Options for one of the stages that are there already. */
export interface ProtocolOptions<Name extends StageName> extends CommonOptions {
  /**
   * What the subject speaks: `openai` and `google` play against a scripted server, `memory` in memory. Without it the subject is
   * judged live, with whatever is behind it.
   */
  readonly protocol: Name;
}

/** Options for a stage of one's own. */
export interface StageSuiteOptions<Options extends StageOptions> extends CommonOptions {
  readonly stage: Stage<Options>;
}

/** Options for judging live. */
export interface LiveSuiteOptions extends CommonOptions {
  readonly protocol?: undefined;
  readonly stage?: undefined;
}

type AnyOptions = CommonOptions & { readonly protocol?: StageName | undefined; readonly stage?: Stage | undefined };

/**
 * Declares the suite for LLMs as vitest tests. Call it at the top of a test file or in a `describe`.
 * @param factory makes the LLM, anew for each case, of what its stage gives it
 * @throws Error when a known failure names no check
 */
export function runSuite<Name extends StageName>(
  factory: LLMFactory<StageOptionsFor[Name]>,
  options: ProtocolOptions<Name>,
): void;
export function runSuite<Options extends StageOptions>(
  factory: LLMFactory<Options>,
  options: StageSuiteOptions<Options>,
): void;
export function runSuite(factory: LLMFactory, options?: LiveSuiteOptions): void;
export function runSuite(factory: LLMFactory<never>, options: AnyOptions = {}): void {
  const { name, ...suiteOptions } = resolved<LLM>(options);
  declareSuite(name ?? `LLM (${suiteOptions.stage.name})`, startLLMSuite(factory, suiteOptions));
}

/** Declares the suite for embedders as vitest tests; see `runSuite`. */
export function runEmbedderSuite<Name extends StageName>(
  factory: EmbedderFactory<StageOptionsFor[Name]>,
  options: ProtocolOptions<Name>,
): void;
export function runEmbedderSuite<Options extends StageOptions>(
  factory: EmbedderFactory<Options>,
  options: StageSuiteOptions<Options>,
): void;
export function runEmbedderSuite(factory: EmbedderFactory, options?: LiveSuiteOptions): void;
export function runEmbedderSuite(factory: EmbedderFactory<never>, options: AnyOptions = {}): void {
  const { name, ...suiteOptions } = resolved<Embedder>(options);
  declareSuite(name ?? `embedder (${suiteOptions.stage.name})`, startEmbedderSuite(factory, suiteOptions));
}

/** The overloads have seen to it that factory and stage fit; from here on their options are nobody's concern. */
function resolved<Subject>({
  protocol = "live",
  stage,
  name,
  knownFailures = {},
}: AnyOptions): SuiteOptions<Subject, never> & { name: string | undefined } {
  return { name, knownFailures, stage: (stage ?? stageFor(protocol)) as Stage<never> };
}

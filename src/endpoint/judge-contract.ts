import {
  type KnownFailures,
  type SuiteReport,
  startEmbedderSuite,
  startLLMSuite,
  type Verdict,
} from "../suite/index.js";
import { type Claims, discover } from "./claims.js";
import type { Play } from "./play-all.js";
import { probesOf, sendProbes } from "./probes.js";
import { claimsOf, embedderCasesOf, llmCasesOf, type Profile } from "./profiles.js";
import { playing } from "./tap.js";
import type { tappedStage } from "./tapped-stage.js";
import { type TappedOptions, type Target, targetEmbedder, targetLLM } from "./target.js";
import { nothingJudged, type Unanswered, unansweredIn } from "./unanswered.js";

/** How the cases of the suite are played at an endpoint. */
export interface ContractRun {
  readonly target: Target;
  readonly profile: Profile;
  /** What is claimed; what the profile tries is found out where it is absent. */
  readonly claims: Claims | undefined;
  readonly maxOutputTokens: number;
  /** For the suite. */
  readonly common: {
    readonly stage: ReturnType<typeof tappedStage>;
    readonly knownFailures: KnownFailures;
    readonly repeat: number;
    readonly watchdogMs: number;
  };
  readonly play: Play;
  readonly signal: AbortSignal;
  /** Resolves when the run is over. */
  readonly ended: Promise<void>;
}

/** What came of the contract. */
export interface ContractJudgement {
  readonly report: SuiteReport;
  readonly unanswered?: Unanswered | undefined;
}

/** Judges an endpoint that embeds. */
export async function judgeEmbedder({ target, profile, common, play }: ContractRun): Promise<ContractJudgement> {
  const run = startEmbedderSuite((stage: TappedOptions) => targetEmbedder(target, stage), {
    ...common,
    cases: embedderCasesOf(profile),
  });
  const [first, ...others] = run.cases;
  if (!first) return { report: run.report() };
  await play(run, [first]);
  const unanswered = unansweredIn(run.report(), "EmbedIdentity/response-names-both", "a plain text to embed");
  if (unanswered) return { report: nothingJudged(run, others, unanswered), unanswered };
  await play(run, others);
  return { report: run.report() };
}

/** Judges an endpoint that answers. */
export async function judgeLLM(contract: ContractRun): Promise<ContractJudgement> {
  const { target, profile, maxOutputTokens, common, play, signal, ended } = contract;
  let claims = claimsOf(profile, contract.claims ?? {});
  const run = startLLMSuite((stage: TappedOptions) => targetLLM(target, stage, claims, maxOutputTokens), {
    ...common,
    cases: llmCasesOf(profile),
  });
  const [first, ...others] = run.cases;
  if (!first) return { report: run.report() };
  await play(run, [first]);
  const unanswered = unansweredIn(run.report(), "Enabled/answers", 'a plain "Say hello."');
  if (unanswered) return { report: nothingJudged(run, others, unanswered), unanswered };
  const honest = others.find(({ name }) => name === "CapabilitiesAreHonest");
  let discovered: readonly Verdict[] = [];
  if (honest) {
    await play(run, [honest]);
    if (!contract.claims) {
      const found = discover(run.report().verdicts.filter((verdict) => verdict.case === honest.name));
      claims = { ...claims, ...found.claims };
      discovered = found.verdicts;
    }
  }
  await play(
    run,
    others.filter((one) => one !== honest),
  );
  if (!signal.aborted) {
    const stage = await common.stage.open({ script: [] });
    const llm = targetLLM(target, stage.options, claims, maxOutputTokens);
    const probes = probesOf(profile, claims);
    await Promise.race([playing.run("Wire", () => sendProbes(llm, probes)), ended]);
  }
  const report = run.report();
  const told = new Map(discovered.map((verdict) => [verdict.id, verdict]));
  return { report: { ...report, verdicts: report.verdicts.map((verdict) => told.get(verdict.id) ?? verdict) } };
}

import type { Capability, Embedder, LLM } from "../contract/index.js";
import type { Case } from "./case.js";
import { embedderCases, llmCases } from "./cases/index.js";
import { checkStage } from "./check-stage.js";
import type { Host } from "./host.js";
import { checkKnownFailures, playsOf, withKnown } from "./known-failures.js";
import { type OpenedSubject, openSubject } from "./open-subject.js";
import type { Outcome } from "./outcome.js";
import { playCase } from "./play-case.js";
import { seesTraffic } from "./sees-traffic.js";
import type { Setting, Stage, StageOptions } from "./stage.js";
import type { EmbedderFactory, LLMFactory } from "./subject.js";
import { embedderKind, llmKind, type SubjectKind } from "./subject-kind.js";
import { isSupplied as suppliedByFrame } from "./supplied.js";
import type { KnownFailures, SuiteReport, Verdict } from "./verdict.js";

/** How a suite is run. */
export interface SuiteOptions<Subject, Options extends StageOptions> {
  /** Where it is played; it makes what the factory is given. */
  readonly stage: Stage<Options>;
  /** Ids of checks that are known to fail, each with the reason. */
  readonly knownFailures?: KnownFailures | undefined;
  /** Default all, in order. Those of a protocol that the stage does not speak are left out. */
  readonly cases?: readonly Case<Subject>[] | undefined;
  /** After how many milliseconds a case is ended. Default 10,000; 120,000 where a real model takes its time. */
  readonly watchdogMs?: number | undefined;
  /** How many milliseconds what should happen at once (a close, a hang-up) may take. Default 2,000. */
  readonly patienceMs?: number | undefined;
  /** How often each case is played; what a check then fails is told as k of n. Default 1. For live subjects. */
  readonly repeat?: number | undefined;
}

/** A run that is played case by case. */
export interface SuiteRun<Subject> {
  readonly cases: readonly Case<Subject>[];
  readonly watchdogMs: number;
  /** How often `play` plays a case: once, or as often as a flaky known failure wants. */
  playsOf(suiteCase: Case<Subject>): number;
  /** Plays one case; never rejects. @returns a verdict a check, in the order of their declaration */
  play(suiteCase: Case<Subject>): Promise<readonly Verdict[]>;
  /**
   * Ends a case that is being played, or was not begun, as blocked; what comes of it later counts no more. A case that is
   * over stays as it is.
   */
  giveUp(suiteCase: Case<Subject>, reason: string): void;
  /** What was seen so far. */
  report(): SuiteReport;
}

/**
 * Judges an LLM.
 * @param factory makes the LLM, anew for each case
 * @throws Error when a known failure names no check
 */
export async function runLLMCases<Options extends StageOptions>(
  factory: LLMFactory<Options>,
  options: SuiteOptions<LLM, Options>,
): Promise<SuiteReport> {
  return playAll(startLLMSuite(factory, options));
}

/** Judges an embedder; see `runLLMCases`. */
export async function runEmbedderCases<Options extends StageOptions>(
  factory: EmbedderFactory<Options>,
  options: SuiteOptions<Embedder, Options>,
): Promise<SuiteReport> {
  return playAll(startEmbedderSuite(factory, options));
}

/**
 * Begins a run that its caller plays case by case, for a test runner.
 * @throws Error when a known failure names no check
 */
export function startLLMSuite<Options extends StageOptions>(
  factory: LLMFactory<Options>,
  options: SuiteOptions<LLM, Options>,
): SuiteRun<LLM> {
  return start(llmKind, factory, options, llmCases);
}

/** Begins a run for an embedder; see `startLLMSuite`. */
export function startEmbedderSuite<Options extends StageOptions>(
  factory: EmbedderFactory<Options>,
  options: SuiteOptions<Embedder, Options>,
): SuiteRun<Embedder> {
  return start(embedderKind, factory, options, embedderCases);
}

async function playAll<Subject>(run: SuiteRun<Subject>): Promise<SuiteReport> {
  for (const suiteCase of run.cases) await run.play(suiteCase);
  return run.report();
}

function start<Subject, Options extends StageOptions>(
  kind: SubjectKind<Subject>,
  factory: (options: Options) => unknown,
  options: SuiteOptions<Subject, Options>,
  allCases: readonly Case<Subject>[],
): SuiteRun<Subject> {
  checkStage(options?.stage);
  if (typeof factory !== "function")
    throw new Error(`the first argument must be a factory: a function that makes the subject`);
  const { stage, knownFailures = {}, cases, watchdogMs, patienceMs = 2_000, repeat = 1 } = options;
  const played = (cases ?? allCases).filter(({ protocol }) => protocol === undefined || protocol === stage.protocol);
  const live = !stage.powers.includes("script");
  checkKnownFailures(knownFailures, [...allCases, ...played], live);
  const limit = watchdogMs ?? (live ? 120_000 : 10_000);
  let adapted = false;
  let about: SuiteReport["subject"] = { provider: "unknown", model: "unknown" };
  const refusals = new Map<Capability, Promise<Outcome>>();
  let watched: Promise<boolean> | undefined;
  const before = new WeakSet<object>();
  const verdicts = new Map<string, readonly Verdict[]>();
  let durationMs = 0;

  const around: <T>(play: () => Promise<T>) => Promise<T> = (play) => (stage.around ? stage.around(play) : play());
  const limits = { watchdogMs: limit, patienceMs: Math.min(patienceMs, limit) };
  const open = (setting: Setting) => openSubject(kind, stage, factory, setting);
  const isSeen = (): Promise<boolean> => {
    // A scripted stage answers the subject itself; what it did not see, it did not answer.
    watched ??= live && !stage.seesAll ? around(() => seesTraffic(kind, open, limits)) : Promise.resolve(true);
    return watched;
  };
  const host: Host<Subject> = {
    stageName: stage.name,
    live,
    ...limits,
    async open(setting) {
      const seen = await isSeen();
      const opened = await open(setting);
      about = kind.about(opened.subject);
      adapted = kind.isAdapted(opened.subject);
      const reused = before.has(opened.subject as object);
      before.add(opened.subject as object);
      return { ...(seen || !opened.powers.has("traffic") ? opened : unseen(opened)), reused };
    },
    refusal(subject, of) {
      const { claims } = kind;
      const [capability] = claims?.missing(subject, of) ?? [];
      if (!claims || !capability) return undefined;
      const known = refusals.get(capability) ?? around(() => claims.verifyRefusal(capability, host));
      refusals.set(capability, known);
      return known;
    },
  };

  const plays = (suiteCase: Case<Subject>) => Math.max(repeat, playsOf(suiteCase, knownFailures));
  const judge = (suiteCase: Case<Subject>, outcomesOf: (check: string) => readonly [Outcome, ...Outcome[]]) => {
    const before = verdicts.get(suiteCase.name);
    if (before) return before;
    const judged = Object.entries(suiteCase.checks).map(([check, about]) => {
      const id = `${suiteCase.name}/${check}`;
      const verdict = withKnown({ id, case: suiteCase.name, check, about }, outcomesOf(check), knownFailures);
      const isSupplied = adapted && verdict.status === "passed" && suppliedByFrame(suiteCase.name, check);
      return isSupplied ? { ...verdict, by: "adapter" as const } : verdict;
    });
    verdicts.set(suiteCase.name, judged);
    return judged;
  };

  return {
    cases: played,
    watchdogMs: limit,
    playsOf: plays,
    async play(suiteCase) {
      const began = performance.now();
      const outcomes: ReadonlyMap<string, Outcome>[] = [];
      for (let left = plays(suiteCase); left > 0; left--) outcomes.push(await around(() => playCase(suiteCase, host)));
      durationMs += performance.now() - began;
      return judge(suiteCase, (check) => outcomes.map((all) => all.get(check)) as [Outcome, ...Outcome[]]);
    },
    giveUp(suiteCase, reason) {
      judge(suiteCase, () => [{ status: "blocked", reason }]);
    },
    report() {
      // In the order of the suite, in whatever order they were played.
      const all = played.flatMap(({ name }) => verdicts.get(name) ?? []);
      const counted = all.filter(({ status }) => ["passed", "failed", "warned"].includes(status));
      return { subject: about, stage: stage.name, verdicts: all, judged: counted.length, durationMs };
    },
  };
}

/** A subject of which its stage sees nothing: that no request was seen says nothing of it. */
function unseen<Subject>(opened: OpenedSubject<Subject>): OpenedSubject<Subject> {
  const powers = new Set(opened.powers);
  powers.delete("traffic");
  return { ...opened, powers, unseen: true };
}

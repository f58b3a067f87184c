import type { Embedder, LLM } from "../contract/index.js";
import { type Case, embedderCases, llmCases, runEmbedderCases, runLLMCases, type SuiteReport } from "../suite/index.js";
import { correctEmbedder, correctLLM, stageNamed } from "./correct-subjects.js";
import type { Harm, Mutant, Staged } from "./mutant.js";

/**
 * What became of a mutant. `killed`: its check failed, for its reason. `survived`: its check did not fail. What is not right
 * with the gallery itself is the rest: `unharmed`, its defect never did anything; `misjudged`, its check failed for another
 * reason, or the suite itself failed.
 */
export type Fate = "killed" | "survived" | "unharmed" | "misjudged";

export interface PlayedMutant {
  readonly name: string;
  readonly killedBy: string;
  readonly fate: Fate;
  /** What its check said of it, or why it was not judged. */
  readonly said: string;
  /** The ids of the other must-checks that failed with it, sorted; of the cases that were played. */
  readonly alsoFailed: readonly string[];
}

/** How a mutant is played. */
export interface PlayOptions {
  /** Whether it is played on every case, and not on that of its check alone. */
  readonly full?: boolean | undefined;
  /** The names of the cases that it is played on, where it is neither all nor that of its check. */
  readonly cases?: readonly string[] | undefined;
  /** Whether it is given the time that a slow machine needs, from the first. */
  readonly patient?: boolean | undefined;
}

/** Short, as many mutants never do what is waited for. */
const impatient: Limits = { patienceMs: 100, watchdogMs: 2_000 };
/** Where it is of interest what else fails: nothing may fail because the machine is slow. */
const fair: Limits = { patienceMs: 1_500, watchdogMs: 10_000 };
/** For a second look, where the first was not what is expected. */
const patient: Limits = { patienceMs: 2_000, watchdogMs: 10_000 };

interface Limits {
  readonly patienceMs: number;
  readonly watchdogMs: number;
}

/** Plays a broken LLM. Never rejects for what the mutant does. */
export function playLLMMutant(mutant: Mutant<LLM>, options: PlayOptions = {}): Promise<PlayedMutant> {
  const { defect, killedBy } = mutant;
  const cases = casesFor(llmCases, killedBy, options);
  return playTwice(mutant, options, (harm, limits) => {
    const staged: Staged<LLM> =
      typeof defect === "function"
        ? { stage: "memory", make: (stage, done) => defect(correctLLM.memory(stage), done) }
        : defect;
    if (staged.stage === "memory")
      return runLLMCases((stage) => staged.make(stage, harm), { stage: stageNamed.memory(), cases, ...limits });
    return runLLMCases((stage) => staged.make(stage, harm), { stage: stageNamed[staged.stage](), cases, ...limits });
  });
}

/** Plays a broken embedder; see `playLLMMutant`. */
export function playEmbedderMutant(mutant: Mutant<Embedder>, options: PlayOptions = {}): Promise<PlayedMutant> {
  const { defect, killedBy } = mutant;
  const cases = casesFor(embedderCases, killedBy, options);
  return playTwice(mutant, options, (harm, limits) => {
    const staged: Staged<Embedder> =
      typeof defect === "function"
        ? { stage: "memory", make: (_, done) => defect(correctEmbedder.memory(), done) }
        : defect;
    if (staged.stage === "memory")
      return runEmbedderCases((stage) => staged.make(stage, harm), { stage: stageNamed.memory(), cases, ...limits });
    return runEmbedderCases((stage) => staged.make(stage, harm), {
      stage: stageNamed[staged.stage](),
      cases,
      ...limits,
    });
  });
}

function casesFor<Subject>(
  all: readonly Case<Subject>[],
  id: string,
  { full = false, cases = [id.split("/")[0] ?? ""] }: PlayOptions,
): readonly Case<Subject>[] {
  return full ? all : all.filter(({ name }) => cases.includes(name));
}

/** What is told of a mutant, whatever it is made of. */
type Sought = Pick<Mutant<never>, "name" | "killedBy" | "reason">;
type Play = (harm: Harm, limits: Limits) => Promise<SuiteReport>;

async function playTwice(mutant: Sought, options: PlayOptions, play: Play): Promise<PlayedMutant> {
  if (options.patient) return playOnce(mutant, play, patient);
  const first = await playOnce(mutant, play, options.full || options.cases ? fair : impatient);
  return first.fate === "killed" ? first : playOnce(mutant, play, patient);
}

async function playOnce({ name, killedBy, reason }: Sought, play: Play, limits: Limits): Promise<PlayedMutant> {
  let harmed = false;
  const { verdicts } = await play(() => {
    harmed = true;
  }, limits);
  const verdict = verdicts.find(({ id }) => id === killedBy);
  const ours = verdicts.find(({ status }) => status === "harness-error");
  const alsoFailed = verdicts
    .filter(({ id, status, about }) => status === "failed" && about.level === "must" && id !== killedBy)
    .map(({ id }) => id)
    .toSorted();
  const said = ours?.reason ?? verdict?.reason ?? verdict?.status ?? `there is no check ${killedBy}`;
  const fate = (): Fate => {
    if (ours) return "misjudged";
    if (!harmed) return "unharmed";
    if (verdict?.status !== "failed") return "survived";
    return reason.test(said) ? "killed" : "misjudged";
  };
  return { name, killedBy, fate: fate(), said, alsoFailed };
}

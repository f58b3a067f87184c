import { type Case, conforms, countsAgainst, embedderCases, llmCases, type SuiteReport } from "../suite/index.js";
import { embedderMutants, llmMutants } from "./all-mutants.js";
import { correctSubjects } from "./correct-subjects.js";
import { type PlayedMutant, type PlayOptions, playEmbedderMutant, playLLMMutant } from "./play-mutant.js";
import { pointlessSubjects } from "./pointless-subjects.js";
import { withinLimit } from "./within-limit.js";

/** What the suite showed of its own power. */
export interface Proof {
  /** The ids of all must-checks, in order. */
  readonly mustChecks: readonly string[];
  readonly mutants: readonly PlayedMutant[];
  /** Of each correct subject, the ids of the checks that count against it; none, if all is well. */
  readonly correct: readonly { readonly name: string; readonly failed: readonly string[] }[];
  /** Of each pointless subject, whether it conforms, and the must-checks that it passes all the same. */
  readonly pointless: readonly PlayedPointless[];
}

export interface PlayedPointless {
  readonly name: string;
  readonly conforms: boolean;
  readonly passed: readonly string[];
}

/** How many are played at a time: most of them wait, for what their defect keeps from happening. */
const atATime = 6;

/** Plays every mutant, every correct subject and every pointless one. */
export async function proveSuite(options: PlayOptions = {}): Promise<Proof> {
  const mutants = await playGallery(options);
  const pointless = await withinLimit(atATime, pointlessSubjects, async ({ name, run }) => {
    const report = await run();
    return { name, conforms: conforms(report), passed: passedMusts(report) };
  });
  // One after the other, and undisturbed: nothing of them may fail.
  const correct = await withinLimit(1, correctSubjects, async ({ name, run }) => {
    const { verdicts } = await run();
    return { name, failed: verdicts.filter(countsAgainst).map(({ id }) => id) };
  });
  return { mustChecks: mustChecks(), mutants, correct, pointless };
}

/**
 * Plays every mutant.
 * @param named only those whose names hold one of these words
 * @returns what became of each, in the order of the gallery
 */
export async function playGallery(
  options: PlayOptions = {},
  named: readonly string[] = [""],
): Promise<readonly PlayedMutant[]> {
  const gallery = [
    ...llmMutants.map((mutant) => ({ ...mutant, play: () => playLLMMutant(mutant, options) })),
    ...embedderMutants.map((mutant) => ({ ...mutant, play: () => playEmbedderMutant(mutant, options) })),
  ];
  const plays = gallery.filter(({ name }) => named.some((word) => name.includes(word)));
  const isAlone = ({ defect }: (typeof plays)[number]) => typeof defect !== "function" && defect.alone === true;
  const sociable = plays.filter((mutant) => !isAlone(mutant));
  const played = [
    ...(await withinLimit(atATime, sociable, ({ play }) => play())),
    ...(await withinLimit(1, plays.filter(isAlone), ({ play }) => play())),
  ];
  const position = new Map(plays.map(({ name }, i) => [name, i]));
  return played.toSorted((a, b) => (position.get(a.name) ?? 0) - (position.get(b.name) ?? 0));
}

/** The ids of all must-checks, in order. */
export function mustChecks(): readonly string[] {
  const ids = ({ name, checks }: Case<never>) =>
    Object.entries(checks).flatMap(([slug, { level }]) => (level === "must" ? [`${name}/${slug}`] : []));
  return [...llmCases.flatMap(ids), ...embedderCases.flatMap(ids)];
}

/** The must-checks that kill no mutant. */
export function unproven({ mustChecks, mutants }: Pick<Proof, "mustChecks" | "mutants">): readonly string[] {
  const proven = new Set(mutants.flatMap(({ fate, killedBy }) => (fate === "killed" ? [killedBy] : [])));
  return mustChecks.filter((id) => !proven.has(id));
}

/** Whether nothing is left to be said against the suite. */
export function holds(proof: Proof): boolean {
  return (
    unproven(proof).length === 0 &&
    proof.mutants.every(({ fate }) => fate === "killed") &&
    proof.correct.every(({ failed }) => failed.length === 0) &&
    proof.pointless.every((subject) => !subject.conforms)
  );
}

function passedMusts({ verdicts }: SuiteReport): readonly string[] {
  return verdicts.filter(({ status, about }) => status === "passed" && about.level === "must").map(({ id }) => id);
}

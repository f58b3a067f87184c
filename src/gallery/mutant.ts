import type { Embedder, LLM } from "../contract/index.js";
import type { StageOptions, WireStageOptions } from "../suite/index.js";

/** Tells that a defect has done its harm; a mutant whose defect never did proves nothing. */
export type Harm = () => void;

/** Makes a correct subject a broken one, on whatever stage it is. */
export type Spoil<Subject> = (subject: Subject, harm: Harm) => Subject;

/** A broken subject, and the stage on which its defect can show. */
export type Staged<Subject> = {
  /** Whether it must be played while no other is: what it does reaches beyond its own subject. */
  readonly alone?: boolean;
} & (
  | { readonly stage: "memory"; make(options: StageOptions, harm: Harm): Subject }
  | { readonly stage: "openai" | "google"; make(options: WireStageOptions, harm: Harm): Subject }
);

/** One thing that is wrong. Without a stage of its own it is played in memory. */
export type Defect<Subject> = Spoil<Subject> | Staged<Subject>;

/** A correct subject with one defect, the check that must find it, and how. */
export interface Mutant<Subject> {
  /** What a tired programmer did, in kebab case. */
  readonly name: string;
  /** The id of the must-check that kills it. */
  readonly killedBy: string;
  /** What that check must say of it. Failing for another reason is no kill. */
  readonly reason: RegExp;
  readonly defect: Defect<Subject>;
}

/** Mutants by name, as they are written down: the check that kills each, what it says, and the defect. */
export type Mutants<Subject> = Readonly<
  Record<string, readonly [killedBy: string, reason: RegExp, defect: Defect<Subject>]>
>;

export type LLMMutants = Mutants<LLM>;
export type EmbedderMutants = Mutants<Embedder>;

/** Tables of mutants as one list. */
export function listMutants<Subject>(...tables: readonly Mutants<Subject>[]): readonly Mutant<Subject>[] {
  return tables.flatMap((table) =>
    Object.entries(table).map(([name, [killedBy, reason, defect]]) => ({ name, killedBy, reason, defect })),
  );
}

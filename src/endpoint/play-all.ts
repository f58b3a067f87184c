import type { Case, SuiteRun, Verdict } from "../suite/index.js";
import { playing, type Spent, type Tap } from "./tap.js";

/** Plays cases, some at once, until they are over or the run is. */
export type Play = <Subject>(run: SuiteRun<Subject>, cases: readonly Case<Subject>[]) => Promise<void>;

export interface PlayOptions {
  /** How many cases may be played at once. */
  readonly concurrency: number;
  /** Fires when the run is over, with the reason. */
  readonly signal: AbortSignal;
  /** Resolves when it is over, whatever its cases are still waiting for. */
  readonly ended: Promise<void>;
  /** Called when a case is over. */
  onCase(name: string, verdicts: readonly Verdict[], spent: Spent): void;
}

export function createPlay(tap: Tap, { concurrency, signal, ended, onCase }: PlayOptions): Play {
  return async (run, cases) => {
    const waiting = [...cases];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const one = next;
        if (!signal.aborted) await Promise.race([playing.run(one.name, () => run.play(one)), ended]);
        if (signal.aborted) run.giveUp(one, `it was not judged: ${String(signal.reason)}`);
        onCase(
          one.name,
          run.report().verdicts.filter((verdict) => verdict.case === one.name),
          tap.spent,
        );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
}

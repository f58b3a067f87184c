import type { Capability } from "../contract/index.js";
import type { OpenedSubject } from "./open-subject.js";
import type { Outcome } from "./outcome.js";
import type { Setting } from "./stage.js";

/** What cases and refusals are played with; the same for all of a run. */
export interface Host<Subject> {
  readonly stageName: string;
  /** Whether real providers' errors can be behind what is seen. */
  readonly live: boolean;
  /** After how many milliseconds a case is ended. */
  readonly watchdogMs: number;
  /** How long what should happen at once may take, in milliseconds. */
  readonly patienceMs: number;
  open(setting: Setting): Promise<OpenedSubject<Subject>>;
  /**
   * What came of verifying that the subject refuses the first of these capabilities that it does not claim; `undefined`
   * where it claims all of them. Never rejects.
   */
  refusal(subject: Subject, of: readonly Capability[]): Promise<Outcome> | undefined;
}

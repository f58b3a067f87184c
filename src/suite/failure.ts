import { inspect } from "node:util";
import { isLLMError } from "../contract/index.js";

/** Something about the subject that is not as it must be. Its message tells what was seen. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Set where the subject rejected or threw: what it rejected with. */
  readonly rejection: { readonly with: unknown } | undefined;

  constructor(seen: string, rejection?: { readonly with: unknown }) {
    super(seen);
    this.rejection = rejection;
  }
}

/** Something about the stage, or a hook of its owner's, that went wrong: no fault of the subject's. */
export class StageFailure extends Error {
  override readonly name = "StageFailure";
}

/** @throws Failure unless the condition holds. @param seen what was seen when it does not */
export function expectThat(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Failure(seen);
}

/** A value as it is told in a failure: one line, bounded, without running any code of its own. */
export function describe(value: unknown): string {
  if (isLLMError(value)) return `${value.code} (status ${value.status}): ${value.message}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const text = inspect(value, {
    depth: 3,
    breakLength: Number.POSITIVE_INFINITY,
    maxStringLength: 100,
    maxArrayLength: 6,
    customInspect: false,
  });
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}

/** Why a call that fitted its schema gave no result. The list is closed. */
export const failureRecoveries = {
  /** The call fits the schema and is wrong all the same: an id that there is not. */
  invalid_call: "correct_call",
  /** The domain says no: a refund that is not allowed. */
  domain_rejection: "replan",
  unavailable: "replan",
  rate_limited: "replan",
  timeout: "replan",
  /** The tool gave what is no result. */
  malformed_result: "finish",
  internal: "finish",
} as const;

export type FailureKind = keyof typeof failureRecoveries;

/** What is to be done: call again, better; go another way; end with what there is. */
export type Recovery = "correct_call" | "replan" | "finish";

/**
 * What became of a call that gave no result. A handler throws one to say what happened and what is to be done; in a tool
 * loop the model is told its message.
 */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly kind: FailureKind;
  /** For the model to read: what happened, without a stack. */
  readonly error: string;
  readonly recovery: Recovery;

  /** @param recovery default by the kind */
  constructor(kind: FailureKind, error: string, recovery: Recovery = failureRecoveries[kind]) {
    super(error);
    this.kind = kind;
    this.error = error;
    this.recovery = recovery;
  }

  toJSON(): Record<string, unknown> {
    const { kind, error, recovery } = this;
    return { kind, error, recovery };
  }
}

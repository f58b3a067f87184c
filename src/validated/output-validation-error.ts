import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { LLMError } from "../contract/index.js";
import { stringifyExactly } from "../generation/index.js";

/** Every way in which an answer can be refused. The list is closed. */
export const rejections = {
  response_shape: "it is not a turn as the contract has it",
  output_bounds: "it is larger than an answer may be",
  tool_identity: "it calls a tool that the request does not offer",
  tool_arguments: "it calls a tool with arguments that do not fit; see the correction",
  tool_choice: "it does not keep to the request's toolChoice",
  structured_output: "its text is not JSON that satisfies the request's schema",
  stream_protocol: "its stream does not keep to the order of events, or contradicts its own end",
  usage: "its count of tokens cannot be true",
} as const;

export type Rejection = keyof typeof rejections;

/** Tells two answers apart, and finds one again in a recording, without holding anything of it. */
export interface Evidence {
  /** Of the answer as JSON, hexadecimal. */
  readonly sha256: string;
  /** Bytes of the answer as JSON. */
  readonly size: number;
}

interface Details {
  readonly provider: string;
  readonly model: string;
  readonly cause: Error;
  readonly correction?: string | undefined;
}

/**
 * An answer that was refused: `LLM_BAD_RESPONSE`. Nothing in it tells what the answer said, so that it can be logged
 * anywhere; the evidence is its fingerprint.
 */
export class OutputValidationError extends LLMError {
  override readonly name = "OutputValidationError";
  readonly kind: Rejection;
  readonly evidence: Evidence;
  /** What was found, without the content. With `tool_arguments` a `ToolInputError`, with its issues. */
  declare readonly cause: Error;
  /**
   * With `tool_arguments` only: what to tell the model so that it can call again. At most 4,096 bytes, of names and rules
   * that the tool's schema declares, and nothing that was submitted.
   */
  declare readonly correction?: string;

  /** @param answer what is refused; it is not kept */
  constructor(kind: Rejection, answer: unknown, { provider, model, cause, correction }: Details) {
    super("LLM_BAD_RESPONSE", `${provider}: the answer was refused (${kind}): ${rejections[kind]}`, {
      provider,
      model,
    });
    this.kind = kind;
    this.evidence = evidenceOf(answer);
    Object.defineProperty(this, "cause", { value: cause, enumerable: false, writable: true, configurable: true });
    if (correction !== undefined) this.correction = correction;
  }

  override toJSON(): Record<string, unknown> {
    const { kind, evidence, correction } = this;
    return { ...super.toJSON(), kind, evidence, correction };
  }
}

function evidenceOf(answer: unknown): Evidence {
  const text = asText(answer);
  return { sha256: createHash("sha256").update(text).digest("hex"), size: Buffer.byteLength(text) };
}

/** What JSON cannot carry is told apart as far as it can be seen without running any code of its own. */
function asText(answer: unknown): string {
  try {
    return stringifyExactly(answer) ?? String(answer);
  } catch {
    return inspect(answer, { depth: 8, customInspect: false, getters: false });
  }
}

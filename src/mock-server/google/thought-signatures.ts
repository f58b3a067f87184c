import { randomBytes } from "node:crypto";
import type { WireCall, WireContent, WirePart } from "./generate-body.js";
import { refuse } from "./refusal.js";

/**
 * The signatures with which a model signs its calls, and wants them back byte for byte on the same part:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export interface ThoughtSignatures {
  /** Signs a call, the first of a reply. */
  sign(call: WireCall): string;
  /**
   * Looks for what was signed, in the turn that is under way, and for signatures that are none, in all of them. A call
   * that was never signed here needs none: it may be another model's.
   * @throws Refusal
   */
  check(contents: readonly WireContent[]): void;
}

/** What stands for a signature on a call that another model made: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
const placeholders: readonly string[] = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

export function createThoughtSignatures(): ThoughtSignatures {
  const signed = new Map<string, Set<string>>();

  const checkPart = ({ functionCall: call, thoughtSignature: signature }: WirePart) => {
    if (signature === undefined) return;
    const known = call && signed.get(identity(call));
    // https://github.com/google-gemini/gemini-cli/issues/13467
    if (!(known ? known.has(signature) : placeholders.includes(signature))) refuse("Corrupted thought signature.");
  };

  return {
    sign(call) {
      const signature = randomBytes(48).toString("base64");
      const known = signed.get(identity(call)) ?? new Set();
      signed.set(identity(call), known.add(signature));
      return signature;
    },
    check(contents) {
      for (const { parts = [] } of contents) parts.forEach(checkPart);
      const current = contents.findLastIndex(isQuestion);
      for (const [i, { parts = [] }] of contents.entries()) {
        const first = parts.find(({ functionCall }) => functionCall);
        if (i < current || !first?.functionCall || first.thoughtSignature !== undefined) continue;
        if (signed.has(identity(first.functionCall))) refuse(missing(first.functionCall, i + 1));
      }
    },
  };
}

/** A turn begins where the user speaks; functions that respond go on with it. */
function isQuestion({ role = "user", parts = [] }: WireContent): boolean {
  return role === "user" && !parts.some(({ functionResponse }) => functionResponse);
}

const identity = ({ name, args = {} }: WireCall): string => JSON.stringify([name, args]);

/** https://github.com/nanbingxyz/5ire/issues/405 */
function missing({ name }: WireCall, position: number): string {
  return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
}

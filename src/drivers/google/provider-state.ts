import { type AssistantMessage, isObject } from "../../contract/index.js";

/**
 * How the parts of a turn lay, so that they can be put together again from the message's text, reasoning and calls, each
 * signature on its part: https://ai.google.dev/gemini-api/docs/thought-signatures. The text itself is not kept twice.
 */
export type PartLayout = (
  | { readonly kind: "text" | "thought"; readonly length: number }
  /** `id` as Google sent it; it is returned, and no other is. https://github.com/brightwave-inc/tidebreak/pull/1535 */
  | { readonly kind: "call"; readonly id?: string }
  /** A part that the contract has no place for, such as code that Google ran: as it came. */
  | { readonly kind: "other"; readonly part: object }
) & { readonly signature?: string };

/** @returns undefined where text and reasoning alone say all there is */
export function writeState(provider: string, parts: readonly PartLayout[]): unknown {
  const isPlain = parts.every(
    ({ kind, signature }) => (kind === "text" || kind === "thought") && signature === undefined,
  );
  return isPlain ? undefined : { [provider]: { parts } };
}

/**
 * What this provider wrote; another's is left alone. Where the message was changed since, the parts that no longer fit
 * are left out, and what the message says goes without them.
 */
export function readState(provider: string, message: AssistantMessage): readonly PartLayout[] | undefined {
  const states = message.providerState;
  const own = isObject(states) && Object.hasOwn(states, provider) ? states[provider] : undefined;
  if (!isObject(own) || !Array.isArray(own.parts)) return undefined;
  return own.parts.every(isLayout) ? own.parts : undefined;
}

function isLayout(value: unknown): value is PartLayout {
  if (!isObject(value) || !(value.signature === undefined || typeof value.signature === "string")) return false;
  switch (value.kind) {
    case "text":
    case "thought":
      return Number.isSafeInteger(value.length) && (value.length as number) >= 0;
    case "call":
      return value.id === undefined || typeof value.id === "string";
    case "other":
      return isObject(value.part);
    default:
      return false;
  }
}

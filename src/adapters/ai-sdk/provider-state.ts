import { type AssistantMessage, isObject } from "../../contract/index.js";

/**
 * How the parts of a turn lay, each with the metadata that belongs to it (a thought signature, an item's id) and that the
 * model wants back as `providerOptions`. The text itself is not kept twice.
 */
export type PartLayout =
  | { readonly kind: "text" | "reasoning"; readonly length: number; readonly metadata?: object | undefined }
  | { readonly kind: "call"; readonly metadata?: object | undefined };

/** @returns undefined where text, reasoning and calls alone say all there is */
export function writeState(provider: string, parts: readonly PartLayout[]): unknown {
  return parts.some(({ metadata }) => metadata !== undefined) ? { [provider]: { parts } } : undefined;
}

/** What this provider's model wrote, as long as the message is still what it was. */
export function readState(provider: string, message: AssistantMessage): readonly PartLayout[] | undefined {
  const { content, reasoning = "", toolCalls = [], providerState: states } = message;
  const own = isObject(states) && Object.hasOwn(states, provider) ? states[provider] : undefined;
  if (!isObject(own) || !Array.isArray(own.parts) || !own.parts.every(isLayout)) return undefined;
  const layouts: readonly PartLayout[] = own.parts;
  const lengthOf = (kind: "text" | "reasoning") =>
    layouts.reduce((sum, layout) => (layout.kind === kind ? sum + layout.length : sum), 0);
  const isSame =
    lengthOf("text") === content.length &&
    lengthOf("reasoning") === reasoning.length &&
    layouts.filter(({ kind }) => kind === "call").length === toolCalls.length;
  return isSame ? layouts : undefined;
}

function isLayout(value: unknown): value is PartLayout {
  if (!isObject(value) || !(value.metadata === undefined || isObject(value.metadata))) return false;
  if (value.kind === "call") return true;
  const { kind, length } = value;
  return (kind === "text" || kind === "reasoning") && Number.isSafeInteger(length) && (length as number) >= 0;
}

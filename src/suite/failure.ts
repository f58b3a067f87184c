import { inspect } from "node:util";
import { type EmbedResponse, isLLMError, type LLMResponse } from "../contract/index.js";

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

/** What a live subject did is no ground for any verdict: a model that was to call a tool answered without it. */
export class Unjudged extends Error {
  override readonly name = "Unjudged";
}

/** @throws Failure unless the condition holds. @param seen what was seen when it does not */
export function expectThat(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Failure(seen);
}

/** The one form in which a failure tells what should have been there and what was: `what: expected …, got …`. */
export function mismatch(what: string, expected: string, got: string): string {
  return `${what}: expected ${expected}, got ${got}`;
}

/** Where an error was thrown, ` at file:line:column`; nothing where it does not say. */
export function placeOf(error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : "";
  const place = /^\s+at (?:.*\()?((?:file:|\/|[A-Za-z]:\\).*?:\d+:\d+)\)?$/m.exec(stack)?.[1];
  return place === undefined ? "" : ` at ${place}`;
}

/** The longest description of a value, in characters. */
const longest = 240;

/**
 * A value as it is told in a failure: one line, bounded, without running any code of its own. What cannot be seen of a
 * text (combining marks, joiners, a run of spaces) is told by its code points.
 */
export function describe(value: unknown): string {
  if (isLLMError(value)) return `${value.code} (status ${value.status}): ${cut(value.message)}`;
  if (value instanceof Error) return `${value.name}: ${cut(value.message)}`;
  return cut(describeResponse(value) ?? inspected(value));
}

/** @param maxStringLength how much of each text within it is told, in characters */
function inspected(value: unknown, maxStringLength = 100): string {
  const text = inspect(value, {
    depth: 8,
    breakLength: Number.POSITIVE_INFINITY,
    compact: true,
    maxStringLength,
    maxArrayLength: 6,
    customInspect: false,
  });
  return text.replace(unseen, toCodePoints);
}

/** A request by what is peculiar to it: without its conversation, where there is anything else in it. */
export function describeRequest(request: unknown): string {
  const { messages, ...others } = (typeof request === "object" ? (request ?? {}) : {}) as { messages?: unknown };
  const isPlain = Array.isArray(messages) && messages.length > 0 && Object.keys(others).length > 0;
  return cut(inspected(isPlain ? others : request, 32));
}

const unseen = /[\p{M}\p{Cf}\p{Zl}\p{Zp}\u{a0}\u{fffd}]| {2,}/gu;

/** Characters written as their codes: `\u{301}`. */
export function toCodePoints(text: string): string {
  return [...text].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join("");
}

/** A response is told by what it says: the rest of its fields is the same in most of them. */
function describeResponse(value: unknown): string | undefined {
  const { text, finishReason, messages, vectors } = (value ?? {}) as Partial<LLMResponse & EmbedResponse>;
  if (Array.isArray(vectors)) return `a response with ${vectors.length} vector${vectors.length === 1 ? "" : "s"}`;
  if (typeof text !== "string" || !Array.isArray(messages)) return undefined;
  return `a response with text ${inspected(text)} and finishReason ${inspected(finishReason)}`;
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}… (${text.length} characters)` : text;
}

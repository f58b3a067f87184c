import { type AssistantMessage, isObject } from "../../contract/index.js";

/** What an assistant turn must remember for its replay, beside what the contract has a place for. */
export interface TurnState {
  /** The field under which the reasoning came, for example `reasoning_content`. */
  readonly reasoningField?: string | undefined;
  /** What came with each tool call (a thought signature), by the call's position; null where there was nothing. */
  readonly extraContent?: readonly unknown[] | undefined;
}

/** @returns undefined where there is nothing to remember */
export function writeState(provider: string, { reasoningField, extraContent = [] }: TurnState): unknown {
  const extra = extraContent.some((content) => content !== null && content !== undefined);
  if (reasoningField === undefined && !extra) return undefined;
  const state = {
    ...(reasoningField !== undefined && { reasoningField }),
    ...(extra && { extraContent: extraContent.map((content) => content ?? null) }),
  };
  return { [provider]: state };
}

/** What this provider wrote; another's is left alone. */
export function readState(provider: string, message: AssistantMessage): TurnState {
  const states = message.providerState;
  const own = isObject(states) && Object.hasOwn(states, provider) ? states[provider] : undefined;
  if (!isObject(own)) return {};
  const { reasoningField, extraContent } = own;
  return {
    ...(typeof reasoningField === "string" && reasoningFields.includes(reasoningField) && { reasoningField }),
    ...(Array.isArray(extraContent) && { extraContent }),
  };
}

/**
 * The fields under which reasoning comes, the one that most servers have first. Some send two with the same text:
 * https://github.com/musistudio/claude-code-router/pull/1205
 */
export const reasoningFields: readonly string[] = ["reasoning_content", "reasoning", "reasoning_text", "thinking"];

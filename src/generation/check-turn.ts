import {
  copyJSON,
  type FinishReason,
  type JSONValue,
  LLMError,
  type Source,
  type Turn,
  type TurnToolCall,
  type Usage,
} from "../contract/index.js";
import { finishReason } from "./finish-reason.js";
import { cleanUsage } from "./usage.js";

/** A turn in which everything is there and of its type. */
export interface CheckedTurn {
  readonly text: string;
  readonly reasoning?: string;
  readonly toolCalls: readonly TurnToolCall[];
  readonly sources: readonly Source[];
  readonly finishReason: FinishReason;
  readonly providerFinishReason?: string;
  readonly usage: Usage;
  readonly model?: string;
  readonly providerState?: JSONValue;
  readonly raw?: unknown;
}

/**
 * Checks what a driver gave for a turn.
 * @throws LLMError `LLM_BAD_RESPONSE` where it is not a turn
 */
export function checkTurn(turn: Turn, provider: string): CheckedTurn {
  const bad = (what: string): never => {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the driver's turn is malformed: ${what}`, { provider });
  };
  if (typeof turn !== "object" || turn === null) return bad("it is not an object");
  const { text, reasoning, providerFinishReason, model, providerState, raw } = turn;
  if (typeof text !== "string") bad("its text is not a string");
  if (reasoning !== undefined && typeof reasoning !== "string") bad("its reasoning is not a string");
  const toolCalls = (turn.toolCalls ?? []).map((call) => checkCall(call, bad));
  return {
    text: text.toWellFormed(),
    ...(reasoning && { reasoning: reasoning.toWellFormed() }),
    toolCalls,
    sources: (turn.sources ?? []).filter((source) => typeof source?.url === "string"),
    finishReason: finishReason(providerFinishReason, turn.finishReason, toolCalls.length),
    ...(providerFinishReason && { providerFinishReason }),
    usage: cleanUsage(turn.usage),
    ...(model && { model }),
    ...(providerState !== undefined && { providerState: copied(providerState, "providerState", bad) }),
    ...(raw !== undefined && { raw }),
  };
}

/** Checks one call; its input is copied, so that nobody shares it with the driver. */
export function checkCall(call: TurnToolCall, bad: (what: string) => never): TurnToolCall {
  if (typeof call?.name !== "string" || call.name === "") return bad("a tool call has no name");
  const { id, name, invalidInput } = call;
  return {
    ...(id && { id }),
    name: name.toWellFormed(),
    input: invalidInput === undefined ? copied(call.input ?? {}, `the input of ${name}`, bad) : {},
    ...(invalidInput !== undefined && { invalidInput }),
  };
}

function copied(value: unknown, path: string, bad: (what: string) => never): JSONValue {
  return copyJSON(value, path, (place, what) => bad(`JSON cannot carry ${what} (${place})`)) as JSONValue;
}

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
import { finishReason, finishReasons } from "./finish-reason.js";
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

/** Whose turn it is. */
export interface TurnSource {
  readonly provider: string;
  /** Whether it may hold integers beyond 2^53 − 1, as `bigint`. */
  readonly takesLarge?: boolean;
}

/**
 * Checks what a driver gave for a turn.
 * @throws LLMError `LLM_BAD_RESPONSE` where it is not a turn
 */
export function checkTurn(turn: Turn, { provider, takesLarge = false }: TurnSource): CheckedTurn {
  const bad = (what: string): never => {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the driver's turn is malformed: ${what}`, { provider });
  };
  if (typeof turn !== "object" || turn === null) return bad("it is not an object");
  const { text, reasoning, providerFinishReason, model, providerState, raw } = turn;
  const [calls, sources] = [turn.toolCalls ?? [], turn.sources ?? []];
  if (typeof text !== "string") bad("its text is not a string");
  const checkString = (value: unknown, name: string) => {
    if (value !== undefined && typeof value !== "string") bad(`its ${name} is not a string`);
  };
  checkString(reasoning, "reasoning");
  checkString(providerFinishReason, "providerFinishReason");
  checkString(model, "model");
  if (!Array.isArray(calls)) bad("its toolCalls are not a list");
  if (!Array.isArray(sources)) bad("its sources are not a list");
  if (turn.finishReason !== undefined && !finishReasons.has(turn.finishReason)) {
    bad(`its finishReason is not one of ${[...finishReasons].join(", ")}`);
  }
  const toolCalls = calls.map((call) => checkCall(call, bad, takesLarge));
  return {
    text: text.toWellFormed(),
    ...(reasoning && { reasoning: reasoning.toWellFormed() }),
    toolCalls,
    sources: sources.flatMap(copiedSource),
    finishReason: finishReason(providerFinishReason, turn.finishReason, toolCalls.length),
    ...(providerFinishReason && { providerFinishReason: providerFinishReason.toWellFormed() }),
    usage: cleanUsage(turn.usage),
    ...(model && { model: model.toWellFormed() }),
    ...(providerState !== undefined && { providerState: copied(providerState, "providerState", bad, takesLarge) }),
    ...(raw !== undefined && { raw }),
  };
}

/** Checks one call; its input is copied, so that nobody shares it with the driver. */
export function checkCall(call: TurnToolCall, bad: (what: string) => never, takesLarge = false): TurnToolCall {
  if (typeof call?.name !== "string" || call.name === "") return bad("a tool call has no name");
  const { id, name, invalidInput } = call;
  if (id !== undefined && typeof id !== "string") bad(`the id of a call of ${name} is not a string`);
  if (invalidInput !== undefined && typeof invalidInput !== "string") {
    bad(`the invalidInput of a call of ${name} is not a string`);
  }
  return {
    ...(id && { id: id.toWellFormed() }),
    name: name.toWellFormed(),
    input: invalidInput === undefined ? copied(call.input ?? {}, `the input of ${name}`, bad, takesLarge) : {},
    ...(invalidInput !== undefined && { invalidInput: invalidInput.toWellFormed() }),
  };
}

/** Nothing of a source that has no address: nobody could look it up. */
function copiedSource(source: Source): Source[] {
  const { id, type, url, title } = source ?? {};
  if (typeof type !== "string" || typeof url !== "string") return [];
  const copy = {
    ...(typeof id === "string" && { id: id.toWellFormed() }),
    type,
    url: url.toWellFormed(),
    ...(typeof title === "string" && { title: title.toWellFormed() }),
  };
  return [copy];
}

function copied(value: unknown, path: string, bad: (what: string) => never, takesLarge: boolean): JSONValue {
  const unsafe = (place: string, what: string) => bad(`JSON cannot carry ${what} (${place})`);
  return copyJSON(value, path, unsafe, () => takesLarge) as JSONValue;
}

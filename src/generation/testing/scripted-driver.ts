import {
  type Capabilities,
  capabilityNames,
  type Driver,
  type Turn,
  type TurnContext,
  type TurnEvent,
  type TurnRequest,
} from "../../contract/index.js";

/** What a driver under test does with one turn: gives it (what is missing is empty), throws it, or works it out. */
export type Answer = Partial<Turn> | Error | ((request: TurnRequest, context: TurnContext) => unknown);

export interface ScriptedDriver extends Driver {
  /** Every turn that it was asked for. */
  readonly asked: { readonly request: TurnRequest; readonly context: TurnContext }[];
}

export const everyCapability: Capabilities = Object.fromEntries(
  capabilityNames.map((name) => [name, true]),
) as unknown as Capabilities;

/** A driver that answers in order. It streams text one code unit at a time, so that surrogate pairs are split. */
export function scriptedDriver(...answers: readonly Answer[]): ScriptedDriver {
  const asked: ScriptedDriver["asked"] = [];
  const answer = async (request: TurnRequest, context: TurnContext): Promise<Turn> => {
    asked.push({ request, context });
    const next = answers[asked.length - 1];
    if (next === undefined) throw new Error(`turn ${asked.length} was not scripted`);
    if (next instanceof Error) throw next;
    return typeof next === "function" ? ((await next(request, context)) as Turn) : { text: "", ...next };
  };
  return {
    provider: "scripted",
    model: "scripted-1",
    capabilities: everyCapability,
    asked,
    turn: answer,
    async streamTurn(request, context) {
      return eventsOf(await answer(request, context));
    },
    countTokens: async () => 1,
  };
}

async function* eventsOf(turn: Turn): AsyncGenerator<TurnEvent> {
  for (const text of (turn.reasoning ?? "").split("")) yield { type: "reasoning", text };
  for (const text of turn.text.split("")) yield { type: "text", text };
  for (const call of turn.toolCalls ?? []) yield { type: "tool-call", call };
  yield { type: "turn", turn };
}

/** A driver whose streams are whatever is handed in, well-behaved or not. */
export function streamingDriver(
  open: (request: TurnRequest, context: TurnContext) => unknown,
): Driver & { readonly contexts: TurnContext[] } {
  const contexts: TurnContext[] = [];
  return {
    ...scriptedDriver(),
    contexts,
    async streamTurn(request, context) {
      contexts.push(context);
      return (await open(request, context)) as AsyncIterable<TurnEvent>;
    },
  };
}

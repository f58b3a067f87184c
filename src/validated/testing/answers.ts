import type { Driver, LocalTool, Turn, TurnContext, TurnEvent, TurnRequest } from "../../contract/index.js";

export const context: TurnContext = { signal: new AbortController().signal, step: 1 };

export const search: LocalTool = {
  name: "search",
  description: "Searches.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer", minimum: 1, maximum: 100 } },
    required: ["query"],
    additionalProperties: false,
  },
};

export const request: TurnRequest = { messages: [{ role: "user", content: "Find foxes." }], tools: [search] };

export const city = {
  name: "city",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"], additionalProperties: false },
};

export interface Answering extends Driver {
  /** How often the provider was asked. */
  readonly asked: () => number;
}

/** A driver that gives whatever it is told to, well-formed or not, and streams what is handed in. */
export function answering(turn: unknown, events?: () => Iterable<unknown> | AsyncIterable<unknown>): Answering {
  let asked = 0;
  return {
    provider: "answering",
    model: "answering-1",
    capabilities: { streaming: true, structuredOutput: true, tools: true, tokenCounting: true },
    asked: () => asked,
    async turn() {
      asked += 1;
      return turn as Turn;
    },
    async streamTurn() {
      asked += 1;
      return streamOf(events?.() ?? eventsOf(turn as Turn)) as AsyncIterable<TurnEvent>;
    },
    async countTokens() {
      asked += 1;
      return turn as number;
    },
  };
}

async function* streamOf(events: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield* events;
}

/** What a driver streams of a turn: its text in two pieces, its calls, its end. */
export function* eventsOf(turn: Turn): Generator<TurnEvent> {
  const { text, reasoning, toolCalls = [] } = (turn ?? {}) as Partial<Turn>;
  if (reasoning) yield { type: "reasoning", text: reasoning };
  if (typeof text === "string" && text) yield { type: "text", text: text.slice(0, 1) };
  if (typeof text === "string" && text.length > 1) yield { type: "text", text: text.slice(1) };
  for (const call of Array.isArray(toolCalls) ? toolCalls : []) yield { type: "tool-call", call };
  yield { type: "turn", turn };
}

/** What came of a stream: its events, and the error that ended it. */
export async function outcomeOf(
  opening: Promise<AsyncIterable<TurnEvent>> | undefined,
): Promise<{ readonly events: readonly TurnEvent[]; readonly error?: unknown }> {
  const events: TurnEvent[] = [];
  try {
    for await (const event of (await opening) as AsyncIterable<TurnEvent>) events.push(event);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

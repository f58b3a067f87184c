import {
  isLLMError,
  type LLM,
  type LLMResponse,
  type Message,
  type StreamEvent,
  type ToolCall,
  type TurnRequest,
} from "../../contract/index.js";
import { generatePausing } from "./pause.js";
import type { RoadScript } from "./road-script.js";
import { toldOf } from "./told.js";

/** How a script is played; pausing means after every turn, the conversation kept as JSON until it goes on. */
export type Method = "generate" | "stream" | "pause and resume";

/**
 * What came of a script, without what each road may have of its own:
 * - the provider's name, the model's where neither script nor request names one, and `raw`;
 * - ids that were minted, which are told by their order;
 * - `providerFinishReason` where the script has none: a wire always has a word for it;
 * - `providerState`, which is opaque;
 * - of an error its message, the id of its request and how soon to try again where the script does not say.
 */
export interface Outcome {
  /** What the model was told in each turn, see `toldOf`. */
  readonly told: readonly unknown[];
  /** Of a stream: its events, deltas joined. Absent where it was not accepted. */
  readonly events?: readonly unknown[];
  readonly response?: unknown;
  readonly error?: object;
}

/**
 * Plays a script to its end.
 * @param turns what the model was asked, once it is over
 */
export async function playRoad(
  llm: LLM,
  { script, request }: RoadScript,
  method: Method,
  turns: () => readonly (TurnRequest | undefined)[],
): Promise<Outcome> {
  const neutral = neutraliser(llm, script, request);
  const events: StreamEvent[] = [];
  let accepted = false;
  let ending: Pick<Outcome, "response" | "error">;
  try {
    if (method === "generate") {
      ending = { response: await llm.generate(request) };
    } else if (method === "pause and resume") {
      ending = { response: await generatePausing(llm, request) };
    } else {
      const stream = await llm.stream(request);
      accepted = true;
      for await (const event of stream) events.push(event);
      ending = { response: await stream.response() };
    }
  } catch (error) {
    ending = { error: neutral.error(error) };
  }
  const came = {
    ...(accepted && { events: joined(events).map(neutral.event) }),
    ...(ending.response !== undefined && { response: neutral.response(ending.response as LLMResponse) }),
    ...(ending.error && { error: ending.error }),
  };
  return { ...came, told: turns().map((turn) => turn && neutral.told(turn)) };
}

function neutraliser(llm: LLM, script: RoadScript["script"], request: RoadScript["request"]) {
  const replies = script.map((reply) => (typeof reply === "string" ? {} : reply));
  const given = new Set(replies.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
  for (const message of request.messages) {
    if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) given.add(id);
  }
  const minted: string[] = [];
  const named = (id: string) => {
    if (given.has(id)) return id;
    if (!minted.includes(id)) minted.push(id);
    return `minted ${minted.indexOf(id) + 1}`;
  };
  const withName = <T extends { readonly id: string }>(item: T): T => ({ ...item, id: named(item.id) });

  const message = (from: Message) => {
    if (from.role === "tool") return { ...from, results: from.results.map(withName) };
    if (from.role === "user") return from;
    const { providerState: _, ...rest } = from;
    return { ...rest, ...(rest.toolCalls && { toolCalls: rest.toolCalls.map(withName) }) };
  };

  const response = ({ raw: _, provider: __, providerFinishReason, ...rest }: LLMResponse) => ({
    ...rest,
    ...(replies[rest.steps - 1]?.providerFinishReason && { providerFinishReason }),
    model: rest.model === llm.model ? "its own" : rest.model,
    toolCalls: rest.toolCalls.map(withName),
    messages: rest.messages.map(message),
  });

  return {
    response,

    event(event: StreamEvent): unknown {
      if (event.type === "finish") return { type: "finish", response: response(event.response) };
      return "call" in event ? { ...event, call: withName<ToolCall>(event.call) } : event;
    },

    told: (turn: TurnRequest) => toldOf(turn, llm, named),

    error(error: unknown): object {
      if (!isLLMError(error)) return { unexpected: error };
      const { code, status, retryable, retryAfterMs, requestId } = error;
      const scripted = replies.find((reply) => reply.error)?.error;
      return {
        ...{ code, status, retryable },
        ...(scripted?.retryAfterMs !== undefined && { retryAfterMs }),
        ...(scripted?.requestId !== undefined && retryable && { requestId }),
      };
    },
  };
}

/** Deltas in a row of one kind and step become one: where they are cut is each road's own affair. */
function joined(events: readonly StreamEvent[]): StreamEvent[] {
  const all: StreamEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const goesOn =
      (event.type === "text" || event.type === "reasoning") && last?.type === event.type && last.step === event.step;
    if (goesOn) all[all.length - 1] = { ...event, text: last.text + event.text };
    else all.push(event);
  }
  return all;
}

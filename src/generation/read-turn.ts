import { isDeepStrictEqual } from "node:util";
import {
  LLMError,
  type StreamEvent,
  type ToolCall,
  type Turn,
  type TurnEvent,
  type TurnToolCall,
} from "../contract/index.js";
import { batchesOf } from "./batches.js";
import type { CallIds } from "./call-ids.js";
import { type CheckedTurn, checkCall, checkTurn, type TurnSource } from "./check-turn.js";
import { createDeltaJoiner } from "./delta-joiner.js";
import { createGrowingText } from "./growing-text.js";
import type { Scope } from "./scope.js";

/** One finished turn: the driver's, its calls with their ids. */
export interface ReadTurn {
  readonly turn: CheckedTurn;
  readonly calls: readonly ToolCall[];
}

/**
 * Takes a turn that came whole.
 * @throws LLMError `LLM_BAD_RESPONSE` where it is no turn
 */
export function takeTurn(sent: Turn, from: TurnSource, ids: CallIds): ReadTurn {
  const turn = checkTurn(sent, from);
  return { turn, calls: turn.toolCalls.map((call) => ({ ...call, id: ids.assign(call.id) })) };
}

/** Whether anything has come out of the generation yet. */
export interface Progress {
  emitted: boolean;
}

/**
 * Reads one streamed turn, passing its deltas and calls on as they come, many at once, and holds it to the protocol of
 * `TurnEvent`: the deltas join to the turn's text, the announced calls are the turn's, and the turn comes last, once.
 * @throws LLMError `LLM_BAD_RESPONSE` where the driver breaks that, `LLM_STREAM_INTERRUPTED` where the turn never comes
 */
export async function* readTurn(
  events: AsyncIterable<TurnEvent>,
  step: number,
  from: TurnSource,
  ids: CallIds,
  scope: Scope,
  progress: Progress,
): AsyncGenerator<readonly StreamEvent[], ReadTurn> {
  const reader = createTurnReader(step, from, ids);
  const { provider } = from;
  const batches = batchesOf(events);
  try {
    for (;;) {
      const next = await scope.race(() => batches.next());
      if (next.done) {
        throw new LLMError("LLM_STREAM_INTERRUPTED", `${provider}: the stream ended before the turn was complete`, {
          provider,
        });
      }
      const given: StreamEvent[] = [];
      let read: ReadTurn | undefined;
      let failure: { readonly thrown: unknown } | undefined;
      try {
        for (const event of next.value) {
          progress.emitted = true;
          read = reader.take(event, given);
          if (read) break;
        }
      } catch (thrown) {
        // What came before it is not lost.
        failure = { thrown };
      }
      if (given.length > 0) yield given;
      if (failure) throw failure.thrown;
      if (read) return read;
    }
  } finally {
    // Never waited for: a driver's iterator may not agree to end.
    void (async () => batches.return?.())().catch(() => {});
  }
}

interface TurnReader {
  /**
   * @param given gets what is to be passed on
   * @returns the turn, once it has come
   */
  take(event: TurnEvent, given: StreamEvent[]): ReadTurn | undefined;
}

function createTurnReader(step: number, from: TurnSource, ids: CallIds): TurnReader {
  const { provider } = from;
  const bad = (what: string): never => {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the driver's stream is malformed: ${what}`, { provider });
  };
  const joiners = { text: createDeltaJoiner(), reasoning: createDeltaJoiner() };
  const joined = { text: createGrowingText(), reasoning: createGrowingText() };
  const announced: { readonly sent: TurnToolCall; readonly id: string }[] = [];
  const withId = (call: TurnToolCall): ToolCall => ({ ...call, id: ids.assign(call.id) });

  const end = (sent: Turn, given: StreamEvent[]): ReadTurn => {
    const turn = checkTurn(sent, from);
    for (const type of ["reasoning", "text"] as const) {
      const whole = turn[type] ?? "";
      const told = joined[type].text();
      if (!whole.startsWith(told)) bad(`its ${type} deltas are not the beginning of the turn's ${type}`);
      const rest = whole.slice(told.length);
      if (rest) given.push({ type, text: rest, step });
    }
    if (announced.length > turn.toolCalls.length) bad("it announced more tool calls than the turn holds");
    const calls: ToolCall[] = [];
    for (const [i, call] of turn.toolCalls.entries()) {
      const earlier = announced[i];
      if (earlier && !isSameCall(earlier.sent, call)) bad("an announced tool call differs from the turn's");
      const identified = earlier ? { ...call, id: earlier.id } : withId(call);
      calls.push(identified);
      // A copy: whoever gets the event does not get a hand on the call that will run.
      if (!earlier) given.push({ type: "tool-call", call: structuredClone(identified), step });
    }
    return { turn, calls };
  };

  return {
    take(event, given) {
      if (event.type === "text" || event.type === "reasoning") {
        if (typeof event.text !== "string") bad(`a ${event.type} delta is not a string`);
        const text = joiners[event.type](event.text);
        joined[event.type].add(text);
        if (text) given.push({ type: event.type, text, step });
      } else if (event.type === "tool-call") {
        const sent = checkCall(event.call, bad, from.takesLarge);
        const call = withId(sent);
        announced.push({ sent, id: call.id });
        given.push({ type: "tool-call", call: structuredClone(call), step });
      } else if (event.type === "turn") {
        return end(event.turn, given);
      } else {
        bad("an event has an unknown type");
      }
      return undefined;
    },
  };
}

/** An id may come late, or not at all; but it does not change. */
function isSameCall(announced: TurnToolCall, final: TurnToolCall): boolean {
  const { id = final.id, ...call } = announced;
  const { id: finalId = id, ...finalCall } = final;
  return id === finalId && isDeepStrictEqual(call, finalCall);
}

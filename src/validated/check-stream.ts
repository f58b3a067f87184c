import { isDeepStrictEqual } from "node:util";
import { copyJSON, type Turn, type TurnEvent, type TurnToolCall } from "../contract/index.js";
import { batchesOf, createGrowingText, type InBatches, inBatches } from "../generation/index.js";
import { createMeasure, type Measure } from "./bounds.js";
import type { Reject } from "./check-answer.js";

/** How the stream of one turn is looked at. */
export interface StreamRules {
  /** Whether the text is structured output, which is held until its end. */
  readonly holdsText: boolean;
  /** Looks at the whole answer, once it has come. */
  check(answer: unknown, reject: Reject): Promise<Turn>;
  /** Refuses. @param received all that had come, for the evidence */
  readonly rejecting: (received: () => unknown) => Reject;
}

/**
 * Passes on what a stream brings: text at once, calls and structured output, with all that comes after them, once the
 * whole was looked at. Of an answer that is refused nothing that was held comes out; the error is what every later read
 * gets.
 */
export function checkedStream(
  source: AsyncIterable<TurnEvent>,
  rules: StreamRules,
): AsyncIterable<TurnEvent> & InBatches<TurnEvent> {
  const reader = createReader(rules);
  const batches = batchesOf(source);
  let failure: { readonly thrown: unknown } | undefined;
  let isOver = false;

  const leave = () => void (async () => batches.return?.())().catch(() => {});

  async function read(): Promise<IteratorResult<readonly TurnEvent[], undefined>> {
    for (;;) {
      if (failure) throw failure.thrown;
      if (isOver) return { done: true, value: undefined };
      const passed: TurnEvent[] = [];
      try {
        const next = await batches.next();
        if (next.done) {
          isOver = true;
          passed.push(...(await reader.end()));
        } else {
          for (const event of next.value) reader.take(event, passed);
        }
      } catch (thrown) {
        // What had passed before it is not lost; the error comes with the next read, and with every one after it.
        failure = { thrown };
        leave();
      }
      if (passed.length > 0) return { done: false, value: passed };
    }
  }

  return {
    [inBatches]: () => ({
      next: read,
      async return() {
        isOver = true;
        leave();
        return { done: true, value: undefined };
      },
    }),
    [Symbol.asyncIterator]() {
      let batch: readonly TurnEvent[] = [];
      let at = 0;
      return {
        async next() {
          if (at >= batch.length) {
            const more = await read();
            if (more.done) return more;
            [batch, at] = [more.value, 0];
          }
          return { done: false, value: batch[at++] as TurnEvent };
        },
        async return() {
          isOver = true;
          leave();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

interface Reader {
  take(event: TurnEvent, passed: TurnEvent[]): void;
  /** @returns what was held, once all of it was looked at; nothing where the turn never came */
  end(): Promise<readonly TurnEvent[]>;
}

function createReader({ holdsText, check, rejecting }: StreamRules): Reader {
  const joined = { text: createGrowingText(), reasoning: createGrowingText() };
  const announced: TurnToolCall[] = [];
  const measure = createMeasure();
  const held: TurnEvent[] = [];
  let hasBegun = false;
  let answer: { readonly turn: unknown } | undefined;
  const reject = rejecting(() => ({
    text: joined.text.text,
    reasoning: joined.reasoning.text,
    toolCalls: announced,
    ...answer,
  }));
  const bad = (what: string): never => reject("stream_protocol", what);

  return {
    take(given, passed) {
      if (answer) bad("something comes after its end");
      const event = readEvent(given, bad);
      hasBegun ||= event.type !== "turn";
      switch (event.type) {
        case "text":
        case "reasoning": {
          joined[event.type].add(event.text);
          const tooMuch = measure.addText(event.text);
          if (tooMuch) reject("output_bounds", tooMuch);
          const isHeld = held.length > 0 || (holdsText && event.type === "text");
          (isHeld ? held : passed).push(event);
          return;
        }
        case "tool-call": {
          const tooMuch = measured(measure, event.call, bad);
          if (tooMuch) reject("output_bounds", tooMuch);
          announced.push(event.call);
          held.push(event);
          return;
        }
        case "turn":
          answer = { turn: event.turn };
          return;
      }
    },
    async end() {
      // As after a cut connection: whoever reads a stream without an end knows what that is.
      if (!answer) return [];
      const turn = await check(answer.turn, reject);
      // A driver may have nothing to say before its end; one that has begun to tell tells all.
      if (!hasBegun) return [{ type: "turn", turn }];
      for (const type of ["text", "reasoning"] as const) {
        const whole = turn[type] ?? "";
        if (joined[type].text().toWellFormed() !== whole)
          bad(`its ${type} deltas do not join to the ${type} of its end`);
      }
      const calls = turn.toolCalls ?? [];
      if (calls.length !== announced.length || !calls.every((call, i) => isSame(announced[i], call)))
        bad("the calls that it announced are not those of its end");
      const position = new Map(announced.map((call, i) => [call, i]));
      const released = held.map((event): TurnEvent => {
        // The call as it was looked at, and no longer the driver's own.
        const call = event.type === "tool-call" ? calls[position.get(event.call) ?? -1] : undefined;
        return call ? { type: "tool-call", call } : event;
      });
      return [...released, { type: "turn", turn }];
    },
  };
}

/** An event, each field of which is read once: what is looked at is what is handed on. */
function readEvent(event: TurnEvent, bad: (what: string) => never): TurnEvent {
  let fields: { readonly type: unknown; readonly text?: unknown; readonly call?: unknown; readonly turn?: unknown };
  try {
    const { type } = event;
    if (type === "text" || type === "reasoning") fields = { type, text: event.text };
    else if (type === "tool-call") fields = { type, call: event.call };
    else fields = { type, turn: event.turn };
  } catch {
    return bad("an event cannot be read");
  }
  const { type, text } = fields;
  if (type === "text" || type === "reasoning") {
    if (typeof text !== "string") bad("a delta is not a string");
  } else if (type !== "tool-call" && type !== "turn") bad("an event has an unknown type");
  return fields as TurnEvent;
}

/** Which bound a call passes. */
function measured(measure: Measure, call: unknown, bad: (what: string) => never): string | undefined {
  try {
    return measure.add(call, 1);
  } catch {
    return bad("a call cannot be read");
  }
}

/** An id may come late; it does not change. */
function isSame(announced: TurnToolCall | undefined, final: TurnToolCall): boolean {
  if (!announced) return false;
  const { id = final.id, name, input, invalidInput } = copied(announced);
  return (
    name === final.name &&
    (id || undefined) === (final.id || undefined) &&
    invalidInput === final.invalidInput &&
    isDeepStrictEqual(input, final.input)
  );
}

/** As the end was copied. What JSON cannot carry is not in the end either. */
function copied(call: TurnToolCall): TurnToolCall {
  const unsafe = (): never => {
    throw new TypeError("JSON cannot carry it");
  };
  try {
    return copyJSON(call, "", unsafe, () => true) as unknown as TurnToolCall;
  } catch {
    return { name: "", input: null };
  }
}

import { objectsOf } from "../events.js";
import { isEventStream, isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Inject } from "../quirk.js";

/** The choices of a reply or a chunk, and in each its `message` or `delta`. */
export function answersIn(object: WireObject): readonly { readonly choice: WireObject; readonly answer: WireObject }[] {
  return listOf(object.choices).map((choice) => {
    const answer = choice.message ?? choice.delta;
    return { choice, answer: isWireObject(answer) ? answer : {} };
  });
}

/** An entry of `tool_calls`: a whole call, or in a stream a fragment of one. */
export interface CallEntry {
  /** The index of the choice that it stands in. */
  readonly choice: unknown;
  readonly entry: WireObject;
}

/** Every entry of `tool_calls` in an answer, in order. */
export const entriesIn = (exchange: WireExchange): readonly CallEntry[] =>
  objectsOf(exchange).flatMap((object) =>
    answersIn(object).flatMap(({ choice, answer }) =>
      listOf(answer.tool_calls).map((entry) => ({ choice: choice.index ?? 0, entry })),
    ),
  );

/** What tells the call of a fragment from all others of its stream: their indexes begin anew in each choice. */
export const placeOf = ({ choice, entry }: CallEntry): string => `${choice}/${entry.index}`;

/** One call of an answer, its fragments joined as the protocol says: by index. */
export interface WireCall {
  /** The fragment that begins it, or the whole call. */
  readonly first: WireObject;
  readonly name: string;
  /** Absent where they are no text. */
  readonly arguments: string;
}

export function callsIn(exchange: WireExchange): readonly WireCall[] {
  const pieces = entriesIn(exchange);
  if (!isEventStream(exchange)) return pieces.map(({ entry }) => callOf([entry]));
  const byPlace = new Map<string, WireObject[]>();
  for (const piece of pieces) byPlace.set(placeOf(piece), [...(byPlace.get(placeOf(piece)) ?? []), piece.entry]);
  return [...byPlace.values()].map(callOf);
}

function callOf(pieces: readonly WireObject[]): WireCall {
  const functions = pieces.map((piece) => (isWireObject(piece.function) ? piece.function : {}));
  const joined = (field: string) => functions.map((fn) => (typeof fn[field] === "string" ? fn[field] : "")).join("");
  return { first: pieces[0] ?? {}, name: joined("name"), arguments: joined("arguments") };
}

/** Changes every call of a whole reply, and every fragment of one in a stream. */
export const onCalls = (change: (call: WireObject, index: number) => WireObject | undefined): Inject => {
  const changed = (object: WireObject): WireObject | undefined => {
    let isChanged = false;
    const choices = listOf(object.choices).map((choice) => {
      const field = isWireObject(choice.message) ? "message" : "delta";
      const answer = choice[field];
      if (!isWireObject(answer) || !Array.isArray(answer.tool_calls)) return choice;
      const calls = listOf(answer.tool_calls).map((call, i) => {
        const other = change(call, i);
        if (other) isChanged = true;
        return other ?? call;
      });
      return { ...choice, [field]: { ...answer, tool_calls: calls } };
    });
    return isChanged ? { ...object, choices } : undefined;
  };
  return either(onChunks(changed), onBody(changed));
};

export function listOf(value: unknown): readonly WireObject[] {
  return Array.isArray(value) ? value.filter(isWireObject) : [];
}

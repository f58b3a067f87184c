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

/** One call of an answer, its fragments joined as the protocol says: by index. */
export interface WireCall {
  /** The fragment that begins it, or the whole call. */
  readonly first: WireObject;
  readonly name: string;
  /** Absent where they are no text. */
  readonly arguments: string;
}

export function callsIn(exchange: WireExchange): readonly WireCall[] {
  const pieces = objectsOf(exchange).flatMap((object) =>
    answersIn(object).flatMap(({ answer }) => listOf(answer.tool_calls)),
  );
  if (!isEventStream(exchange)) return pieces.map((piece) => callOf([piece]));
  const byIndex = new Map<unknown, WireObject[]>();
  for (const piece of pieces) {
    const begun = byIndex.get(piece.index);
    if (begun) begun.push(piece);
    else byIndex.set(piece.index, [piece]);
  }
  return [...byIndex.values()].map(callOf);
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

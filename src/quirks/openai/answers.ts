import { objectsOf } from "../events.js";
import { isEventStream, isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Inject } from "../quirk.js";
import { answersIn, listOf } from "./calls.js";

/** Whether a reply is one to a turn that was accepted. */
export const isAccepted = ({ request, reply }: WireExchange): boolean =>
  (request.kind === "generate" || request.kind === "stream") && reply.status < 300;

/** What was asked; without any field where it is no JSON. */
export const askedIn = ({ request }: WireExchange): WireObject => objectIn(request.body) ?? {};

/** A text that is not empty. */
export const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The text of each message or delta that has some, in order. */
export function textsIn(exchange: WireExchange): readonly string[] {
  if (!isAccepted(exchange)) return [];
  return objectsOf(exchange).flatMap((object) =>
    answersIn(object)
      .map(({ answer }) => answer.content)
      .filter(isFilled),
  );
}

/** The finish reasons of an answer, in order; empty ones are none. */
export function finishReasonsIn(exchange: WireExchange): readonly string[] {
  return objectsOf(exchange).flatMap((object) =>
    answersIn(object)
      .map(({ choice }) => choice.finish_reason)
      .filter(isFilled),
  );
}

/** The usage that a reply ends with, wherever it stands; undefined where there is none. */
export function usageIn(exchange: WireExchange): WireObject | undefined {
  if (!isAccepted(exchange)) return undefined;
  return objectsOf(exchange)
    .flatMap((object) => [
      object.usage,
      isWireObject(object.x_groq) ? object.x_groq.usage : undefined,
      ...listOf(object.choices).map(({ usage }) => usage),
    ])
    .findLast(isWireObject);
}

/** Changes every choice of a reply, streamed or not. */
export const onChoices = (change: (choice: WireObject) => WireObject | undefined): Inject => {
  const changed = (object: WireObject): WireObject | undefined => {
    let isChanged = false;
    const choices = listOf(object.choices).map((choice) => {
      const other = change(choice);
      if (other) isChanged = true;
      return other ?? choice;
    });
    return isChanged ? { ...object, choices } : undefined;
  };
  return either(onChunks(changed), onBody(changed));
};

/** Changes every message or delta of a reply. */
export const onAnswers = (change: (answer: WireObject) => WireObject | undefined): Inject =>
  onChoices((choice) => {
    const field = isWireObject(choice.message) ? "message" : "delta";
    const answer = choice[field];
    const other = isWireObject(answer) ? change(answer) : undefined;
    return other && { ...choice, [field]: other };
  });

/** Changes every object of a reply that has a choice. */
export const onEnvelopes = (change: (object: WireObject) => WireObject | undefined): Inject => {
  const changed = (object: WireObject) => (listOf(object.choices).length > 0 ? change(object) : undefined);
  return either(onChunks(changed), onBody(changed));
};

/** A chunk with another delta, and unless given no finish reason. */
export function withDelta(chunk: WireObject, delta: WireObject, reason: string | null = null): WireObject {
  const [choice = {}] = listOf(chunk.choices);
  return { ...chunk, choices: [{ ...choice, delta, finish_reason: reason }] };
}

/** The delta of a chunk's first choice. */
export function deltaOf(chunk: WireObject): WireObject {
  return answersIn(chunk)[0]?.answer ?? {};
}

/** Whether it is a stream to which the whole of an answer came. */
export const isWholeStream = (exchange: WireExchange): boolean =>
  isEventStream(exchange) && exchange.reply.ending === "complete" && finishReasonsIn(exchange).length > 0;

/** An object without some of its fields. */
export function omit(object: WireObject, ...fields: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
}

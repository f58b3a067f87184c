import { objectsOf } from "../events.js";
import { isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import { candidatesIn, isAnswer, partsIn, withParts } from "./candidates.js";

// What a `GenerateContentResponse` says.

/** A text that is not empty. */
export const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Whether it ends its answer; a reason that is not specified is none. */
export const endsIn = (reply: WireObject): boolean =>
  candidatesIn(reply).some(({ finishReason }) => isFilled(finishReason) && !finishReason.endsWith("_UNSPECIFIED"));

/** Its text, thoughts aside. */
export const textIn = (reply: WireObject): string =>
  candidatesIn(reply)
    .flatMap(partsIn)
    .map(({ text, thought }) => (isFilled(text) && thought !== true ? text : ""))
    .join("");

/** The text of each reply or chunk that has some. */
export const textsIn = (exchange: WireExchange): readonly string[] =>
  isAnswer(exchange) ? objectsOf(exchange).map(textIn).filter(isFilled) : [];

/** Whether it has any of the answer. */
export const speaks = (reply: WireObject): boolean =>
  candidatesIn(reply)
    .flatMap(partsIn)
    .some(({ text, functionCall }) => isFilled(text) || isWireObject(functionCall));

/** A chunk with another text. */
export const withText = (chunk: WireObject, text: string): WireObject => {
  const [candidate = {}] = candidatesIn(chunk);
  return { ...chunk, candidates: [withParts(candidate, [{ text }])] };
};

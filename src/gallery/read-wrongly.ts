import { isObject } from "../contract/index.js";
import type { WireBody } from "./break-wire.js";

// How a body is misread: object by object, or up to one of its events.

/** What a reader makes of each JSON object of a body, whole or streamed; `undefined` where it passes it over. */
export const reading =
  (read: (object: WireBody, isStreamed: boolean) => WireBody | undefined) =>
  (body: string): string => {
    const whole = objectIn(body);
    if (whole) return JSON.stringify(read(whole, false) ?? {});
    return eventsOf(body)
      .flatMap((data) => {
        const chunk = objectIn(data);
        const made = chunk ? read(chunk, true) : data;
        return made === undefined ? [] : [typeof made === "string" ? made : JSON.stringify(made)];
      })
      .map(framed)
      .join("");
  };

/** The same of each message or delta. */
export const readingAnswers = (read: (answer: WireBody, isStreamed: boolean) => WireBody | undefined) =>
  reading((object, isStreamed) => {
    if (!Array.isArray(object.choices)) return object;
    const choices = object.choices.map((choice: WireBody) => {
      const field = isObject(choice.message) ? "message" : "delta";
      const answer = choice[field];
      return isObject(answer) ? { ...choice, [field]: read(answer, isStreamed) ?? {} } : choice;
    });
    return { ...object, choices };
  });

/** Only what it makes of the text. */
export const readingText = (read: (text: string) => string) =>
  readingAnswers((answer) =>
    typeof answer.content === "string" ? { ...answer, content: read(answer.content) } : answer,
  );

/** What a reader that gives up at some event has read until then. @param last whether an event is the last that it reads */
export const readingUpTo =
  (last: (chunk: WireBody) => boolean, isLastKept: boolean) =>
  (body: string): string => {
    if (objectIn(body)) return body;
    const events = eventsOf(body);
    const end = events.findIndex((data) => {
      const chunk = objectIn(data);
      return chunk !== undefined && last(chunk);
    });
    if (end < 0) return body;
    return events
      .slice(0, isLastKept ? end + 1 : end)
      .map(framed)
      .join("");
  };

/** The first choice of a chunk or reply; empty where there is none. */
export function choiceIn({ choices }: WireBody): WireBody {
  const [choice] = Array.isArray(choices) ? choices : [];
  return isObject(choice) ? choice : {};
}

/** The fields of an object but for some. */
export const without = (object: WireBody, ...names: readonly string[]): WireBody =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

const framed = (data: string): string => `data: ${data}\n\n`;

function eventsOf(body: string): readonly string[] {
  return body
    .split(/\r?\n\r?\n/)
    .filter((block) => block.startsWith("data: "))
    .map((block) => block.slice("data: ".length));
}

export function objectIn(text: string): WireBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

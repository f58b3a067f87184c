import { objectsOf } from "../events.js";
import { isEventStream, type WireExchange, type WireObject } from "../exchange.js";
import { onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { deltaOf, isFilled, withDelta } from "./answers.js";
import { answersIn, listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "endings";
const report = "https://platform.openai.com/docs/api-reference/chat/streaming";

const endsIn = (chunk: WireObject): boolean => answersIn(chunk).some(({ choice }) => isFilled(choice.finish_reason));

const says = ({ content, reasoning_content: long, reasoning: short, tool_calls: calls }: WireObject): boolean =>
  [content, long, short].some(isFilled) || listOf(calls).length > 0;

const speaks = (chunk: WireObject): boolean => says(deltaOf(chunk));

/** The finish reasons of each choice of a stream. */
function reasonsByChoice(exchange: WireExchange): readonly (readonly string[])[] {
  const byIndex = new Map<unknown, string[]>();
  for (const object of isEventStream(exchange) ? objectsOf(exchange) : []) {
    for (const { choice } of answersIn(object)) {
      const reason = choice.finish_reason;
      if (!isFilled(reason)) continue;
      const index = choice.index ?? 0;
      byIndex.set(index, [...(byIndex.get(index) ?? []), reason]);
    }
  }
  return [...byIndex.values()];
}

/** What comes behind a finish reason. */
export const afterTheEnd: readonly Quirk[] = [
  {
    id: "TERM-60",
    name: "finish-reason-twice",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "gateways that add an end of their own to the upstream's",
    breaks: "The answer is ended twice: two finish events, or an error at the second.",
    rule: "A finish reason that comes again changes nothing; of two different ones the last counts.",
    law: "A choice has one finish reason.",
    fix: "The turn is ended at each finish reason: note it, and end with the stream.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk) => {
      const [choice = {}] = listOf(chunk.choices);
      return isFilled(choice.finish_reason) ? [chunk, withDelta(chunk, {}, choice.finish_reason)] : undefined;
    }),
    detect: (exchange) => {
      const twice = reasonsByChoice(exchange).find((reasons) => reasons.length > 1);
      return twice && `one answer has ${twice.length} finish reasons: ${twice.join(", ")}`;
    },
    expect: "unchanged",
  },
  {
    id: "TERM-61",
    name: "text-after-the-finish-reason",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "gateways that put the label on the first chunk that knows it",
    breaks: "The rest of the answer is lost without an error.",
    rule: "What comes after a finish reason, before the stream ends, is a part of the answer.",
    law: "Nothing of an answer comes after its finish reason.",
    fix: "Reading ends at the finish reason: read on to `[DONE]` or the end of the body.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, _, all) => {
      const spoken = all.filter(speaks);
      const last = all.find(endsIn);
      const [choice] = listOf(last?.choices);
      if (!last || !choice || spoken.length < 2 || all.indexOf(last) < all.indexOf(spoken.at(-1) as WireObject))
        return undefined;
      if (chunk === spoken[0]) return withDelta(chunk, deltaOf(chunk), choice.finish_reason as string);
      return chunk === last ? withDelta(chunk, {}) : undefined;
    }),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const ended = new Set<unknown>();
      for (const { choice, answer } of objectsOf(exchange).flatMap(answersIn)) {
        const index = choice.index ?? 0;
        if (ended.has(index) && says(answer)) return "more of the answer comes after its finish reason";
        if (isFilled(choice.finish_reason)) ended.add(index);
      }
      return undefined;
    },
    expect: "unchanged",
  },
];

import { eventsOf } from "../events.js";
import { isEventStream, objectIn, type WireExchange, withReads } from "../exchange.js";
import { withinCharacter } from "../halves.js";
import { onChunks } from "../inject.js";
import { growing, heldBack, isCumulative, longText } from "../pace.js";
import type { Quirk } from "../quirk.js";
import { deltaOf, isFilled, textsIn, withDelta } from "./answers.js";

const protocols = ["openai"] as const;
const area = "framing";
const report = "https://platform.openai.com/docs/api-reference/chat/streaming";

/** How the pieces of an answer are sent. */
export const delivery: readonly Quirk[] = [
  {
    id: "SSE-60",
    name: "characters-cut-by-deltas",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/elie222/rakazo/issues/416",
    seen: "servers that cut text by its length in UTF-16",
    breaks: "Half an emoji is shown as a broken character, and a database refuses the text that holds it.",
    rule: "Half a character at the end of a delta waits for its other half; no delta has one alone.",
    fix: "Each delta is passed on as it came: hold back a high surrogate at its end until the next one.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk) => {
      const delta = deltaOf(chunk);
      const content = isFilled(delta.content) ? delta.content : "";
      const cut = withinCharacter(content);
      const parts = [content.slice(0, cut), content.slice(cut)];
      return cut > 0 ? parts.map((part) => withDelta(chunk, { ...delta, content: part })) : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "SHP-63",
    name: "deltas-that-repeat-what-was",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "servers that send the text so far in each delta",
    breaks: "The answer begins anew with every word.",
    rule: "Deltas are joined as they come: whether one repeats another cannot be told before the end.",
    law: "Each delta has the text that is new.",
    fix: "A delta that begins with the text so far is cut: an answer may repeat itself, so leave it.",
    level: "should",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, _, all) => {
      const spoken = all.filter((other) => isFilled(deltaOf(other).content));
      const pieces = growing(spoken.map((other) => deltaOf(other).content).join(""));
      if (pieces.length > 200 || !isCumulative(pieces) || !spoken.includes(chunk)) return undefined;
      return chunk === spoken[0] ? pieces.map((content) => withDelta(chunk, { ...deltaOf(chunk), content })) : [];
    }),
    detect: (exchange) =>
      isEventStream(exchange) && isCumulative(textsIn(exchange))
        ? "each delta repeats all of the text before it"
        : undefined,
    expect: { response: { text: growing("Hej! Ça va? 你好 👋🏽\nLine two.").join("") } },
  },
  {
    id: "SHP-66",
    name: "stream-that-comes-all-at-once",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "proxies that buffer, and servers that stream only in form",
    breaks: "Nothing is shown until all of the answer is there.",
    rule: "The answer is the same; only when it comes is not.",
    law: "A stream brings the answer while it is written.",
    fix: "A stream is given up when its first delta is late: wait for the time that was set between two bytes.",
    level: "should",
    mild: true,
    scene: "long-text",
    on: "stream",
    inject: (exchange) => {
      const length = textsIn(exchange).join("").length;
      if (!isEventStream(exchange) || length < longText) return undefined;
      const { reads } = exchange.reply;
      const bytes = reads.flatMap((read) => [...read]);
      return { ...withReads(exchange.reply, Uint8Array.from(bytes)), times: [4000] };
    },
    detect: (exchange) => (isEventStream(exchange) ? heldBack(exchange, textLengthIn) : undefined),
    expect: "unchanged",
  },
];

/** How much text the events of a reply up to a read have. */
function textLengthIn(exchange: WireExchange): number {
  return eventsOf(exchange)
    .map(({ data }) => deltaOf(objectIn(data) ?? {}).content)
    .filter(isFilled)
    .join("").length;
}

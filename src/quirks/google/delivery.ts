import { eventsOf, objectsOf } from "../events.js";
import { isEventStream, isWireObject, objectIn, textOf, type WireObject, withReads } from "../exchange.js";
import { withinCharacter } from "../halves.js";
import { onChunks } from "../inject.js";
import { growing, heldBack, isCumulative, longText } from "../pace.js";
import type { Quirk } from "../quirk.js";
import { candidatesIn } from "./candidates.js";
import { endsIn, speaks, textIn, textsIn, withText } from "./said.js";

const protocols = ["google"] as const;
const level = "should";
const streaming = "https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent";

/** How the pieces of an answer are sent, and what comes behind its end. */
export const delivery: readonly Quirk[] = [
  {
    id: "SSE-61",
    name: "characters-cut-by-deltas",
    class: "variant",
    protocols,
    area: "framing",
    report: "https://github.com/elie222/rakazo/issues/416",
    seen: "servers that cut text by its length in UTF-16",
    breaks: "Half an emoji is shown as a broken character, and a database refuses the text that holds it.",
    rule: "Half a character at the end of a delta waits for its other half; no delta has one alone.",
    fix: "Each delta is passed on as it came: hold back a high surrogate at its end until the next one.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk) => {
      const text = textIn(chunk);
      const cut = withinCharacter(text);
      return cut > 0 && !endsIn(chunk)
        ? [text.slice(0, cut), text.slice(cut)].map((part) => withText(chunk, part))
        : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "GEM-65",
    name: "text-after-the-finish-reason",
    class: "deviation",
    protocols,
    area: "endings",
    report: streaming,
    seen: "gateways that put the label on the first event that knows it",
    breaks: "The rest of the answer is lost without an error.",
    rule: "What comes after a finish reason, before the stream ends, is a part of the answer.",
    law: "The finish reason stands in the last event that has any of the answer.",
    fix: "Reading ends at the finish reason: read on to the end of the body.",
    level,
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, _, all) => {
      const spoken = all.filter(speaks);
      const last = all.find(endsIn);
      const [ended] = last ? candidatesIn(last) : [];
      if (!last || !ended || spoken.length < 2 || all.indexOf(last) < all.indexOf(spoken.at(-1) as WireObject))
        return undefined;
      if (chunk !== spoken[0]) return undefined;
      const [first = {}] = candidatesIn(chunk);
      return { ...chunk, candidates: [{ ...first, finishReason: ended.finishReason }] };
    }),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const chunks = objectsOf(exchange);
      const end = chunks.findIndex(endsIn);
      // Older models say STOP in every event, and mean it of the last.
      return end >= 0 && chunks.slice(end + 1).some((chunk) => speaks(chunk) && !endsIn(chunk))
        ? "more of the answer comes after its finish reason"
        : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-66",
    name: "no-finish-reason-at-the-end",
    class: "deviation",
    protocols,
    area: "endings",
    report: "https://ai.google.dev/api/generate-content#FinishReason",
    seen: "Google when it breaks off, and gateways that cut",
    breaks: "Half an answer is taken for a whole one.",
    rule: "A stream that ends without a finish reason is interrupted.",
    law: "The last event of an answer has a finish reason.",
    fix: "The end of the body is taken for success: ask for a finish reason.",
    scene: "text",
    on: "stream",
    inject: (exchange) =>
      exchange.reply.ending === "complete" && !objectsOf(exchange).some((reply) => "error" in reply)
        ? onChunks((chunk, _, all) => {
            if (!endsIn(chunk) || all.filter(speaks).length === 0) return undefined;
            return chunk === all.at(-1) ? [] : undefined;
          })(exchange)
        : undefined,
    detect: (exchange) => {
      if (!isEventStream(exchange) || exchange.reply.ending !== "complete") return undefined;
      const chunks = objectsOf(exchange);
      const isEnded = chunks.some((chunk) => endsIn(chunk) || "error" in chunk || isWireObject(chunk.promptFeedback));
      const isJSON = eventsOf(exchange).every(({ data }) => objectIn(data) !== undefined);
      // What stands outside of any event may be why it ends.
      const isClean = textOf(exchange.reply)
        .split(/\r\n|\n|\r/)
        .every((line) => /^(?:\ufeff?(?:data|event|id|retry)\b|:|$)/.test(line));
      return chunks.some(speaks) && !isEnded && isJSON && isClean
        ? "the stream ends without a finish reason"
        : undefined;
    },
    expect: { error: ["LLM_STREAM_INTERRUPTED"] },
  },
  {
    id: "GEM-73",
    name: "deltas-that-repeat-what-was",
    class: "deviation",
    protocols,
    area: "framing",
    report: streaming,
    seen: "gateways that send the text so far in each event",
    breaks: "The answer begins anew with every word.",
    rule: "Deltas are joined as they come: whether one repeats another cannot be told before the end.",
    law: "Each event has the text that is new.",
    fix: "A delta that begins with the text so far is cut: an answer may repeat itself, so leave it.",
    level,
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, _, all) => {
      const spoken = all.filter((other) => textIn(other) !== "");
      const pieces = growing(spoken.map(textIn).join(""));
      if (pieces.length > 200 || !isCumulative(pieces) || !spoken.includes(chunk) || endsIn(chunk)) return undefined;
      return chunk === spoken[0] ? pieces.map((text) => withText(chunk, text)) : [];
    }),
    detect: (exchange) =>
      isEventStream(exchange) && isCumulative(textsIn(exchange))
        ? "each event repeats all of the text before it"
        : undefined,
    expect: { response: { text: growing("Hej! Ça va? 你好 👋🏽\nLine two.").join("") } },
  },
  {
    id: "GEM-74",
    name: "stream-that-comes-all-at-once",
    class: "deviation",
    protocols,
    area: "framing",
    report: streaming,
    seen: "proxies that buffer",
    breaks: "Nothing is shown until all of the answer is there.",
    rule: "The answer is the same; only when it comes is not.",
    law: "A stream brings the answer while it is written.",
    fix: "A stream is given up when its first delta is late: wait for the time that was set between two bytes.",
    level,
    mild: true,
    scene: "long-text",
    on: "stream",
    inject: (exchange) => {
      if (!isEventStream(exchange) || textsIn(exchange).join("").length < longText) return undefined;
      const bytes = exchange.reply.reads.flatMap((read) => [...read]);
      return { ...withReads(exchange.reply, Uint8Array.from(bytes)), times: [4000] };
    },
    detect: (exchange) =>
      isEventStream(exchange) ? heldBack(exchange, (one) => textsIn(one).join("").length) : undefined,
    expect: "unchanged",
  },
];

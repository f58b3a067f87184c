import { eventsOf } from "./events.js";
import { isEventStream, objectIn, textOf, withReads } from "./exchange.js";
import { onEvents, onStream } from "./inject.js";
import type { Quirk } from "./quirk.js";

const both = ["openai", "google"] as const;
const area = "framing";

const isChunk = (data: string): boolean => data === "[DONE]" || objectIn(data) !== undefined;

/** Whether the data of an event is several JSON objects, a line each. */
const isSeveral = (data: string): boolean => {
  const lines = data.split("\n");
  return lines.length > 1 && lines.every(isChunk);
};

/** Which events a stream has, and where they end. */
export const events: readonly Quirk[] = [
  {
    id: "SSE-07",
    name: "last-event-without-a-blank-line",
    class: "deviation",
    protocols: both,
    area,
    report: "https://github.com/openai/openai-node/issues/2725",
    seen: "llama-server, and gateways that close early",
    breaks: "The finish reason or the usage is dropped, and nobody is told.",
    rule: "What is pending when the body ends is an event where it can be one, and is never lost in silence.",
    law: "Each event ends in a blank line.",
    contested:
      "The standard discards it, and clients of language models keep it: asked is that it is not lost under a success.",
    fix: "The parser dispatches at blank lines only: end the last event when the body ends.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => {
      const bare = text.replace(/(?:data: \[DONE\])?\s*$/, "").trimEnd();
      return bare === "" ? undefined : bare;
    }),
    detect: (exchange) => {
      if (!isEventStream(exchange) || exchange.reply.ending !== "complete") return undefined;
      const text = textOf(exchange.reply);
      const last = text.split(/(?:\r\n|\n|\r(?!\n)){2}/).at(-1) ?? "";
      return /^data:/m.test(last) ? "the last event is not ended by a blank line" : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "SSE-54",
    name: "a-stream-without-events",
    class: "deviation",
    protocols: both,
    area,
    report: "https://github.com/earendil-works/pi/issues/2537",
    seen: "gateways whose upstream answered nothing",
    breaks: "The user sees an answer without a word, and no error.",
    rule: "A stream that has no event is an error of the provider, and no empty answer.",
    law: "A stream has at least one event.",
    fix: "The loop over the events runs zero times and the defaults are returned: ask for an answer at the end.",
    scene: "text",
    on: "stream",
    inject: (exchange) => (isEventStream(exchange) ? { ...withReads(exchange.reply), ending: "complete" } : undefined),
    detect: (exchange) =>
      isEventStream(exchange) && exchange.reply.ending === "complete" && eventsOf(exchange).length === 0
        ? "the stream has no event"
        : undefined,
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    id: "SSE-57",
    name: "events-that-are-no-chunks",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/langgenius/dify/issues/9813",
    seen: "gateways that keep a stream alive with events",
    breaks: "A ping is taken for a chunk, and ends the answer with an error.",
    rule: "An event without data, and a named one that holds no part of an answer, is passed over.",
    fix: "Each event is parsed and its choices are read: leave out those that have none.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => {
      const end = text.includes("\r\n") ? "\r\n" : "\n";
      const pings = [`event: ping${end}data: {"type":"ping"}`, `event: ping${end}data: now`, "data:", "data: "];
      let event = 0;
      return text.replaceAll(/^data: /gm, (found) => `${pings[event++ % pings.length]}${end}${end}${found}`);
    }),
    expect: "unchanged",
  },
  {
    id: "SSE-58",
    name: "events-without-blank-lines",
    class: "deviation",
    protocols: both,
    area,
    report: "https://github.com/rexxars/eventsource-parser/pull/31",
    seen: "hosts of GLM and Kimi models, in tool calls",
    breaks: "Two chunks become one, which is no JSON, and the answer ends with an error.",
    rule: "Data whose lines are JSON objects each is as many chunks.",
    law: "A blank line stands between two events.",
    fix: "The lines of an event are joined, and only that is parsed: where that fails, try them one by one.",
    scene: "tool",
    on: "stream",
    inject: onEvents((all) => {
      if (all.length < 2 || !all.every(isChunk)) return undefined;
      const pairs: string[] = [];
      for (let i = 0; i < all.length; i += 2) pairs.push(all.slice(i, i + 2).join("\n"));
      return pairs;
    }),
    detect: (exchange) =>
      eventsOf(exchange).some(({ data }) => isSeveral(data)) ? "chunks are not told apart by blank lines" : undefined,
    expect: "unchanged",
  },
  {
    id: "SSE-14",
    name: "a-sentinel-where-there-is-none",
    class: "deviation",
    protocols: ["google"],
    area,
    report: "https://github.com/googleapis/java-genai/issues/1084",
    seen: "gateways; not Google itself",
    breaks: "The word DONE reaches the JSON parser, and an answer that is complete ends with an error.",
    rule: "`[DONE]` ends a stream, also in a protocol that has no sentinel.",
    law: "A stream of this protocol ends with the body, and has no sentinel.",
    fix: "Every event is parsed as JSON: leave `[DONE]` out.",
    mild: true,
    scene: "text",
    on: "stream",
    level: "should",
    inject: onStream((text) => `${text}data: [DONE]\r\n\r\n`),
    detect: (exchange) =>
      eventsOf(exchange).some(({ data }) => data === "[DONE]")
        ? "the stream ends with [DONE], which this protocol does not have"
        : undefined,
    expect: "unchanged",
  },
];

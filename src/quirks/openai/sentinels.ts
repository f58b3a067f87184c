import { eventsOf, objectsOf } from "../events.js";
import { isEventStream, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import { onStream } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { answersIn, callsIn } from "./calls.js";

const protocols = ["openai"] as const;
const sentinel = "data: [DONE]\n\n";

/** Whether a chunk ends its answer: with a reason, or with an error instead. */
const isLast = (chunk: WireObject): boolean => "error" in chunk || hasReason(chunk);
const hasReason = (chunk: WireObject): boolean => answersIn(chunk).some(({ choice }) => Boolean(choice.finish_reason));

/** What ended a stream. */
function endOf(exchange: WireExchange) {
  const objects = objectsOf(exchange);
  const events = eventsOf(exchange).map(({ data }) => data);
  const calls = callsIn(exchange);
  const isWhole = calls.every(({ arguments: args }) => objectIn(args) !== undefined);
  return {
    /** A stream of which nothing is damaged. */
    isAnswer:
      objects.some((object) => answersIn(object).length > 0) &&
      isEventStream(exchange) &&
      events.every((data) => data === "[DONE]" || objectIn(data) !== undefined),
    hasSentinel: events.includes("[DONE]"),
    hasReason: objects.some(hasReason),
    hasEnded: objects.some(isLast),
    hasFailed: objects.some((object) => "error" in object),
    calls: calls.length === 0 ? "none" : isWhole ? "whole" : "cut",
  } as const;
}

/** A stream that came whole, with another text; undefined where it then has no such end. */
const ending =
  (change: (text: string) => string | undefined, holds: (end: ReturnType<typeof endOf>) => boolean): Inject =>
  (exchange) => {
    const bent = onStream(change)(exchange);
    const reply = bent && { ...bent, ending: "complete" as const };
    return reply && holds(endOf({ ...exchange, reply })) ? reply : undefined;
  };

/** What comes up to the end of the event in which this is found. */
const upTo = (found: RegExp, text: string): string | undefined => {
  const at = found.exec(text)?.index;
  return at === undefined ? undefined : text.slice(0, text.indexOf("\n\n", at) + 2);
};

/** Up to the first fragment of a call's arguments that is no whole object. */
const upToArguments = (text: string) => upTo(/"tool_calls":\[.*"arguments":"\{(?!\}")/, text);
const upToText = (text: string) => upTo(/"content":"[^"]/, text);
const withoutReason = (text: string) => text.replaceAll(/"finish_reason":"[^"]*"/g, '"finish_reason":null');

type End = ReturnType<typeof endOf>;
const isBrokenOff = (end: End) => end.isAnswer && !end.hasSentinel && !end.hasEnded;
const isSentinelAlone = (end: End) => end.isAnswer && end.hasSentinel && !end.hasEnded;
const isCutInCall = (end: End) => isBrokenOff(end) && end.calls !== "none";
const isCutInText = (end: End) => isBrokenOff(end) && end.calls === "none";
const isWithoutSentinel = (end: End) => end.isAnswer && end.hasReason && !end.hasSentinel && !end.hasFailed;

/** Says this where a stream came whole and ends so. */
const where =
  (holds: (end: End) => boolean, said: string) =>
  (exchange: WireExchange): string | undefined =>
    exchange.reply.ending === "complete" && holds(endOf(exchange)) ? said : undefined;

const row = { class: "deviation", protocols, area: "endings", on: "stream" } as const;

/** What ends a stream: the sentinel, the end of the body, or neither. */
export const sentinels: readonly Quirk[] = [
  {
    ...row,
    id: "TERM-01",
    name: "end-in-a-tool-call",
    report: "https://github.com/CommandCodeAI/command-code/issues/785",
    seen: "gateways whose upstream died",
    breaks: "Half a call is kept, or run with half of its arguments.",
    rule: "A stream that ends without a finish reason and without `[DONE]`, in a call, is interrupted; no tool runs.",
    law: "A stream ends with a finish reason and `[DONE]`.",
    fix: "A clean end of the body is taken for success: ask for a finish reason, or for arguments that are whole.",
    scene: "tool",
    inject: ending(upToArguments, isCutInCall),
    detect: where(isCutInCall, "the stream ends in a tool call, without a finish reason"),
    expect: { error: ["LLM_STREAM_INTERRUPTED"], status: 502 },
  },
  {
    ...row,
    id: "TERM-50",
    name: "end-in-the-text",
    report: "https://github.com/brightwave-inc/tidebreak/issues/1124",
    seen: "gateways whose upstream died",
    breaks: "Half an answer is shown, and stored, as whole.",
    rule: "A stream that ends without a finish reason and without `[DONE]` is interrupted; what came stays.",
    law: "A stream ends with a finish reason and `[DONE]`.",
    fix: "A clean end of the body is taken for success: ask for a finish reason or the sentinel.",
    scene: "text",
    inject: ending(upToText, isCutInText),
    detect: where(isCutInText, "the stream ends without a finish reason, and without [DONE]"),
    expect: { error: ["LLM_STREAM_INTERRUPTED"], status: 502 },
  },
  {
    ...row,
    id: "TERM-02",
    name: "sentinel-without-a-finish-reason",
    report: "https://github.com/can1357/oh-my-pi/issues/9433",
    seen: "hosts that leave the finish reason out",
    breaks: "A complete answer is rejected as cut.",
    rule: "`[DONE]` ends a text, also where no finish reason came: `stop`.",
    law: "The last chunk of an answer has a finish reason.",
    contested: "A proxy can make the sentinel up (TERM-52): a text is taken, a call only with whole arguments.",
    fix: "A finish reason is demanded: take the sentinel for an end as well.",
    scene: "text",
    inject: ending(withoutReason, (end) => isSentinelAlone(end) && end.calls === "none"),
    detect: where(
      (end) => isSentinelAlone(end) && end.calls === "none",
      "the stream ends with [DONE], and no finish reason came",
    ),
    expect: "unchanged",
  },
  {
    ...row,
    id: "TERM-51",
    name: "sentinel-without-a-finish-reason-after-calls",
    report: "https://github.com/openclaw/openclaw/pull/98575",
    seen: "hosts that leave the finish reason out",
    breaks: "Every turn with tools is rejected as cut.",
    rule: "`[DONE]` ends an answer with calls where the arguments of each are whole.",
    law: "The last chunk of an answer has a finish reason.",
    contested: "A proxy can make the sentinel up (TERM-52): a call is taken only with whole arguments.",
    fix: "A finish reason is demanded: look whether the arguments are whole.",
    scene: "tools",
    inject: ending(withoutReason, (end) => isSentinelAlone(end) && end.calls === "whole"),
    detect: where(
      (end) => isSentinelAlone(end) && end.calls === "whole",
      "the stream ends with [DONE] behind tool calls, and no finish reason came",
    ),
    expect: "unchanged",
  },
  {
    ...row,
    id: "TERM-52",
    name: "sentinel-over-a-cut-call",
    report: "https://github.com/router-for-me/CLIProxyAPI/pull/6010",
    seen: "a proxy that makes the sentinel up when its upstream dies",
    breaks: "Half a call is kept, or run with half of its arguments.",
    rule: "`[DONE]` without a finish reason proves nothing of a call whose arguments are cut: it is interrupted.",
    law: "`[DONE]` comes when the answer is complete, and only then.",
    fix: "The sentinel is taken for proof: ask for a finish reason, or for arguments that are whole.",
    scene: "tool",
    inject: ending(
      (text) => {
        const cut = upToArguments(text);
        return cut && cut + sentinel;
      },
      (end) => isSentinelAlone(end) && end.calls === "cut",
    ),
    detect: where(
      (end) => isSentinelAlone(end) && end.calls === "cut",
      "the stream ends with [DONE] in the middle of a tool call",
    ),
    expect: { error: ["LLM_STREAM_INTERRUPTED"], status: 502 },
  },
  {
    ...row,
    id: "TERM-03",
    name: "no-sentinel",
    report: "https://github.com/lidge-jun/opencodex/issues/1170",
    seen: "gateways, and servers that close when they are done",
    breaks: "A good answer is rejected as cut.",
    rule: "A finish reason ends an answer, also where `[DONE]` never comes.",
    law: "A stream ends with `[DONE]`.",
    fix: "The sentinel is demanded: take a finish reason for an end.",
    scene: "text",
    inject: ending((text) => text.replace(sentinel, ""), isWithoutSentinel),
    detect: where(isWithoutSentinel, "the stream ends without [DONE]"),
    expect: "unchanged",
  },
  {
    ...row,
    id: "TERM-53",
    name: "open-after-the-sentinel",
    report: "https://github.com/openai/openai-python/pull/3566",
    seen: "servers and proxies that keep the connection for later",
    breaks: "A complete answer is held back until a timer fires, and then is an error.",
    rule: "After `[DONE]` nothing more is waited for.",
    law: "The body ends with `[DONE]`.",
    fix: "The body is read to its end: stop at the sentinel.",
    scene: "text",
    inject: (exchange) =>
      endOf(exchange).hasSentinel && exchange.reply.ending === "complete"
        ? { ...exchange.reply, ending: "stall" }
        : undefined,
    detect: (exchange) =>
      exchange.reply.ending === "stall" && endOf(exchange).hasSentinel
        ? "the connection stays open after [DONE]"
        : undefined,
    expect: "unchanged",
  },
  {
    ...row,
    id: "TERM-58",
    name: "events-after-the-sentinel",
    report: "https://github.com/Layr-Labs/d-inference/pull/309",
    seen: "gateways that add an event of their own to another's stream",
    breaks: "An answer that is complete ends with a parser's error, or has the text twice.",
    rule: "What comes after `[DONE]` is no part of the answer.",
    law: "`[DONE]` is the last event.",
    fix: "The sentinel is passed over like a comment: stop there.",
    scene: "text",
    inject: onStream((text) => {
      const first = upToText(text);
      if (!first || !text.endsWith(sentinel)) return undefined;
      return `${text}${first}data: {"signature":"c2ln"\n\n${sentinel}`;
    }),
    detect: (exchange) => {
      const all = eventsOf(exchange).map(({ data }) => data);
      const end = all.indexOf("[DONE]");
      return end >= 0 && end < all.length - 1 ? "there are events after [DONE]" : undefined;
    },
    expect: "unchanged",
  },
];

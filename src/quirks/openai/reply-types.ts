import { isEventStream, objectIn, textOf, type WireExchange, withReads, withText } from "../exchange.js";
import { jsonReply } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { isAccepted } from "./answers.js";
import { answersIn } from "./calls.js";
import { asStream, asWhole } from "./resend.js";

const protocols = ["openai"] as const;
const area = "framing";
const eventStream = { "content-type": "text/event-stream" };
const sentinel = /\s*data: ?\[DONE\]\s*$/;

const isWholeAnswer = (text: string): boolean => {
  const body = objectIn(text);
  return body !== undefined && answersIn(body).length > 0;
};

const isGenerate = (exchange: WireExchange): boolean => exchange.request.kind === "generate" && isAccepted(exchange);

/** Streams where none was asked for, and the other way round. */
export const replyTypes: readonly Quirk[] = [
  {
    id: "SSE-15",
    name: "a-sentinel-behind-a-whole-reply",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/decolua/9router/issues/3492",
    seen: "a router that takes a request without `stream` for one with it",
    breaks: "The JSON parser's own error escapes, or the answer is lost.",
    rule: "A whole reply with `[DONE]` behind it is read, or is a bad response; and `stream` is always sent.",
    law: "A whole reply is JSON, and nothing follows it.",
    fix: "The body is parsed whatever it is: take the sentinel off, or map what the parser throws.",
    scene: "tool",
    on: "generate",
    inject: (exchange) =>
      isGenerate(exchange) && isWholeAnswer(textOf(exchange.reply))
        ? {
            ...withText(exchange.reply, `${textOf(exchange.reply)}\ndata: [DONE]\n\n`),
            headers: { ...exchange.reply.headers, ...eventStream },
          }
        : undefined,
    detect: (exchange) => {
      const text = isGenerate(exchange) ? textOf(exchange.reply) : "";
      return sentinel.test(text) && isWholeAnswer(text.replace(sentinel, ""))
        ? "there is [DONE] behind a reply that is no stream"
        : undefined;
    },
    expect: { unchangedOr: ["LLM_BAD_RESPONSE"] },
  },
  {
    id: "SSE-59",
    name: "a-stream-that-nobody-asked-for",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/janhq/jan/pull/1332",
    seen: "gateways that always stream",
    breaks: "The JSON parser's own error escapes, or the answer is lost.",
    rule: "A stream where a whole reply was asked for is read to its end, or is a bad response.",
    law: "A stream is sent where `stream` is true, and nowhere else.",
    fix: "The body is parsed as JSON whatever its type: look at what it is.",
    scene: "tool",
    on: "generate",
    inject: (exchange) => {
      const text = isGenerate(exchange) ? asStream(exchange) : undefined;
      return text === undefined
        ? undefined
        : { ...withText(exchange.reply, text), headers: { ...exchange.reply.headers, ...eventStream } };
    },
    detect: (exchange) =>
      isGenerate(exchange) && /^\s*data:/.test(textOf(exchange.reply))
        ? "there is a stream, and none was asked for"
        : undefined,
    expect: { unchangedOr: ["LLM_BAD_RESPONSE"] },
  },
  {
    id: "SSE-80",
    name: "a-whole-reply-where-a-stream-was-asked-for",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/lidge-jun/opencodex/issues/3770",
    seen: "gateways to models that cannot stream, and caches",
    breaks: "No event is found, and the answer is empty; or only its text is kept, and its calls are lost.",
    rule: "A whole reply where a stream was asked for is read as one chunk, or is a bad response.",
    law: "Where `stream` is true the reply is a stream of events.",
    fix: "The body is read as events whatever its type: look at what it is.",
    scene: "tool",
    on: "stream",
    inject: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const chunks = textOf(exchange.reply)
        .split("\n\n")
        .map((event) => objectIn(event.replace(/^data: /, "")))
        .filter((chunk) => chunk !== undefined);
      const whole = asWhole(chunks);
      return whole && jsonReply(200, whole);
    },
    detect: (exchange) =>
      exchange.request.kind === "stream" && isAccepted(exchange) && isWholeAnswer(textOf(exchange.reply))
        ? "there is a whole reply, and a stream was asked for"
        : undefined,
    expect: { unchangedOr: ["LLM_BAD_RESPONSE"] },
  },
  {
    id: "ERR-58",
    name: "a-reply-without-a-byte",
    class: "deviation",
    protocols,
    area: "errors",
    report: "https://github.com/UKGovernmentBEIS/inspect_ai/pull/3687",
    seen: "overloaded hosts and their proxies",
    breaks: "The JSON parser's own error escapes, and nothing is tried again.",
    rule: "A success without a body is an error of the provider, and worth another attempt.",
    law: "A 200 has a body.",
    fix: "The body is parsed as it is: look whether there is any.",
    scene: "text",
    on: "generate",
    inject: (exchange) => (isGenerate(exchange) ? { ...withReads(exchange.reply), ending: "complete" } : undefined),
    detect: (exchange) =>
      isGenerate(exchange) && exchange.reply.ending === "complete" && textOf(exchange.reply).trim() === ""
        ? "the reply is empty"
        : undefined,
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502, retryable: true },
  },
];

import { textOf, type WireExchange } from "../quirks/index.js";
import { looksLikeEvents } from "./by-content.js";
import type { ReplyCheck } from "./reply-check.js";

const isEvents = (exchange: WireExchange): boolean =>
  exchange.request.kind === "stream" && exchange.reply.status < 300 && looksLikeEvents(textOf(exchange.reply));

const typeOf = ({ reply }: WireExchange): string => reply.headers["content-type"] ?? "";

/**
 * Whether a stream of events is called one (https://html.spec.whatwg.org/multipage/server-sent-events.html). No quirk of
 * the catalogue: what is not called a stream is none to its detectors.
 */
export const streamType: ReplyCheck = {
  slug: "framing-events-under-another-type",
  about: {
    level: "must",
    clause: "A stream of events has the content type `text/event-stream`.",
    why: "Clients that go by the type parse the whole stream as one JSON text and fail; proxies buffer it.",
    fix: "Send `Content-Type: text/event-stream` with the headers of a stream.",
  },
  detect: (exchange) =>
    isEvents(exchange) && !/event-stream/i.test(typeOf(exchange))
      ? `the reply is a stream of events, and its content type is "${typeOf(exchange)}"`
      : undefined,
  couldShow: isEvents,
};

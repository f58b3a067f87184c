import type { WireExchange } from "../quirks/index.js";
import type { ReplyCheck } from "./reply-check.js";

const isStream = ({ request, reply }: WireExchange): boolean => request.kind === "stream" && reply.status < 300;
const isBroken = (exchange: WireExchange): boolean => isStream(exchange) && exchange.reply.ending === "cut";

/**
 * Whether streams come to an end at all. No quirk of the catalogue: one connection that breaks is the network's, and all of
 * them are the endpoint's.
 */
export const brokenOff: ReplyCheck = {
  slug: "endings-every-stream-breaks-off",
  about: {
    level: "must",
    clause: "The connection of a stream stands until the stream has ended.",
    why: "Every answer ends in an error, and what came of it is half.",
    fix: "Look for what cuts it: a time limit of a proxy, a length that was promised and not kept, a worker that dies.",
  },
  detect(exchange, all) {
    const streams = all.filter(isStream);
    const isAlways = streams.length > 1 && streams.every(isBroken);
    return isBroken(exchange) && isAlways
      ? `the connection of each of the ${streams.length} streams broke before its end`
      : undefined;
  },
  couldShow: (exchange) => isStream(exchange) && !isBroken(exchange),
};

import { type Deviation, inPlainForm, quirks, type WireExchange, type WireProtocol } from "../quirks/index.js";
import { brokenOff } from "./broken-off.js";
import { byContent } from "./by-content.js";
import { callArguments } from "./call-arguments.js";
import { forcedCall } from "./forced-call.js";
import { lostPieces } from "./lost-pieces.js";
import { madeUpModel } from "./made-up-model.js";
import type { ReplyCheck } from "./reply-check.js";
import { streamType } from "./stream-type.js";

/**
 * What the replies of a protocol are held to: the deviations of the catalogue, and what only several exchanges show.
 * @param model that the endpoint was said to have
 */
export function wireChecks(protocol: WireProtocol, model: string): readonly ReplyCheck[] {
  const deviations = quirks.filter(
    (quirk): quirk is Deviation => quirk.class === "deviation" && quirk.protocols.includes(protocol),
  );
  const ofChat = protocol === "openai" ? [callArguments] : [];
  return [...deviations.map(ofDeviation), streamType, brokenOff, lostPieces, forcedCall, ...ofChat, madeUpModel(model)];
}

function ofDeviation({ id, area, name, law, breaks, mild, detect, inject }: Deviation): ReplyCheck {
  return {
    slug: `${area}-${name}`,
    about: {
      level: mild ? "should" : "must",
      clause: law,
      why: breaks,
      fix: `Mend it in the server or the gateway behind the base URL; docs/quirks.md tells more under ${id}.`,
    },
    detect(exchange) {
      const read = byContent(exchange);
      return detect(read) ?? (read.reply.ending === "stall" ? detect(ended(read)) : undefined);
    },
    // Where it could have been put in, it could have been.
    couldShow: (exchange) => inject(plain(exchange)) !== undefined,
  };
}

/** Every check wants it. */
const plainForms = new WeakMap<WireExchange, WireExchange>();

function plain(exchange: WireExchange): WireExchange {
  const before = plainForms.get(exchange);
  if (before) return before;
  const form = inPlainForm(ended(byContent(exchange)));
  plainForms.set(exchange, form);
  return form;
}

/** A stream that is whole and stays open, as if it did not: all that came of it is judged. */
function ended(exchange: WireExchange): WireExchange {
  const { reply } = exchange;
  return reply.ending === "stall" ? { ...exchange, reply: { ...reply, ending: "complete" } } : exchange;
}

import { isEventStream, objectIn, textOf, type WireExchange, type WireObject } from "./exchange.js";

/** One server-sent event of a reply. */
export interface WireEvent {
  /** The value of its `event` field, where it has one. */
  readonly name?: string;
  /** Its `data`, lines joined. */
  readonly data: string;
}

/**
 * The events of a streamed reply, read as the standard says, except that what ends without a blank line counts too:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @returns none for a reply that is no event stream
 */
export function eventsOf(exchange: WireExchange): readonly WireEvent[] {
  if (!isEventStream(exchange)) return [];
  const events: WireEvent[] = [];
  let name: string | undefined;
  let data: string[] = [];
  const dispatch = () => {
    if (data.length > 0) events.push({ ...(name !== undefined && { name }), data: data.join("\n") });
    name = undefined;
    data = [];
  };
  for (const line of textOf(exchange.reply)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)) {
    if (line === "") dispatch();
    const [, field, value = ""] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "event") name = value;
  }
  dispatch();
  return events;
}

/** The JSON objects of a reply: one of a whole reply, or those of a stream's events. */
export function objectsOf(exchange: WireExchange): readonly WireObject[] {
  const texts = isEventStream(exchange) ? eventsOf(exchange).map(({ data }) => data) : [textOf(exchange.reply)];
  return texts.map(objectIn).filter((object) => object !== undefined);
}

import { isEventStream, objectIn, textOf, type WireExchange, type WireObject, withText } from "./exchange.js";

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
  return isEventStream(exchange) ? parsed(exchange).events : [];
}

/** A reply is looked at by every detector there is, and read once. */
const known = new WeakMap<WireExchange, Parsed>();

interface Parsed {
  /** Of how many reads: a reply that is still being recorded gets more. */
  readonly reads: number;
  readonly events: readonly WireEvent[];
  readonly objects: readonly WireObject[];
}

function parsed(exchange: WireExchange): Parsed {
  const reads = exchange.reply.reads.length;
  const before = known.get(exchange);
  if (before?.reads === reads) return before;
  const isStream = isEventStream(exchange);
  const events = isStream ? readEvents(exchange) : [];
  const texts = isStream ? events.map(({ data }) => data) : [textOf(exchange.reply)];
  const objects = texts.map(objectIn).filter((object) => object !== undefined);
  const now = { reads, events, objects };
  known.set(exchange, now);
  return now;
}

function readEvents(exchange: WireExchange): readonly WireEvent[] {
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
  return parsed(exchange).objects;
}

/** Events as text, each given as its data: several lines of it are as many fields. */
export function asEvents(all: readonly string[], lineEnd: string): string {
  return all.map((data) => `data: ${data.replaceAll("\n", `${lineEnd}data: `)}${lineEnd}${lineEnd}`).join("");
}

/**
 * The exchange with its events written as the protocol's own server writes them. What could be put into a stream does not
 * hang on how its lines are written, and every injector knows that form.
 */
export function inPlainForm(exchange: WireExchange): WireExchange {
  if (!isEventStream(exchange)) return exchange;
  const lineEnd = exchange.protocol === "google" ? "\r\n" : "\n";
  const events = eventsOf(exchange).map(({ data }) => data);
  return { ...exchange, reply: withText(exchange.reply, asEvents(events, lineEnd)) };
}

import { asEvents, eventsOf } from "./events.js";
import {
  bytesOf,
  isEventStream,
  objectIn,
  textOf,
  type WireExchange,
  type WireObject,
  type WireReply,
  withText,
} from "./exchange.js";
import type { Inject } from "./quirk.js";

// How a quirk is put into a clean exchange. Each gives `undefined` where there is nothing that it could change.

/** Changes the text of a streamed reply. */
export const onStream =
  (change: (text: string, exchange: WireExchange) => string | undefined): Inject =>
  (exchange) => {
    if (!isEventStream(exchange)) return undefined;
    const text = textOf(exchange.reply);
    const changed = change(text, exchange);
    return changed === undefined || changed === text ? undefined : withText(exchange.reply, changed);
  };

/**
 * Changes the events of a streamed reply, each given as its data and put back as `data: …` with the line ends that the
 * stream has; names, comments and other fields go.
 */
export const onEvents = (change: (data: readonly string[]) => readonly string[] | undefined): Inject =>
  onStream((text, exchange) => {
    const changed = change(eventsOf(exchange).map(({ data }) => data));
    return changed && asEvents(changed, text.includes("\r\n") ? "\r\n" : "\n");
  });

/**
 * Changes the chunks of a streamed reply.
 * @param change gives what stands in a chunk's place: another one, several, none (`[]`), or `undefined` to leave it
 */
export const onChunks = (
  change: (chunk: WireObject, index: number, all: readonly WireObject[]) => WireObject | WireObject[] | undefined,
): Inject =>
  onEvents((events) => {
    const parsed = events.map(objectIn);
    const all = parsed.filter((chunk) => chunk !== undefined);
    let index = 0;
    let isChanged = false;
    const changed = events.flatMap((data, i) => {
      const chunk = parsed[i];
      const given = chunk && change(chunk, index++, all);
      if (given === undefined) return data;
      isChanged = true;
      return [given].flat().map((other) => JSON.stringify(other));
    });
    return isChanged ? changed : undefined;
  });

/** Changes the body of a reply that succeeded and is whole. */
export const onBody =
  (change: (body: WireObject) => WireObject | undefined): Inject =>
  ({ request, reply }) => {
    if (request.kind === "unknown" || reply.status >= 300) return undefined;
    const body = objectIn(textOf(reply));
    const changed = body && change(body);
    return changed && withText(reply, JSON.stringify(changed));
  };

/** Replaces any reply to a turn. */
export const onTurn =
  (change: (exchange: WireExchange) => WireReply | undefined): Inject =>
  (exchange) =>
    ["generate", "stream"].includes(exchange.request.kind) ? change(exchange) : undefined;

/** The first of these that has something to change. */
export const either =
  (...injects: readonly Inject[]): Inject =>
  (exchange) => {
    for (const inject of injects) {
      const changed = inject(exchange);
      if (changed) return changed;
    }
    return undefined;
  };

/** A reply in JSON, whole. */
export function jsonReply(status: number, body: unknown, headers: WireReply["headers"] = {}): WireReply {
  return textReply(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

/** A reply of any type, whole. */
export function textReply(status: number, body: string, headers: WireReply["headers"]): WireReply {
  return { status, headers, reads: [bytesOf(body)], ending: "complete" };
}

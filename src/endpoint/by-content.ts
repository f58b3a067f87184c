import { textOf, type WireExchange } from "../quirks/index.js";

/** Whether a body begins as server-sent events do. */
export const looksLikeEvents = (body: string): boolean => /^\ufeff?\s*(?:data|event|id|retry)?:/.test(body);

/**
 * The exchange with the type that its body has, where it is called by another: who names a stream wrongly fails for that,
 * and what is in it is judged all the same.
 */
export function byContent<Exchange extends WireExchange>(exchange: Exchange): Exchange {
  const { request, reply } = exchange;
  if (request.kind !== "stream" || reply.status >= 300) return exchange;
  const body = textOf(reply);
  const type = looksLikeEvents(body) ? "text/event-stream" : /^\s*\{/.test(body) ? "application/json" : undefined;
  if (type === undefined || reply.headers["content-type"]?.toLowerCase().includes(type)) return exchange;
  return { ...exchange, reply: { ...reply, headers: { ...reply.headers, "content-type": type } } };
}

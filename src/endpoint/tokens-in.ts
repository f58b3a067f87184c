import { objectsOf, type WireExchange, type WireObject } from "../quirks/index.js";

/** How many tokens a reply says that it took to write; 0 where it says nothing. Repeated counts are totals. */
export function tokensIn(exchange: WireExchange): number {
  const counts = objectsOf(exchange).map(exchange.protocol === "openai" ? ofChat : ofGoogle);
  return Math.max(0, ...counts);
}

const ofChat = ({ usage }: WireObject): number => numberIn(usage, "completion_tokens");

const ofGoogle = ({ usageMetadata }: WireObject): number =>
  numberIn(usageMetadata, "candidatesTokenCount") + numberIn(usageMetadata, "thoughtsTokenCount");

function numberIn(object: unknown, field: string): number {
  const value = typeof object === "object" && object !== null ? (object as WireObject)[field] : undefined;
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

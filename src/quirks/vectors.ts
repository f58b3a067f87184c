import { isWireObject, objectIn, textOf, type WireExchange, type WireObject, withText } from "./exchange.js";
import type { Inject } from "./quirk.js";

// What stands where in a reply with embeddings, in the words of either protocol.

/** The field of an embedding that holds its numbers. */
const fieldOf = { openai: "embedding", google: "values" } as const;

/** The embeddings of a reply that succeeded, in the order in which they stand; undefined where it has none. */
export function embeddingsIn(exchange: WireExchange): readonly WireObject[] | undefined {
  const { protocol, request, reply } = exchange;
  const body = request.kind === "embed" && reply.status < 300 ? objectIn(textOf(reply)) : undefined;
  if (!body) return undefined;
  if (protocol === "openai") return Array.isArray(body.data) ? body.data.filter(isWireObject) : undefined;
  const all = Array.isArray(body.embeddings) ? body.embeddings : body.embedding === undefined ? [] : [body.embedding];
  return "embeddings" in body || "embedding" in body ? all.filter(isWireObject) : undefined;
}

/** What stands where the numbers of each embedding should be. */
export function vectorsIn(exchange: WireExchange): readonly unknown[] | undefined {
  return embeddingsIn(exchange)?.map((embedding) => embedding[fieldOf[exchange.protocol]]);
}

/** Changes a reply that has embeddings. */
export const onEmbeddingReply =
  (change: (reply: WireObject, exchange: WireExchange) => WireObject | undefined): Inject =>
  (exchange) => {
    if (!embeddingsIn(exchange)) return undefined;
    const changed = change(objectIn(textOf(exchange.reply)) ?? {}, exchange);
    return changed && withText(exchange.reply, JSON.stringify(changed));
  };

/** Changes the list of embeddings: none is left out of a reply that has only one. */
export const onEmbeddings = (
  change: (embeddings: readonly WireObject[], exchange: WireExchange) => readonly WireObject[] | undefined,
): Inject =>
  onEmbeddingReply((reply, exchange) => {
    const changed = change(embeddingsIn(exchange) ?? [], exchange);
    if (!changed) return undefined;
    if (exchange.protocol === "openai") return { ...reply, data: changed };
    if ("embeddings" in reply) return { ...reply, embeddings: changed };
    const { embedding: _, ...rest } = reply;
    return changed.length > 0 ? { ...rest, embedding: changed[0] } : rest;
  });

/** Changes the numbers of each embedding; in base64 they are decoded first. */
export const onVectors = (change: (vector: readonly number[], index: number) => unknown): Inject =>
  onEmbeddings((embeddings, { protocol }) => {
    const field = fieldOf[protocol];
    return embeddings.map((embedding, i) => ({ ...embedding, [field]: change(numbersIn(embedding[field]), i) }));
  });

/** The numbers of a vector, as a list or as base64 of 32-bit floats, little-endian; none of anything else. */
export function numbersIn(vector: unknown): readonly number[] {
  if (Array.isArray(vector)) return vector;
  if (typeof vector !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/.test(vector)) return [];
  const bytes = Uint8Array.from(atob(vector), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => view.getFloat32(i * 4, true));
}

/** Numbers as base64 of 32-bit floats, little-endian. */
export function toBase64(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [i, value] of vector.entries()) view.setFloat32(i * 4, value, true);
  return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
}

/** What a request asks for: how many texts it has, the length of vectors that it names, and how they are to be written. */
export function askedFor({ protocol, request }: WireExchange): {
  readonly texts: number;
  readonly dimensions: unknown;
  readonly base64: boolean;
} {
  const body = objectIn(request.body) ?? {};
  if (protocol === "openai") {
    const { input, dimensions, encoding_format: format } = body;
    return { texts: Array.isArray(input) ? input.length : 1, dimensions, base64: format === "base64" };
  }
  const all = Array.isArray(body.requests) ? body.requests.filter(isWireObject) : [body];
  return { texts: all.length, dimensions: all[0]?.outputDimensionality, base64: false };
}

import { isObject, LLMError } from "../../contract/index.js";

/**
 * The vectors of a reply's `data`, in the order of the texts: `index` tells which is which.
 * https://github.com/pydantic/pydantic-ai/issues/7284
 * @throws LLMError `LLM_BAD_RESPONSE` for an item that is no vector, or an index that cannot be
 */
export function readVectors(data: unknown, provider: string): number[][] {
  const bad = (what: string): never => {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: ${what}`, { provider });
  };
  if (!Array.isArray(data)) return bad("the reply has no data with vectors");
  const items = (data as unknown[]).map((item, i) => {
    if (!isObject(item)) return bad(`data[${i}] is not an object`);
    return { index: item.index, vector: readVector(item.embedding) ?? bad(`data[${i}].embedding is not a vector`) };
  });
  if (items.every(({ index }) => index === undefined || index === null)) return items.map(({ vector }) => vector);
  const ordered: number[][] = [];
  for (const { index, vector } of items) {
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= items.length) {
      return bad("an index in the reply's data is not that of a text");
    }
    if (ordered[index as number]) return bad("two vectors of the reply have the same index");
    ordered[index as number] = vector;
  }
  return ordered;
}

/** A list of numbers, or base64 of 32-bit floats, which is the default of some clients' endpoints. */
function readVector(embedding: unknown): number[] | undefined {
  if (typeof embedding === "string") return fromBase64(embedding);
  if (!Array.isArray(embedding) || embedding.length === 0) return undefined;
  return embedding.every((value) => typeof value === "number" && Number.isFinite(value)) ? embedding : undefined;
}

function fromBase64(text: string): number[] | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  const values = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
  return values.every(Number.isFinite) ? values : undefined;
}

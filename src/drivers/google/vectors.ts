import { isObject, LLMError } from "../../contract/index.js";

/**
 * The vectors of a reply's embeddings, which come in the order of the requests.
 * @throws LLMError `LLM_BAD_RESPONSE` for what is no vector
 */
export function readVectors(embeddings: unknown, provider: string): number[][] {
  const bad = (what: string): never => {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: ${what}`, { provider });
  };
  if (!Array.isArray(embeddings)) return bad("the reply has no embeddings");
  return embeddings.map((embedding: unknown, i) => {
    const values = isObject(embedding) ? embedding.values : undefined;
    if (!Array.isArray(values) || values.length === 0 || !values.every(Number.isFinite)) {
      return bad(`embedding ${i} of the reply is not a vector`);
    }
    return values as number[];
  });
}

/** The vector of the same direction with length 1; a zero vector has none, and stays as it is. */
export function toUnitLength(vector: readonly number[]): number[] {
  // By its largest number first, so that squares of very large or small ones stay numbers.
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return [...vector];
  const scaled = vector.map((value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}

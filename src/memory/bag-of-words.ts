const encoder = new TextEncoder();

/**
 * A text as a bag of words: lower-case, split on white space; each word adds to the slot that its FNV-1a hash (32 bit, of
 * its UTF-8 bytes) names, 1 for an even hash and 0.5 for an odd one. Deterministic; knows which words occur, not what
 * they mean.
 * @param dimensions the vector's length
 */
export function bagOfWords(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const hash = fnv1a(word);
    const slot = hash % dimensions;
    vector[slot] = (vector[slot] ?? 0) + (hash % 2 === 0 ? 1 : 0.5);
  }
  return vector;
}

/** http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** The cosine of the angle between two vectors; 0 for vectors of unequal length or with only zeros. */
export function cosineSimilarity(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return norms === 0 ? 0 : dot(a, b) / norms;
}

import { isObject } from "../../contract/index.js";

/**
 * The chunks of a message as one, put together by their own `concat()`. In halves, so that the text of a long answer is
 * not copied for every chunk.
 */
export function mergeChunks(chunks: readonly unknown[]): unknown {
  if (chunks.length <= 1) return chunks[0];
  const middle = Math.ceil(chunks.length / 2);
  const [left, right] = [mergeChunks(chunks.slice(0, middle)), mergeChunks(chunks.slice(middle))];
  return isObject(left) && typeof left.concat === "function" ? left.concat(right) : right;
}

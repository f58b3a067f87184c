/** The length of one delta: short enough to split words, so that nobody relies on whole ones. */
const deltaLength = 5;
/** Deltas of one text, however long: a megabyte need not become a quarter of a million events. */
const mostDeltas = 256;

/** Cuts a text into pieces that join to exactly it, never within a surrogate pair. */
export function* fragments(text: string): Generator<string> {
  const length = Math.max(deltaLength, Math.ceil(text.length / mostDeltas));
  for (let start = 0, end = 0; start < text.length; start = end) {
    const isHighSurrogate = (text.charCodeAt(start + length - 1) & 0xfc00) === 0xd800;
    end = start + length + (isHighSurrogate ? 1 : 0);
    yield text.slice(start, end);
  }
}

/** Text that comes in pieces. */
export interface GrowingText {
  add(piece: string): void;
  /** All of it so far. */
  text(): string;
}

/** How many pieces are kept as they came. */
const most = 1024;

/**
 * Collects text in no more memory than it has itself. What `+=` makes keeps every piece until somebody looks at it, and for
 * the deltas of a long answer that is ten times as much.
 */
export function createGrowingText(): GrowingText {
  const blocks: string[] = [];
  const pieces: string[] = [];
  return {
    add(piece) {
      pieces.push(piece);
      if (pieces.length === most) blocks.push(pieces.splice(0).join(""));
    },
    text() {
      const whole = [...blocks, ...pieces].join("");
      blocks.splice(0, blocks.length, whole);
      pieces.length = 0;
      return whole;
    },
  };
}

/** The longest block that is stored as it is: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4 */
const longestBlock = 65_535;

/**
 * Reads in gzip's form (https://www.rfc-editor.org/rfc/rfc1952), stored and not made smaller: each can be decoded when it
 * has come, as with a server that flushes after every event.
 */
export function gzipped(reads: readonly Uint8Array[]): readonly Uint8Array[] {
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  const length = reads.reduce((sum, read) => sum + read.length, 0);
  const end = Uint8Array.from([1, 0, 0, 255, 255, ...littleEndian(checksum(reads), 4), ...littleEndian(length, 4)]);
  return [header, ...reads.map(stored), end];
}

function stored(read: Uint8Array): Uint8Array {
  const blocks: number[] = [];
  for (let at = 0; at < read.length; at += longestBlock) {
    const block = read.subarray(at, at + longestBlock);
    blocks.push(0, ...littleEndian(block.length, 2), ...littleEndian(~block.length, 2), ...block);
  }
  return Uint8Array.from(blocks);
}

function checksum(reads: readonly Uint8Array[]): number {
  let rest = ~0;
  for (const read of reads)
    for (const byte of read) {
      rest ^= byte;
      for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
    }
  return ~rest;
}

function littleEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255);
}

/** Every way in which a network may cut bytes in two, and all single bytes. */
export function* everySplit(bytes: Uint8Array): Generator<Uint8Array[]> {
  for (let at = 0; at <= bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
}

/** Text as bytes; `\xNN` escapes are not interpreted. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

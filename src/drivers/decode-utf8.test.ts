import fc from "fast-check";
import { expect, test } from "vitest";
import { createUTF8Decoder } from "./decode-utf8.js";
import { bytesOf, everySplit } from "./testing/splits.js";

const bom = [0xef, 0xbb, 0xbf];

function decoded(reads: readonly Uint8Array[]): string {
  const decoder = createUTF8Decoder();
  return reads.map((read) => decoder.push(read)).join("") + decoder.end();
}

test.each([
  "plain",
  "caf\u00e9 au lait",
  "\u4e2d\u6587 in between",
  "a \u{1F600} b",
  "\uFEFFin front",
  "a\uFEFF within",
])("reads %j wherever it is cut", (text) => {
  const bytes = bytesOf(text);
  for (const reads of everySplit(bytes)) expect(decoded(reads)).toBe(new TextDecoder().decode(bytes));
});

test("takes a byte-order mark for one in front alone", () => {
  expect(decoded([bytesOf("a"), Uint8Array.from(bom), bytesOf("b")])).toBe("a\uFEFFb");
  expect(decoded([new Uint8Array(), Uint8Array.from(bom), bytesOf("b")])).toBe("b");
});

test("tells a character that never ends", () => {
  expect(decoded([bytesOf("a"), Uint8Array.of(0xe4, 0xb8)])).toBe("a\uFFFD");
  expect(decoded([Uint8Array.of(0xe4), bytesOf("a")])).toBe("\uFFFDa");
});

test("reads any bytes as TextDecoder does", () => {
  const byte = fc.oneof(fc.constantFrom(0x61, 0x0a), fc.constantFrom(...bom), fc.integer({ min: 0, max: 255 }));
  const read = fc.array(byte, { maxLength: 6 }).map((bytes) => Uint8Array.from(bytes));
  fc.assert(
    fc.property(fc.array(read, { maxLength: 8 }), (reads) => {
      const decoder = new TextDecoder();
      const wanted = reads.map((bytes) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
      expect(decoded(reads)).toBe(wanted);
    }),
    { numRuns: 2000 },
  );
});

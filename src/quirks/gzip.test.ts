import { once } from "node:events";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gzipped } from "./gzip.js";

const encoder = new TextEncoder();

it("is what a decoder makes the reads of again, however long they are", () => {
  const reads = ["Hej! 你好 👋🏽\n", "x".repeat(70_000), ""].map((text) => encoder.encode(text));
  expect(gunzipSync(Buffer.concat(gzipped(reads))).equals(Buffer.concat(reads))).toBe(true);
});

it("can be decoded read by read", async () => {
  const [header, first] = gzipped([encoder.encode("one"), encoder.encode("two")]) as [Uint8Array, Uint8Array];
  const decoder = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  decoder.write(header);
  decoder.write(first);
  const [decoded] = await once(decoder, "data");
  expect(String(decoded)).toBe("one");
  decoder.destroy();
});

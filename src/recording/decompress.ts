import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * A body without its compression, which would hide what it holds.
 * @returns nothing for one that cannot be read, such as the half of one
 */
export function decompressed(bytes: Uint8Array, encoding: string | null): Uint8Array | undefined {
  const codings = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  try {
    let body: Uint8Array = bytes;
    for (const coding of codings.toReversed()) {
      if (coding === "" || coding === "identity") continue;
      const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
      if (!decode) return undefined;
      body = decode(body);
    }
    return body;
  } catch {
    return undefined;
  }
}

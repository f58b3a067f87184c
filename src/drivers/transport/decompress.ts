import { pipeline, Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { LLMError, redact } from "../../contract/index.js";
import type { TransportOptions } from "./transport.js";

/** What `decompress` can undo, for `accept-encoding`. */
export const acceptedEncodings = "gzip, br";

// Flushed at every read: an event of a compressed stream is passed on when it comes, not when a block is full.
const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ["gzip", () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ["x-gzip", () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ["br", () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Undoes a body's `content-encoding`. One that was not asked for is `LLM_BAD_RESPONSE` when the body is read, and not
 * before: the status tells more than the body, where it is an error's.
 */
export function decompress(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  options: TransportOptions,
): AsyncIterable<Uint8Array> {
  const encodings = (contentEncoding ?? "")
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding.toLowerCase() !== "identity");
  return encodings.reduceRight<AsyncIterable<Uint8Array>>((encoded, encoding) => {
    const decoder = decoders.get(encoding.toLowerCase())?.();
    if (!decoder) return unreadable(encoding, options);
    // What fails in it comes out of the decoder when that is read.
    pipeline(Readable.from(encoded, { objectMode: true, highWaterMark: 1 }), decoder, () => {});
    return decoder as unknown as AsyncIterable<Uint8Array>;
  }, body);
}

// biome-ignore lint/correctness/useYield: it fails when it is read
async function* unreadable(
  encoding: string,
  { provider, secrets }: TransportOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const message = `${provider}: the reply is encoded as "${redact(encoding, secrets, 40)}", which was not asked for`;
  throw new LLMError("LLM_BAD_RESPONSE", message, { provider });
}

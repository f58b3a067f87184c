import type { WireProtocol } from "../quirks/index.js";
import { decompressed } from "./decompress.js";
import { kindOf } from "./kind-of.js";
import { type Ending, type RecordingFile, storedBody, storedBytes } from "./recording-file.js";
import { scrubReads } from "./scrub.js";
import { type ScrubbedRequest, scrubbedHeaders } from "./scrub-exchange.js";

/** What of a request is taken down before there is a reply. */
export interface BegunExchange {
  readonly protocol: WireProtocol;
  readonly basePath: string;
  /** In ISO 8601. */
  readonly startedAt: string;
  readonly request: ScrubbedRequest;
}

/** A reply as it came from the provider. */
export interface SeenReply {
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds from the request to the headers. */
  readonly at: number;
  /** The network reads of its body. */
  readonly reads: readonly SeenRead[];
  readonly ending: Ending;
}

export interface SeenRead {
  /** Milliseconds from the request. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** An exchange as its file has it, without secrets. */
export function takeDown({ request, ...begun }: BegunExchange, reply: SeenReply): RecordingFile {
  const { method, path, headers, body, secrets } = request;
  const reads = readable(reply.reads, reply.headers.get("content-encoding"));
  const bytes = scrubReads(
    reads.map((read) => read.bytes),
    secrets,
  );
  return {
    schemaVersion: 1,
    ...begun,
    request: {
      kind: kindOf(begun.protocol, path, Buffer.from(body).toString()),
      ...{ method, path, headers },
      ...storedBody(body),
    },
    reply: {
      status: reply.status,
      headers: scrubbedHeaders(reply.headers, secrets),
      at: reply.at,
      reads: reads.map(({ at }, i) => ({ at, ...storedBytes(bytes[i] ?? new Uint8Array()) })),
      ending: reply.ending,
    },
  };
}

/** Reads of a compressed body become one; of one that cannot be read, nothing is kept: nobody knows what it holds. */
function readable(reads: readonly SeenRead[], encoding: string | null): readonly SeenRead[] {
  if (!encoding || encoding === "identity") return reads;
  const bytes = decompressed(Buffer.concat(reads.map((read) => read.bytes)), encoding);
  return bytes ? [{ at: reads.at(-1)?.at ?? 0, bytes }] : [];
}

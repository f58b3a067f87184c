import { bytesOf, isEventStream, textOf, type WireReply, withReads } from "./exchange.js";
import { gzipped } from "./gzip.js";
import { onChunks } from "./inject.js";
import type { Inject, Quirk } from "./quirk.js";

const protocols = ["openai", "google"] as const;
const area = "framing";

/** The same body, read in other pieces: each ends at one of these places. */
function cutAt(reply: WireReply, cuts: readonly number[]): WireReply {
  const bytes = bytesOf(textOf(reply));
  return withReads(reply, ...[0, ...cuts].map((at, i) => bytes.subarray(at, cuts[i])));
}

/** The same stream, in reads of these lengths, over and over. */
const inReadsOf =
  (...lengths: readonly number[]): Inject =>
  (exchange) => {
    if (!isEventStream(exchange)) return undefined;
    const size = bytesOf(textOf(exchange.reply)).length;
    const cuts: number[] = [];
    for (let at = 0, i = 0; ; cuts.push(at)) {
      at += lengths[i++ % lengths.length] ?? 1;
      if (at >= size) break;
    }
    return cutAt(exchange.reply, cuts);
  };

/**
 * The second event, which has text, gets a field that nobody asked for, as long as all that the events say; OpenAI pads its events under this
 * name.
 */
const withLongEvent = onChunks((chunk, index, all) => {
  if (index !== Math.min(1, all.length - 1)) return undefined;
  const lengths = all.map((other) => JSON.stringify(other).length);
  const envelope = Math.min(...lengths);
  return { ...chunk, obfuscation: "x".repeat(lengths.reduce((sum, length) => sum + length - envelope, 0)) };
});

/** Where reads of 512 bytes end within the longest of these; what is before and behind it comes at once. */
function shortReads(reads: readonly Uint8Array[]): readonly number[] {
  const lengths = reads.map((read) => read.length);
  const longest = Math.max(...lengths);
  const before = lengths.slice(0, lengths.indexOf(longest)).reduce((sum, length) => sum + length, 0);
  return Array.from({ length: Math.ceil(longest / 512) + 1 }, (_, i) => before + Math.min(512 * i, longest));
}

/** The bodies of answers in pieces that nobody has a say in. */
export const reads: readonly Quirk[] = [
  {
    id: "SSE-62",
    name: "replies-in-gzip",
    class: "variant",
    protocols,
    area,
    report: "https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1",
    seen: "proxies, where the client says that it takes it",
    breaks: "A reply is taken for a broken one, or a stream shows nothing until its end.",
    rule: "A reply in an encoding that was asked for is decoded, a stream as it comes.",
    fix: "Decode by `content-encoding`, or do not send `accept-encoding`.",
    scene: "text",
    inject: ({ request, reply }) =>
      reply.status < 300 && request.headers["accept-encoding"]?.includes("gzip")
        ? {
            ...reply,
            headers: { ...reply.headers, "content-encoding": "gzip" },
            reads: gzipped(reply.reads),
          }
        : undefined,
    expect: "unchanged",
  },
  {
    id: "SSE-01",
    name: "characters-cut-by-reads",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/openai/openai-node/issues/706",
    seen: "every network",
    breaks: "Text other than English has U+FFFD in random places, in tool arguments too.",
    rule: "Bytes are decoded by one streaming decoder a response, wherever the reads cut them.",
    fix: "Each read is decoded by itself: use one TextDecoder with `stream: true`, and flush it at the end.",
    scene: "text",
    inject: ({ reply }) => {
      const bytes = bytesOf(textOf(reply));
      // A read ends within every character of more than one byte.
      const cuts = [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80);
      return cuts.length === 0 ? undefined : cutAt(reply, cuts);
    },
    expect: "unchanged",
  },
  {
    id: "SSE-13",
    name: "reads-that-are-no-events",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/googleapis/js-genai/issues/1342",
    seen: "every network, and servers under load",
    breaks: "Events are lost, or half of one reaches the JSON parser.",
    rule: "Where a read ends says nothing: an event may take several, and a read may bring several.",
    fix: "A read is taken for an event: keep what is left of it, and add the next one to it.",
    scene: "text",
    on: "stream",
    inject: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      // Every other read ends in the middle of an event, and begins in the middle of the one before the last.
      const lengths = exchange.reply.reads.map((read) => read.length);
      let end = 0;
      const middles = lengths.map((length) => {
        end += length;
        return end - Math.ceil(length / 2);
      });
      return cutAt(
        exchange.reply,
        middles.filter((at, i) => i % 2 === 0 && at > 0),
      );
    },
    expect: "unchanged",
  },
  {
    id: "SSE-53",
    name: "reads-of-a-few-bytes",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/ggml-org/llama.cpp/issues/14268",
    seen: "slow networks, and proxies that do not buffer",
    breaks: "A line end, a field's name or a sentinel that is cut in two is not found.",
    rule: "The answer is the same however short the reads are.",
    fix: "Something is looked for in a read instead of in all that has come: look in the buffer.",
    scene: "text",
    on: "stream",
    inject: inReadsOf(1, 2, 11, 1, 5, 1, 17, 3, 23),
    expect: "unchanged",
  },
  {
    id: "SSE-11",
    name: "one-long-event-in-short-reads",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/rexxars/eventsource-parser/issues/19",
    seen: "Google, with media within the answer",
    breaks: "Seconds of work for one event, in which the whole process answers nobody.",
    rule: "An event of any size is read, in time that grows with its size.",
    fix: "The buffer is looked through from its beginning at each read: go on where the last read ended.",
    scene: "long-text",
    on: "stream",
    inject: (exchange) => {
      const reply = withLongEvent(exchange);
      return reply && cutAt(reply, shortReads(reply.reads));
    },
    expect: "unchanged",
  },
];

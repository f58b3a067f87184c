import { isEventStream, textOf } from "./exchange.js";
import { onStream } from "./inject.js";
import type { Quirk } from "./quirk.js";

const both = ["openai", "google"] as const;
const area = "framing";
const standard = "https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream";

const withLineEnds = (end: string) => onStream((text) => text.replaceAll(/\r?\n/g, end));

const lineEnds = {
  class: "variant",
  area,
  breaks: "No event is ever dispatched, and the buffer grows until the answer is over.",
  rule: "LF, CRLF and CR all end a line, and an event is taken when it is complete.",
  fix: "The stream is split at two line feeds: use a parser of server-sent events.",
  scene: "text",
  on: "stream",
  expect: "unchanged",
} as const;

/** The lines of server-sent events. */
export const lines: readonly Quirk[] = [
  {
    ...lineEnds,
    id: "SSE-02",
    name: "crlf-line-ends",
    protocols: ["openai"],
    report: "https://github.com/earendil-works/pi/pull/9037",
    seen: "gateways that rewrite streams",
    inject: withLineEnds("\r\n"),
  },
  {
    ...lineEnds,
    id: "SSE-50",
    name: "lf-line-ends",
    protocols: ["google"],
    report: "https://github.com/tombii/better-ccflare/pull/454",
    seen: "gateways in front of Google, whose own lines end in CRLF",
    fix: "The stream is split at two CRLFs: use a parser of server-sent events.",
    inject: withLineEnds("\n"),
  },
  {
    ...lineEnds,
    id: "SSE-51",
    name: "cr-line-ends",
    protocols: both,
    report: standard,
    seen: "nobody yet, and the standard allows it",
    inject: withLineEnds("\r"),
  },
  {
    ...lineEnds,
    id: "SSE-52",
    name: "mixed-line-ends",
    protocols: both,
    report: "https://github.com/miruamel/xuan/issues/194",
    seen: "gateways that put lines of their own into a stream of another's",
    breaks: "Two events become one, which is no JSON, wherever the line ends change.",
    rule: "Each line may end in LF, CRLF or CR, whatever the others end in.",
    fix: "The first line end is taken for that of all: look at each.",
    inject: onStream((text) => {
      const ends = ["\r\n", "\n", "\n", "\r\n", "\r"];
      let line = 0;
      return text.replaceAll(/\r?\n/g, () => ends[line++ % ends.length] ?? "\n");
    }),
  },
  {
    id: "SSE-04",
    name: "no-space-after-the-colon",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/openai/openai-python/issues/498",
    seen: "many gateways and hosts of open models",
    breaks: "Every event is passed over, the sentinel too, and the answer is empty.",
    rule: "One space after a field's colon is left out where there is one.",
    fix: "The line is tested for `data: ` with the space: test for `data:`, and take one space off.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => text.replaceAll(/^data: /gm, "data:")),
    expect: "unchanged",
  },
  {
    id: "SSE-05",
    name: "comments-that-keep-alive",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/deepnoodle-ai/dive/pull/206",
    seen: "OpenRouter and other gateways, while a model is slow",
    breaks: "A comment reaches the JSON parser, or is taken for the end of the stream.",
    rule: "A line that begins with a colon is a comment, wherever it stands, and counts as a sign of life.",
    fix: "Lines are taken for data or an error: pass over those that begin with a colon.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => {
      const end = text.includes("\r\n") ? "\r\n" : "\n";
      const commented = text.replaceAll(/^data:.*$/gm, (data) => `: still here${end}${data}${end}:`);
      const between = commented.replaceAll(end + end, `${end}${end}: PROCESSING${end}${end}`);
      return `: GATEWAY PROCESSING${end}${end}:${end}${end}${between}`;
    }),
    expect: "unchanged",
  },
  {
    id: "SSE-55",
    name: "other-fields",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/Growth-Circle/cadis/issues/2383",
    seen: "gateways, and servers built on frameworks for server-sent events",
    breaks: "An `id`, `retry` or `event` line reaches the JSON parser, or hides the data behind it.",
    rule: "Of an event's fields its data counts; `id`, `retry`, a name that says `message` and unknown ones are passed over.",
    fix: "An event is taken for its one `data` line: look for that line among the others.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => {
      const end = text.includes("\r\n") ? "\r\n" : "\n";
      const before = ["event: message", "id: 7", "retry: 3000", "x-region: eu", "retry"].join(end);
      return text.replaceAll(/^data:/gm, `${before}${end}data:`);
    }),
    expect: "unchanged",
  },
  {
    id: "SSE-56",
    name: "data-in-several-lines",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/SamSaffron/term-llm/pull/454",
    seen: "hosts that print their JSON for people to read",
    breaks: "Each line is parsed by itself and is no JSON, or only the last one is kept.",
    rule: "The data of an event is all of its `data` lines, joined with line feeds.",
    fix: "A `data` line is taken for an event: collect them up to the blank line.",
    scene: "text",
    on: "stream",
    inject: onStream((text) => {
      const end = text.includes("\r\n") ? "\r\n" : "\n";
      return text.replaceAll(/^data: (\{.*\})/gm, (_, data: string) =>
        JSON.stringify(JSON.parse(data), null, 2)
          .split("\n")
          .map((line) => `data: ${line}`)
          .join(end),
      );
    }),
    expect: "unchanged",
  },
  {
    id: "SSE-08",
    name: "byte-order-mark-in-front",
    class: "variant",
    protocols: both,
    area,
    report: "https://github.com/openai/openai-python/pull/3819",
    seen: "nobody yet, and the standard allows it",
    breaks: "The first field's name is not recognised, and the first event is lost.",
    rule: "One byte-order mark in front of a stream is no part of it, also when its bytes come one by one.",
    fix: "Text is compared with `data` from its first character on: let a TextDecoder take the mark off.",
    scene: "text",
    on: "stream",
    level: "should",
    inject: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const text = textOf(exchange.reply);
      if (text.startsWith("\ufeff")) return undefined;
      const mark = [0xef, 0xbb, 0xbf].map((byte) => Uint8Array.of(byte));
      return { ...exchange.reply, reads: [...mark, ...exchange.reply.reads] };
    },
    expect: "unchanged",
  },
];

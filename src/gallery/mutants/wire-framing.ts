import type { LLM } from "../../contract/index.js";
import { type FetchLike, google, openAICompatible } from "../../drivers/index.js";
import { misreads, misreadsReads } from "../break-wire.js";
import type { LLMMutants, Staged } from "../mutant.js";
import { objectIn } from "../read-wrongly.js";

// Parsers of server-sent events as they are written in an afternoon, each with one defect.

type Protocol = "openai" | "google";

const blank = /(?:\r\n|\n|\r(?!\n)){2}/;
const eventsOf = (body: string): readonly string[] => body.split(blank);
const linesOf = (body: string): readonly string[] => body.split(/\r\n|\n|\r/);

/** The data of the lines that have some. */
const dataOf = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith("data:")).map((line) => line.slice("data:".length).trim());

const isChunk = (data: string): boolean => data === "[DONE]" || objectIn(data) !== undefined;

/** What a parser has found, as a stream that the next one understands. */
const found = (data: readonly string[]): string => data.map((one) => `data: ${one}\n\n`).join("");

/** What a parser finds until it stumbles over something that is no chunk. */
const untilItStumbles = (data: readonly string[]): string => {
  const end = data.findIndex((one) => !isChunk(one));
  return found(end < 0 ? data : data.slice(0, end));
};

/** A body that is no stream is left alone. */
const isStream = (body: string): boolean => !/^\s*[{[<]/.test(body);

const nothingCame = /a rejection with LLM_PROVIDER_ERROR/;
const somethingIsMissing = /a rejection with LLM_|: `text`/;

const emptyAnswers: Readonly<Record<Protocol, string>> = {
  openai: '{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}',
  google: '{"candidates":[{"content":{"parts":[],"role":"model"},"finishReason":"STOP"}]}',
};

/** Takes a compressed body for what it says. */
const decodesNothing = (protocol: Protocol): Staged<LLM> => ({
  stage: protocol,
  make(stage, harm) {
    const fetch: FetchLike = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      const { status, headers } = response;
      if (!headers.has("content-encoding")) return response;
      harm();
      return new Response(`\u001f\ufffd${await response.text()}`.slice(0, 20), { status, headers });
    };
    return protocol === "openai"
      ? openAICompatible({ ...stage, preset: "openai", fetch })
      : google({ ...stage, fetch });
  },
});

const parsersOf = (protocol: Protocol): LLMMutants => {
  const ofBodies = (misread: (body: string) => string) =>
    misreads(protocol, (body) => (isStream(body) ? misread(body) : body));
  const ofReads = (misread: (reads: readonly string[]) => string) =>
    misreadsReads(protocol, (reads) => {
      const texts = reads.map((read) => new TextDecoder().decode(read));
      return isStream(texts[0] ?? "") ? misread(texts) : Buffer.concat(reads).toString();
    });
  const framing = protocol === "openai" ? "OpenAIFraming" : "GoogleFraming";
  const lineEnd = protocol === "openai" ? "\n" : "\r\n";
  return {
    "decodes-each-read": [
      `${framing}/characters-cut-by-reads`,
      /SSE-01: `text`/,
      misreadsReads(protocol, (reads) => reads.map((read) => new TextDecoder().decode(read)).join("")),
    ],
    "replaces-halves-of-characters": [
      `${framing}/characters-cut-by-deltas`,
      /SSE-6[01]: `text`/,
      ofBodies((body) => body.replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, "\ufffd")),
    ],
    "decodes-nothing": [`${framing}/replies-in-gzip`, /SSE-62|a rejection with LLM_/, decodesNothing(protocol)],
    "takes-a-read-for-an-event": [
      `${framing}/reads-that-are-no-events`,
      somethingIsMissing,
      ofReads((reads) => found(reads.flatMap((read) => dataOf(linesOf(read)).slice(0, 1)).filter(isChunk))),
    ],
    "looks-for-lines-within-a-read": [
      `${framing}/reads-of-a-few-bytes`,
      somethingIsMissing,
      ofReads((reads) => found(reads.flatMap((read) => dataOf(linesOf(read))).filter(isChunk))),
    ],
    "has-a-buffer-of-sixteen-kilobytes": [
      `${framing}/one-long-event-in-short-reads`,
      /SSE-11: `text`/,
      ofBodies((body) => found(dataOf(eventsOf(body)).filter((data) => data.length <= 16_384))),
    ],
    "knows-one-kind-of-line-end": [
      `${framing}/${protocol === "openai" ? "crlf" : "lf"}-line-ends`,
      nothingCame,
      ofBodies((body) => found(dataOf(body.split(lineEnd + lineEnd).slice(0, -1)))),
    ],
    "knows-no-cr-alone": [
      `${framing}/cr-line-ends`,
      nothingCame,
      ofBodies((body) => found(dataOf(body.split(/\r?\n/)).filter(isChunk))),
    ],
    "goes-by-the-first-line-end": [
      `${framing}/mixed-line-ends`,
      somethingIsMissing,
      ofBodies((body) => {
        const [end = "\n"] = /\r\n|\n|\r/.exec(body) ?? [];
        return found(dataOf(body.split(end)).filter(isChunk));
      }),
    ],
    "wants-a-space-after-the-colon": [
      `${framing}/no-space-after-the-colon`,
      nothingCame,
      ofBodies((body) => found(dataOf(linesOf(body).filter((line) => line.startsWith("data: "))))),
    ],
    "stumbles-over-comments": [
      `${framing}/comments-that-keep-alive`,
      nothingCame,
      ofBodies((body) => {
        const lines = linesOf(body).filter((line) => line !== "");
        return untilItStumbles(lines.map((line) => line.replace(/^\w+: ?/, "")));
      }),
    ],
    "wants-data-to-be-the-first-field": [
      `${framing}/other-fields`,
      nothingCame,
      ofBodies((body) => found(dataOf(eventsOf(body)))),
    ],
    "takes-a-line-for-an-event": [
      `${framing}/data-in-several-lines`,
      nothingCame,
      ofBodies((body) => found(dataOf(linesOf(body)).filter(isChunk))),
    ],
    "drops-what-no-blank-line-ends": [
      `${framing}/last-event-without-a-blank-line`,
      /a rejection with LLM_STREAM_INTERRUPTED|SSE-07: `usage`/,
      ofBodies((body) => found(dataOf(eventsOf(body).slice(0, -1)))),
    ],
    "begins-with-an-empty-answer": [
      `${framing}/a-stream-without-events`,
      /expected a rejection with LLM_PROVIDER_ERROR, got/,
      misreads(protocol, (body) => (body === "" ? found([emptyAnswers[protocol]]) : body)),
    ],
    "stumbles-over-pings": [
      `${framing}/events-that-are-no-chunks`,
      somethingIsMissing,
      ofBodies((body) => untilItStumbles(dataOf(linesOf(body)))),
    ],
    "passes-over-what-it-cannot-parse": [
      `${framing}/events-without-blank-lines`,
      nothingCame,
      ofBodies((body) =>
        found(
          eventsOf(body)
            .map((event) => dataOf(linesOf(event)).join("\n"))
            .filter(isChunk),
        ),
      ),
    ],
    "makes-each-read-end-in-a-line-end": [
      `${framing}/cuts-make-no-difference`,
      somethingIsMissing,
      ofReads((reads) => reads.map((read) => `${read.trimEnd()}\n\n`).join("")),
    ],
  };
};

/** The same parsers for each protocol, named for it. */
const named = (protocol: Protocol): LLMMutants =>
  Object.fromEntries(Object.entries(parsersOf(protocol)).map(([name, mutant]) => [`${name}-of-${protocol}`, mutant]));

const answerOf = (message: object, reason: string): string =>
  JSON.stringify({ choices: [{ index: 0, message, finish_reason: reason }] });

/** What a careless parser makes of the framing of a stream, and of a stream that was not asked for. */
export const framingMutants: LLMMutants = {
  ...named("openai"),
  ...named("google"),
  "reads-nothing-but-data-lines": [
    "OpenAIFraming/a-sentinel-behind-a-whole-reply",
    /expected a rejection with LLM_BAD_RESPONSE, got .*LLM_PROVIDER_ERROR/,
    misreads("openai", (body) => (body.includes("\ndata: [DONE]") ? found(dataOf(linesOf(body))) : body)),
  ],
  "takes-the-last-event-for-the-reply": [
    "OpenAIFraming/a-stream-that-nobody-asked-for",
    /expected a rejection with LLM_BAD_RESPONSE, got .*LLM_PROVIDER_ERROR/,
    misreads("openai", (body) => (isStream(body) ? (dataOf(linesOf(body)).filter(isChunk).at(-2) ?? "") : body)),
  ],
  "keeps-the-text-of-a-reply-that-is-no-stream": [
    "OpenAIFraming/a-whole-reply-where-a-stream-was-asked-for",
    /SSE-80: `text`/,
    misreads("openai", (body) => {
      const [choice] = (objectIn(body)?.choices ?? []) as { message?: { content?: string } }[];
      return choice ? answerOf({ role: "assistant", content: choice.message?.content ?? "" }, "stop") : body;
    }),
  ],
};

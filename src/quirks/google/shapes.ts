import { eventsOf } from "../events.js";
import { isEventStream, textOf, type WireObject } from "../exchange.js";
import { textReply } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { candidatesIn, isAnswer, onReplies, partsIn, without, withParts } from "./candidates.js";

const protocols = ["google"] as const;
const area = "shape";

/** A chunk of the same stream that has nothing of the answer. */
const note = (chunk: WireObject): WireObject => without(chunk, "candidates", "promptFeedback");

/** Empty, missing and unusual fields. */
export const shapes: readonly Quirk[] = [
  {
    id: "GEM-88",
    name: "events-without-candidates",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#GenerateContentResponse",
    seen: "Google, where an event has only usage",
    breaks: "The answer ends at the first of them, or is an exception.",
    rule: "An event without candidates is no end and no error.",
    fix: "`candidates[0]` is read without a look whether there is one.",
    scene: "text",
    on: "stream",
    inject: onReplies((chunk, { isLast }) =>
      isLast || candidatesIn(chunk).length === 0 ? undefined : [note(chunk), chunk, { ...note(chunk), candidates: [] }],
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-89",
    name: "contents-without-parts",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/google/adk-python/issues/1357",
    seen: "Google",
    breaks: "The stream breaks off with an exception of the driver's own.",
    rule: "A content without `parts` adds nothing to the answer.",
    fix: "`parts` is taken for granted: it is left out where it is empty.",
    scene: "text",
    on: "stream",
    inject: onReplies((chunk, { isLast }) =>
      isLast || candidatesIn(chunk).length === 0
        ? undefined
        : [{ ...chunk, candidates: [{ content: { role: "model" }, index: 0 }] }, chunk],
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-84",
    name: "parts-of-another-kind",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/gemini-api/docs/code-execution",
    seen: "Google, where it runs code or draws",
    breaks: "The answer breaks off at such a part, or has its JSON in the text.",
    rule: "Parts that hold code, its result or data are no text, and the text around them is whole.",
    fix: "Each part is taken for text or a call: pass over the other kinds.",
    scene: "text",
    inject: onReplies((reply, { index }) =>
      index === 0
        ? {
            ...reply,
            candidates: candidatesIn(reply).map((candidate) =>
              withParts(candidate, [
                { executableCode: { language: "PYTHON", code: "print(4)" } },
                { codeExecutionResult: { outcome: "OUTCOME_OK", output: "4\n" } },
                ...partsIn(candidate),
                { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
              ]),
            ),
          }
        : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-90",
    name: "list-where-events-were-asked-for",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/nyo16/nous/pull/26",
    seen: "gateways that drop the query `alt=sse`",
    breaks: "The answer is empty, or half a list is parsed.",
    rule: "A JSON list of replies is read as the stream that it is.",
    law: "With `alt=sse` a stream is server-sent events.",
    fix: "Look at the first character of the body: `[` begins a list of the same replies.",
    scene: "text",
    on: "stream",
    inject: (exchange) => {
      const events = eventsOf(exchange);
      if (!/[?&]alt=sse\b/.test(exchange.request.path) || events.length === 0) return undefined;
      const body = `[${events.map(({ data }) => data).join("\n,\r\n")}\n]`;
      const { ending } = exchange.reply;
      return { ...textReply(200, body, { "content-type": "application/json; charset=UTF-8" }), ending };
    },
    detect: (exchange) =>
      isAnswer(exchange) &&
      !isEventStream(exchange) &&
      /[?&]alt=sse\b/.test(exchange.request.path) &&
      /^\s*\[/.test(textOf(exchange.reply))
        ? "the reply is a JSON list, where `alt=sse` asked for server-sent events"
        : undefined,
    expect: "unchanged",
  },
];

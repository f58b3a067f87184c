import type { Quirk } from "../quirk.js";
import { candidatesIn, inOneReply, onCandidates, onParts, onReplies, partsIn, withParts } from "./candidates.js";

const protocols = ["google"] as const;
const area = "reasoning";

/** Bytes, as base64. */
const signature = "c2lnbmF0dXJl";

/** Thoughts and their signatures. */
export const reasoning: readonly Quirk[] = [
  {
    id: "GEM-11",
    name: "thought-and-answer-in-one-event",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/AstrBotDevs/AstrBot/issues/4222",
    seen: "Google",
    breaks: "What the model thought is shown as part of its answer, where that is streamed.",
    rule: "A part with `thought: true` is reasoning, and each part of an event is told apart by itself.",
    fix: "The texts of an event are joined without a look at `thought`: sort each part.",
    scene: "reasoning",
    on: "stream",
    inject: inOneReply((reply, parts) => ({
      ...reply,
      candidates: candidatesIn(reply).map((candidate) =>
        withParts(
          candidate,
          parts.filter(({ text }) => text !== ""),
        ),
      ),
    })),
    expect: "unchanged",
  },
  {
    id: "GEM-13",
    name: "planning-without-a-mark",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/googleapis/python-genai/issues/2121",
    seen: "some of Google's models",
    breaks: "A driver that guesses what was thought eats what was said.",
    rule: "Text that only looks like a thought is text, and goes through as it is.",
    fix: "Tell thoughts by `thought: true` and by nothing else.",
    scene: "text",
    inject: inOneReply((reply) => ({
      ...reply,
      candidates: candidatesIn(reply).map((candidate) =>
        withParts(candidate, [{ text: "THOUGHT: check dates\nThe answer is 4." }]),
      ),
    })),
    expect: { response: { text: "THOUGHT: check dates\nThe answer is 4." } },
  },
  {
    id: "GEM-80",
    name: "signature-on-the-text",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/gemini-api/docs/thought-signatures",
    seen: "Google, from Gemini 3 on",
    breaks: "The answer, or its end, is taken for a thought.",
    rule: "A signature on a part of text does not make it a thought.",
    fix: "Tell thoughts by `thought: true`; a signature may stand on any part.",
    scene: "text",
    inject: onParts((part) =>
      typeof part.text === "string" && part.text !== "" && part.thought !== true
        ? { ...part, thoughtSignature: signature }
        : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-86",
    name: "signature-on-an-empty-part",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/gemini-api/docs/thought-signatures",
    seen: "Google, from Gemini 3 on, at the end of a stream",
    breaks: "The finish reason beside it is lost, or the part is an error.",
    rule: "A part with a signature and no text says nothing, and what stands beside it counts.",
    fix: "Every part is taken to hold text, a call or data: pass over one that holds only a signature.",
    scene: "text",
    inject: onCandidates((candidate, { isLast }) =>
      isLast
        ? withParts(candidate, [
            ...partsIn(candidate).filter(({ text }) => text !== ""),
            { thoughtSignature: signature },
          ])
        : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-87",
    name: "thought-without-text",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/gemini-api/docs/thinking",
    seen: "Google, where thoughts are not included",
    breaks: "An answer is given a `reasoning` that is empty, or fails.",
    rule: "A thought without any text is no reasoning.",
    fix: "`text` of a thought is taken for granted: an empty one is left out.",
    scene: "text",
    inject: onReplies((reply, { index }) =>
      index === 0
        ? {
            ...reply,
            candidates: candidatesIn(reply).map((candidate) =>
              withParts(candidate, [{ text: "", thought: true, thoughtSignature: signature }, ...partsIn(candidate)]),
            ),
          }
        : undefined,
    ),
    expect: "unchanged",
  },
];

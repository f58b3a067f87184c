import type { PlayedReply } from "../../memory/index.js";
import { fragments } from "../fragments.js";
import { callParts, candidateEnd, type Envelope, grounding, promptFeedback, wireUsage } from "./envelope.js";
import type { WirePart } from "./generate-body.js";
import type { ThoughtSignatures } from "./thought-signatures.js";

/** Chunks in a row: server-sent events with `alt=sse`, else one JSON array that is sent piece by piece. */
export interface Framing {
  readonly contentType: string;
  frame(data: string): string;
  /** What comes after the last chunk; events have no sentinel. */
  readonly close: string;
}

/** Lines end in CRLF: https://github.com/RightNow-AI/openfang/pull/721 */
const events: Framing = {
  contentType: "text/event-stream",
  frame: (data) => `data: ${data}\r\n\r\n`,
  close: "",
};

/** https://github.com/symfony/ai/pull/1988; for one stream, as the first chunk is framed unlike the others. */
function arrayFraming(): Framing {
  let begun = false;
  return {
    contentType: "application/json; charset=UTF-8",
    frame(data) {
      const before = begun ? "\n,\r\n" : "[";
      begun = true;
      return before + data;
    },
    close: "\n]",
  };
}

export const framingOf = (inArray: boolean): Framing => (inArray ? arrayFraming() : events);

/** The beginning of a played reply as `GenerateContentResponse` chunks, up to the end of its text. */
export function* streamText(played: PlayedReply, envelope: Envelope): Generator<object> {
  const chunk = chunks(played, envelope);
  for (const text of fragments(played.reasoning ?? "")) yield chunk({ text, thought: true });
  for (const text of fragments(played.text)) yield chunk({ text });
}

/** The rest of it: each call whole, then the end with sources and usage. */
export function* streamEnd(played: PlayedReply, envelope: Envelope, signatures: ThoughtSignatures): Generator<object> {
  const usage = wireUsage(played.usage);
  const feedback = promptFeedback(played);
  if (feedback) return yield { promptFeedback: feedback, ...usage, ...envelope };
  const chunk = chunks(played, envelope);
  for (const part of callParts(played, signatures)) yield chunk(part);
  yield { ...chunk({ text: "" }, { ...candidateEnd(played), ...grounding(played) }), ...usage };
}

/** Each chunk has the usage so far: at first, that of the prompt. The last one counts. */
function chunks({ usage: { inputTokens } }: PlayedReply, envelope: Envelope) {
  return (part: WirePart, end: object = {}): object => ({
    candidates: [{ content: { parts: [part], role: "model" }, ...end, index: 0 }],
    ...wireUsage({ inputTokens }),
    ...envelope,
  });
}

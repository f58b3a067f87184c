import type { Turn } from "../contract/index.js";
import type { Answer, Blamed } from "./answer.js";
import { badReply, createChunkReader, turnOf } from "./read-chunks.js";
import { sniff } from "./sse.js";

/**
 * Reads a whole reply: one JSON document, or the stream that some servers send unasked
 * (https://github.com/decolua/9router/issues/3492).
 * @throws LLMError `LLM_BAD_RESPONSE`, `LLM_PROVIDER_ERROR`, or the error that the reply carries
 */
export function readReply(text: string, answer: Answer, blamed: Blamed): Turn {
  if (sniff(text) === "sse") return readUnaskedStream(text, answer, blamed);
  const reply = parseReply(text, blamed);
  if (reply !== undefined) answer.take(reply, []);
  // Whoever keeps it writes it with JSON.stringify, which throws at a bigint.
  const raw = blamed.parse ? parseReply(text, { ...blamed, parse: undefined }) : reply;
  return { ...turnOf(answer.end(true)), raw };
}

function readUnaskedStream(text: string, answer: Answer, blamed: Blamed): Turn {
  const chunks = createChunkReader(answer, blamed);
  for (const bytes of [new TextEncoder().encode(text), undefined]) for (const _ of chunks.read(bytes));
  return turnOf(chunks.end());
}

/**
 * The reply as JSON, also with the sentinel of a stream behind it; undefined where it is blank.
 * @throws LLMError `LLM_BAD_RESPONSE`
 */
export function parseReply(text: string, blamed: Blamed): unknown {
  if (sniff(text) === undefined) return undefined;
  const document = text.startsWith("\uFEFF") ? text.slice(1) : text;
  for (const candidate of [() => document, () => document.replace(/data:\s*\[DONE\]\s*$/, "")]) {
    try {
      return (blamed.parse ?? JSON.parse)(candidate());
    } catch {
      // The next one, if there is one.
    }
  }
  throw badReply("is not JSON", text, blamed);
}

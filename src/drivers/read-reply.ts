import { LLMError, redact, type Turn } from "../contract/index.js";
import type { Answer, Blamed } from "./answer.js";
import { createChunkReader, turnOf } from "./read-chunks.js";
import { createSSEDecoder, sniff } from "./sse.js";

/**
 * Reads a whole reply: one JSON document, or the stream that some servers send unasked
 * (https://github.com/decolua/9router/issues/3492).
 * @throws LLMError `LLM_BAD_RESPONSE`, `LLM_PROVIDER_ERROR`, or the error that the reply carries
 */
export function readReply(text: string, answer: Answer, blamed: Blamed): Turn {
  const kind = sniff(text);
  if (kind === "sse") return readUnaskedStream(text, answer, blamed);
  const raw = kind === "json" ? parseReply(text) : undefined;
  if (raw === undefined && kind !== undefined) {
    const { provider, model, secrets, requestId } = blamed;
    const message = `${provider}: the reply is not JSON: ${redact(text, secrets, 100)}`;
    throw new LLMError("LLM_BAD_RESPONSE", message, { provider, model, requestId });
  }
  if (raw !== undefined) answer.take(raw);
  return { ...turnOf(answer.end(true)), ...(raw !== undefined && { raw }) };
}

function readUnaskedStream(text: string, answer: Answer, blamed: Blamed): Turn {
  const decoder = createSSEDecoder();
  const events = [...decoder.push(new TextEncoder().encode(text)), ...decoder.end()];
  if (events.length === 0) {
    const { provider, model, secrets, requestId } = blamed;
    const message = `${provider}: the reply is neither JSON nor a stream: ${redact(text, secrets, 100)}`;
    throw new LLMError("LLM_BAD_RESPONSE", message, { provider, model, requestId });
  }
  const chunks = createChunkReader(answer, blamed);
  for (const _ of chunks.read(events));
  return turnOf(answer.end(chunks.done));
}

/** The reply as JSON, also with the sentinel of a stream behind it; undefined where it is none. */
function parseReply(text: string): unknown {
  for (const candidate of [text, text.replace(/\s*data:\s*\[DONE\]\s*$/, "")]) {
    try {
      return JSON.parse(candidate.replace(/^\uFEFF/, ""));
    } catch {
      // The next one, if there is one.
    }
  }
  return undefined;
}

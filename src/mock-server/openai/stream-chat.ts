import type { PlayedReply } from "../../memory/index.js";
import { annotations, type Envelope, finishLabel, isRefusal, wireCalls, wireUsage } from "./envelope.js";

/** One server-sent event. */
export const sse = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** What ends a stream that went well. */
const done = "data: [DONE]\n\n";

/**
 * The beginning of a played reply as `chat.completion.chunk` events, up to the end of its text:
 * https://platform.openai.com/docs/api-reference/chat/streaming
 * @param includeUsage whether the request asked for usage, which every chunk then mentions
 */
export function* streamText(played: PlayedReply, envelope: Envelope, includeUsage: boolean): Generator<string> {
  const chunk = chunks(envelope, includeUsage);
  const field = isRefusal(played) ? "refusal" : "content";
  const onlyCalls = played.toolCalls.length > 0 && played.text === "";
  yield chunk({ role: "assistant", content: onlyCalls ? null : "", refusal: null });
  for (const piece of fragments(played.reasoning ?? "")) yield chunk({ reasoning_content: piece });
  for (const piece of fragments(played.text)) yield chunk({ [field]: piece });
}

/** The rest of it: sources, calls, the end, the usage where it was asked for, and the sentinel. */
export function* streamEnd(played: PlayedReply, envelope: Envelope, includeUsage: boolean): Generator<string> {
  const chunk = chunks(envelope, includeUsage);
  if (played.sources.length > 0) yield chunk({ annotations: annotations(played) });
  for (const [index, { id, type, function: called }] of wireCalls(played).entries()) {
    yield chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] });
    for (const piece of fragments(called.arguments))
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, finishLabel(played));
  const usage = wireUsage(played.usage);
  if (includeUsage && usage) yield sse({ ...envelope, object: "chat.completion.chunk", choices: [], usage });
  yield done;
}

function chunks(envelope: Envelope, includeUsage: boolean) {
  return (delta: object, finish: string | null = null): string =>
    sse({
      ...envelope,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(includeUsage && { usage: null }),
    });
}

/** The length of one delta: short enough to split words, so that nobody relies on whole ones. */
const deltaLength = 5;
/** Deltas of one text, however long: a megabyte need not become a quarter of a million events. */
const mostDeltas = 256;

/** Cuts a text into pieces that join to exactly it, never within a surrogate pair. */
export function* fragments(text: string): Generator<string> {
  const length = Math.max(deltaLength, Math.ceil(text.length / mostDeltas));
  for (let start = 0, end = 0; start < text.length; start = end) {
    const isHighSurrogate = (text.charCodeAt(start + length - 1) & 0xfc00) === 0xd800;
    end = start + length + (isHighSurrogate ? 1 : 0);
    yield text.slice(start, end);
  }
}

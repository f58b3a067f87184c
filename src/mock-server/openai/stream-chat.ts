import type { PlayedReply } from "../../memory/index.js";
import { fragments } from "../fragments.js";
import { annotations, type Envelope, finishLabel, isRefusal, wireCalls, wireUsage } from "./envelope.js";

/** One server-sent event. */
export const frame = (data: string): string => `data: ${data}\n\n`;

const sse = (data: object): string => frame(JSON.stringify(data));

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

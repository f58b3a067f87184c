import type { LLMError } from "../../contract/index.js";
import type { PlayedReply } from "../../memory/index.js";
import { jsonReply, type ProviderReply, type WireReply } from "../wire-reply.js";
import type { ChatBody } from "./chat-body.js";
import { createEnvelope } from "./envelope.js";
import { failureHeaders, inBand, scriptedFailure } from "./scripted-error.js";
import { sse, streamEnd, streamText } from "./stream-chat.js";
import { writeChat } from "./write-chat.js";

const json = { "content-type": "application/json" };
const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };
/** Not JSON, whatever the header says. */
const garbage = "{not JSON";

type Asked = Pick<ChatBody, "model" | "stream" | "stream_options">;

/**
 * A played reply as what goes over the wire. A stream brings its reasoning and text before whatever ends it; without any,
 * it fails as a plain request does: with a status, or with silence.
 * @param asked the request
 * @param retryDelayMs milliseconds after which to try again, where the scripted error does not say
 */
export function playChat(played: PlayedReply, asked: Asked, retryDelayMs?: number): ProviderReply {
  const streamed = asked.stream === true;
  const begun = streamed && (played.text !== "" || played.reasoning !== undefined);
  if (!begun && played.stall) return "silence";
  const accepted = begun || (streamed && played.error && isBroken(played.error));
  if (!accepted && played.error) return playFailure(played.error, retryDelayMs);
  if (streamed) return playStream(played, asked);
  const body = writeChat(played, createEnvelope(played, asked.model));
  return played.cut ? cutShort(JSON.stringify(body)) : jsonReply(200, body);
}

/** Whether an error is a fault of a reply that was begun. */
function isBroken(error: LLMError): boolean {
  const failure = scriptedFailure(error);
  return failure === "cut" || failure === "garbage";
}

/** Embeddings, unless the script fails the request. */
export function playEmbeddings(body: object, failure: PlayedReply | undefined, retryDelayMs?: number): ProviderReply {
  if (!failure) return jsonReply(200, body);
  if (failure.stall) return "silence";
  return failure.error ? playFailure(failure.error, retryDelayMs) : cutShort(JSON.stringify(body));
}

/** An error before any of the answer. */
export function playFailure(error: LLMError, retryDelayMs = 10): ProviderReply {
  const failure = scriptedFailure(error);
  if (failure === "disconnect") return failure;
  if (failure === "cut") return cutShort(JSON.stringify({ object: "chat.completion", choices: [] }));
  if (failure === "garbage") return { status: 200, headers: json, pieces: [garbage], ending: "complete" };
  return jsonReply(failure.status, { error: failure.body }, failureHeaders(error, retryDelayMs));
}

/** A body that breaks off in the middle. */
function cutShort(body: string): WireReply {
  return { status: 200, headers: json, pieces: [body.slice(0, Math.ceil(body.length / 2))], ending: "cut" };
}

function playStream(played: PlayedReply, { model, stream_options: options }: Asked): WireReply {
  const envelope = createEnvelope(played, model);
  const includeUsage = options?.include_usage === true;
  const failure = played.stall || !played.error ? undefined : scriptedFailure(played.error);
  const breaks = failure === "cut" || failure === "disconnect" || (!played.error && played.cut);

  function* pieces(): Generator<string> {
    yield* streamText(played, envelope, includeUsage);
    if (failure === "garbage") yield `data: ${garbage}\n\n`;
    else if (typeof failure === "object") yield sse(inBand(failure));
    else if (!played.stall && !breaks) yield* streamEnd(played, envelope, includeUsage);
  }
  return {
    status: 200,
    headers: eventStream,
    pieces: { [Symbol.iterator]: pieces },
    ending: played.stall ? "stall" : breaks ? "cut" : "complete",
  };
}

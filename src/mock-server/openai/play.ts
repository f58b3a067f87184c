import type { PlayedReply } from "../../memory/index.js";
import { playTurn } from "../play-turn.js";
import type { ProviderReply } from "../wire-reply.js";
import type { ChatBody } from "./chat-body.js";
import { createEnvelope } from "./envelope.js";
import { scriptedFailure } from "./scripted-error.js";
import { frame, streamEnd, streamText } from "./stream-chat.js";
import { writeChat } from "./write-chat.js";

type Asked = Pick<ChatBody, "model" | "stream" | "stream_options">;

/**
 * A played reply in OpenAI's words.
 * @param asked the request
 * @param retryDelayMs milliseconds after which to try again, where the scripted error does not say
 */
export function playChat(played: PlayedReply, asked: Asked, retryDelayMs?: number): ProviderReply {
  const envelope = createEnvelope(played, asked.model);
  const includeUsage = asked.stream_options?.include_usage === true;
  return playTurn(played, {
    streamed: asked.stream === true,
    contentType: "text/event-stream; charset=utf-8",
    frame,
    close: "",
    whole: () => writeChat(played, envelope),
    begin: () => streamText(played, envelope, includeUsage),
    end: () => streamEnd(played, envelope, includeUsage),
    failure: (error) => scriptedFailure(error, retryDelayMs),
  });
}

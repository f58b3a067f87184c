import type { PlayedReply } from "../../memory/index.js";
import { playTurn, type TurnWriter } from "../play-turn.js";
import type { ProviderReply } from "../wire-reply.js";
import { createEnvelope } from "./envelope.js";
import { scriptedFailure } from "./scripted-error.js";
import { framingOf, streamEnd, streamText } from "./stream-generate.js";
import type { ThoughtSignatures } from "./thought-signatures.js";
import { writeGenerate } from "./write-generate.js";

export interface Asked {
  /** The model of the path. */
  readonly model: string;
  readonly streamed: boolean;
  /** Whether a stream is a JSON array instead of events. */
  readonly inArray: boolean;
}

/** A played reply in Google's words. */
export function playGenerate(
  played: PlayedReply,
  { model, streamed, inArray }: Asked,
  signatures: ThoughtSignatures,
  retryDelayMs?: number,
): ProviderReply {
  const envelope = createEnvelope(played, model);
  const { contentType, frame, close } = framingOf(inArray);
  const framed = function* (chunks: Iterable<object>) {
    for (const chunk of chunks) yield frame(JSON.stringify(chunk));
  };
  const writer: TurnWriter = {
    streamed,
    contentType,
    frame,
    close,
    whole: () => writeGenerate(played, envelope, signatures),
    begin: () => framed(streamText(played, envelope)),
    *end() {
      yield* framed(streamEnd(played, envelope, signatures));
      if (close) yield close;
    },
    failure: (error) => scriptedFailure(error, inArray, retryDelayMs),
  };
  return playTurn(played, writer);
}

import type { PlayedReply } from "../../memory/index.js";
import { annotations, type Envelope, finishLabel, isRefusal, wireCalls, wireUsage } from "./envelope.js";

/** A played reply as a `chat.completion`: https://platform.openai.com/docs/api-reference/chat/object */
export function writeChat(played: PlayedReply, envelope: Envelope): object {
  const calls = wireCalls(played);
  const usage = wireUsage(played.usage);
  const silent = isRefusal(played) || (calls.length > 0 && played.text === "");
  return {
    ...envelope,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: silent ? null : played.text,
          refusal: isRefusal(played) ? played.text : null,
          annotations: annotations(played),
          // Not OpenAI's: the field in which hosts of open models give the reasoning.
          ...(played.reasoning && { reasoning_content: played.reasoning }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishLabel(played),
      },
    ],
    ...(usage && { usage }),
  };
}

import type { PlayedReply } from "../../memory/index.js";
import { callParts, candidateEnd, type Envelope, grounding, promptFeedback, wireUsage } from "./envelope.js";
import type { ThoughtSignatures } from "./thought-signatures.js";

/**
 * A played reply as a `GenerateContentResponse`: https://ai.google.dev/api/generate-content#generatecontentresponse.
 * Scripted reasoning is sent whether or not the request includes thoughts, so that a script means the same everywhere.
 */
export function writeGenerate(played: PlayedReply, envelope: Envelope, signatures: ThoughtSignatures): object {
  const feedback = promptFeedback(played);
  if (feedback) return { promptFeedback: feedback, ...wireUsage(played.usage), ...envelope };
  const parts = [
    ...(played.reasoning ? [{ text: played.reasoning, thought: true }] : []),
    ...(played.text ? [{ text: played.text }] : []),
    ...callParts(played, signatures),
  ];
  return {
    candidates: [
      {
        // Without anything to say there are no parts: https://github.com/google/adk-python/issues/1357
        content: { ...(parts.length > 0 && { parts }), role: "model" },
        ...candidateEnd(played),
        index: 0,
        ...grounding(played),
      },
    ],
    ...wireUsage(played.usage),
    ...envelope,
  };
}

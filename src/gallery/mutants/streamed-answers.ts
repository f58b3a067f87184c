import { isLLMError } from "../../contract/index.js";
import { badEvent, badEvents, badStreamResponse } from "../break-stream.js";
import { badReply, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";

const agreement = /`response\(\)` \(against generate\(\)'s\), at `/;

/** What stream() makes of an answer, where generate() is right. */
export const streamedAnswerMutants: LLMMutants = {
  "streams-without-sources": [
    "StreamAndGenerateAgree/every-field-agrees",
    /`response\(\)` \(against generate\(\)'s\), at `sources`/,
    badStreamResponse(() => ({ sources: [] })),
  ],
  "ends-every-stream-in-stop": [
    "StreamAndGenerateAgree/every-field-agrees",
    agreement,
    badStreamResponse(() => ({ finishReason: "stop" })),
  ],
  "reports-nought-for-unknown-usage-in-streams": [
    "StreamAndGenerateAgree/every-field-agrees",
    agreement,
    badStreamResponse(({ usage }) => ({
      usage: { ...usage, inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
    })),
  ],
  "loses-the-label-of-a-streams-end": [
    "StreamAndGenerateAgree/every-field-agrees",
    /`response\(\)` \(against generate\(\)'s\), at `providerFinishReason`/,
    badStreamResponse(() => ({ providerFinishReason: undefined })),
  ],
  "loses-streamed-calls": [
    "StreamAndGenerateAgree/calls-agree",
    /`response\(\)` \(against generate\(\)'s\), at `toolCalls/,
    badStreamResponse(() => ({ toolCalls: [] })),
  ],
  "reads-the-first-fragment-of-streamed-arguments": [
    "StreamAndGenerateAgree/calls-agree",
    /`response\(\)` \(against generate\(\)'s\), at `toolCalls/,
    badReply(withoutLaterFragments),
  ],
  "drops-reasoning-in-streams": [
    "StreamAndGenerateAgree/reasoning-is-told-apart",
    /the joined reasoning deltas: expected .*, got ''/,
    badEvent((event) => (event.type === "reasoning" ? [] : [event])),
  ],
  "gives-reasoning-as-text": [
    "StreamAndGenerateAgree/reasoning-is-told-apart",
    /the joined reasoning deltas: expected .*, got ''/,
    badEvent((event) => (event.type === "reasoning" ? [{ ...event, type: "text" }] : [event])),
  ],
  "trims-streamed-reasoning": [
    "StreamAndGenerateAgree/reasoning-is-told-apart",
    /the joined reasoning deltas: expected /,
    badEvent((event) => (event.type === "reasoning" ? [{ ...event, text: event.text.trim() || "." }] : [event])),
  ],
  "says-one-for-every-step": [
    "StreamRunsTools/steps-are-numbered",
    /the steps of the events, in order: expected .*, got \[ 1 \]/,
    badEvent((event) => [event.type === "finish" ? event : { ...event, step: 1 }]),
  ],
  "joins-the-text-of-all-steps-in-streams": [
    "StreamRunsTools/each-step-has-its-text",
    /`text` of the response: expected .*, got 'Let me look\.One more\./,
    badStreamResponse(({ text, messages }) => {
      const said = messages.flatMap((message) => (message.role === "assistant" ? [message.content] : []));
      return { text: said.length > 1 ? said.join("") : text };
    }),
  ],
  "shows-the-last-step-only": [
    "StreamRunsTools/each-step-has-its-text",
    /the joined deltas of each step: expected /,
    badEvents(async function* (events, harm) {
      for await (const event of events) {
        if (event.type === "text" && event.text.startsWith("Let")) {
          harm();
          continue;
        }
        yield event;
      }
    }),
  ],
  "announces-no-calls": [
    "StreamRunsTools/calls-are-announced",
    /the ids of the tool-call events .*: expected .*, got \[\]/,
    badEvent((event) => (event.type === "tool-call" ? [] : [event])),
  ],
  "tells-no-results": [
    "StreamRunsTools/calls-are-announced",
    /the ids of the tool-result events .*: expected .*, got \[\]/,
    badEvent((event) => (event.type === "tool-result" ? [] : [event])),
  ],
  "announces-every-call-twice": [
    "StreamRunsTools/calls-are-announced",
    /the ids of the tool-call events .*: expected /,
    badEvent((event) => (event.type === "tool-call" ? [event, event] : [event])),
  ],
  "keeps-the-last-step-of-a-stream-only": [
    "StreamRunsTools/equals-generate",
    /`response\(\)`, at `messages\[0\]/,
    badStreamResponse(({ messages }) => ({ messages: messages.slice(-1) })),
  ],
  "swallows-failures-of-later-steps": [
    "StreamRunsTools/late-failure-is-an-error",
    /fails in the second step: expected an error, got the end/,
    badEvents(async function* (events, harm) {
      let step = 0;
      try {
        for await (const event of events) {
          if (event.type !== "finish") step = event.step;
          yield event;
        }
      } catch (error) {
        if (!isLLMError(error) || step === 0) throw error;
        harm();
      }
    }),
  ],
};

/** The fragments of arguments that come after a call's first have no id. */
function withoutLaterFragments(chunk: WireBody): WireBody {
  const choices = chunk.choices as { delta?: { tool_calls?: { id?: string; function: object }[] } }[] | undefined;
  if (!choices?.some(({ delta }) => delta?.tool_calls)) return chunk;
  return {
    ...chunk,
    choices: choices.map((choice) => ({
      ...choice,
      delta: {
        ...choice.delta,
        tool_calls: choice.delta?.tool_calls?.map((call) => (call.id ? call : { ...call, function: {} })),
      },
    })),
  };
}

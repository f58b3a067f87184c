import type { LLMRequest } from "../../contract/index.js";
import { badMessages, badTurnRequest } from "../break-driver.js";
import { badLLM, badRequest } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";
import { setting, writingInto } from "../write-into-request.js";

/** What becomes of a plain request on its way. */
export const requestMutants: LLMMutants = {
  "forgets-the-system-text": [
    "Generate/request-arrives",
    /the request sent, at `system`: expected .*, got nothing/,
    badRequest(({ system: _, ...request }) => request),
  ],
  "sends-the-last-message-only": [
    "Generate/history-arrives",
    /the history sent, at `\[0\]`/,
    badTurnRequest((request) => ({ ...request, messages: request.messages.slice(-1) })),
  ],
  "turns-parts-into-a-string": [
    "Generate/text-parts-arrive",
    /the messages sent .*\[objectObject\]/,
    badMessages((message) => ("content" in message ? { ...message, content: String(message.content) } : message)),
  ],
  "sends-the-first-text-part-only": [
    "Generate/text-parts-arrive",
    /the messages sent .* 'Sayhello' /,
    badMessages((message) =>
      message.role === "user" && typeof message.content !== "string"
        ? { ...message, content: message.content.slice(0, 1) }
        : message,
    ),
  ],
  "drops-tool-results-of-the-history": [
    "Generate/history-arrives",
    /the history sent, at `\[2\]/,
    badTurnRequest((request) => ({ ...request, messages: request.messages.filter(({ role }) => role !== "tool") })),
  ],
  "drops-assistant-texts-beside-calls": [
    "Generate/history-arrives",
    /the history sent, at `\[1\]\.text`: expected .*, got ''/,
    badMessages((message) =>
      message.role === "assistant" && message.toolCalls ? { ...message, content: "" } : message,
    ),
  ],
  "resends-calls-with-empty-input": [
    "Generate/history-arrives",
    /the history sent, at `\[1\]\.calls\[0\].*, got .*\{\}/,
    badMessages((message) =>
      message.role === "assistant" && message.toolCalls
        ? { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, input: {} })) }
        : message,
    ),
  ],
  "swaps-the-ids-of-results": [
    "Generate/history-arrives",
    /the ids of the sent results/,
    badMessages((message) => {
      if (message.role !== "tool") return message;
      const ids = message.results.map(({ id }) => id).toReversed();
      return { ...message, results: message.results.map((result, i) => ({ ...result, id: ids[i] ?? "" })) };
    }),
  ],
  "writes-the-model-into-the-request": [
    "Generate/request-is-not-changed",
    /the caller's request after the call/,
    writingInto(["generate", "stream"], (request) => setting(request, "model", "mine")),
  ],
  "pushes-onto-the-callers-messages": [
    "Generate/request-is-not-changed",
    /the caller's request after the call/,
    writingInto(["generate"], ({ messages }) => {
      const { length } = messages;
      (messages as unknown[]).push({ role: "assistant", content: "Hello." });
      return () => (messages as unknown[]).splice(length);
    }),
  ],
  "reads-the-request-late": [
    "Generate/later-changes-do-not-matter",
    /the request sent, at `system`: expected .*, got 'You are long-winded\.'/,
    badLLM((llm) => ({
      async generate(request: LLMRequest, options?: object) {
        await undefined;
        return llm.generate(request, options);
      },
    })),
  ],
  "drops-the-seed": [
    "Generate/settings-are-sent-or-refused",
    /`seed` of the request/,
    badRequest(({ seed: _, ...request }) => request),
  ],
  "drops-stop-sequences": [
    "Generate/settings-are-sent-or-refused",
    /`stopSequences` of the request/,
    badRequest(({ stopSequences: _, ...request }) => request),
  ],
  "takes-one-temperature-for-all": [
    "Generate/settings-are-sent-or-refused",
    /`temperature` of the request sent: expected 0\.5, got 1/,
    badRequest((request) => ({ ...request, temperature: 1 })),
  ],
};

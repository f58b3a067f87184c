import { type LLM, LLMError, type LLMResponse, type Message } from "../../contract/index.js";
import { badSummary, badTurnRequest } from "../break-driver.js";
import { badLLM, badRequest, badResponse } from "../break-llm.js";
import { badStreamResponse } from "../break-stream.js";
import type { LLMMutants } from "../mutant.js";

/** Keeps the calls of a turn that was paused, and not what was said with them. */
const speechless = ({ finishReason, messages }: LLMResponse): { messages: Message[] } => ({
  messages: messages.map((message) =>
    finishReason === "tool_use" && message.role === "assistant" ? { ...message, content: "" } : message,
  ),
});

/** How a conversation goes on after a pause. */
export const resumeMutants: LLMMutants = {
  "sends-the-latest-turns-only": [
    "ConversationResumes/history-goes-on",
    /the roles of the history sent.*: expected/,
    badTurnRequest((request) => ({ ...request, messages: request.messages.slice(-3) })),
  ],
  "forgets-what-was-said-before-a-pause": [
    "ConversationResumes/paused-is-as-uninterrupted",
    /what was sent after the pause/,
    badResponse(speechless),
  ],
  "forgets-what-was-said-before-a-pause-in-streams": [
    "ConversationResumes/paused-stream-is-as-well",
    /what was sent after the pause/,
    badStreamResponse(speechless),
  ],
  "takes-the-first-of-split-results": [
    "ConversationResumes/split-results-are-one-turn",
    /got a rejection with LLM_INVALID_REQUEST/,
    badRequest((request) => ({
      ...request,
      messages: request.messages.filter((message, i, all) => message.role !== "tool" || all[i - 1]?.role !== "tool"),
    })),
  ],
  "asks-again-on-a-resume": [
    "ConversationResumes/decided-calls-are-not-asked-again",
    /how often the policy or the handler was called after the pause: expected 0, got 2/,
    badLLM((llm) => ({
      async generate(...[request, options]: Parameters<LLM["generate"]>) {
        const calls = request.messages.flatMap((message) =>
          message.role === "assistant" ? (message.toolCalls ?? []) : [],
        );
        for (const call of calls) await request.approve?.(call);
        return llm.generate(request, options);
      },
    })),
  ],
  "cannot-send-a-denial-again": [
    "ConversationResumes/denied-calls-can-be-sent",
    /got a rejection with LLM_INVALID_REQUEST/,
    badRequest((request) => {
      if (JSON.stringify(request.messages).includes('"denied: '))
        throw new LLMError("LLM_INVALID_REQUEST", "a result must not be an error");
      return request;
    }),
  ],
  "keeps-broken-arguments-in-messages": [
    "ConversationResumes/broken-calls-can-be-sent",
    /the input of the broken call in `messages`: expected /,
    badResponse(({ messages, toolCalls }) => ({
      messages: messages.map((message) =>
        message.role === "assistant" && message.toolCalls
          ? {
              ...message,
              toolCalls: message.toolCalls.map((call, i) => ({
                ...call,
                input: toolCalls[i]?.invalidInput ?? call.input,
              })),
            }
          : message,
      ),
    })),
  ],
  "keeps-an-id-that-is-taken": [
    "ConversationResumes/repeated-id-is-made-unique",
    /`id` of the new call: expected one that the history does not have/,
    badSummary((turns, { toolCalls }) => {
      const ids = turns.flatMap((turn) => (turn.toolCalls ?? []).map(({ id }) => id));
      return { toolCalls: toolCalls.map((call, i) => ({ ...call, id: ids[i] ?? call.id })) };
    }),
  ],
};

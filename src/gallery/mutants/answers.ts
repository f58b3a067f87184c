import { LLMError } from "../../contract/index.js";
import { badMessages, badResults, badSummary, badTurnRequest } from "../break-driver.js";
import { badResponse } from "../break-llm.js";
import { badDelta, badStreamRequest, badStreamResponse } from "../break-stream.js";
import { badExecute, type Execute, withTools } from "../break-tools.js";
import { badBody, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";

const composed = (text: string) => text.normalize("NFC");

/** A handler that gets its arguments in composed characters. */
const composing =
  (execute: Execute): Execute =>
  (input, context) =>
    execute(JSON.parse(composed(JSON.stringify(input))), context);

/** What is missing from an answer, and what is done to its characters. */
export const answerMutants: LLMMutants = {
  "strips-code-fences": [
    "ResponseIsWhole/fences-are-kept",
    /`text`.*: expected /,
    badResponse(({ text }) => ({ text: text.replace(/^```json\n|\n```$/g, "") })),
  ],
  "cuts-answers-at-64-kilobytes": [
    "ResponseIsWhole/long-answer-is-whole",
    /the length of `text`: expected .*, got 65536/,
    badResponse(({ text }) => ({ text: text.slice(0, 65_536) })),
  ],
  "takes-an-empty-answer-for-none": [
    "ResponseIsWhole/empty-answer-is-an-answer",
    /got a rejection with LLM_BAD_RESPONSE/,
    badResponse(({ text, toolCalls }) => {
      if (text || toolCalls.length > 0) return {};
      throw new LLMError("LLM_BAD_RESPONSE", "the answer is empty");
    }),
  ],
  "drops-reasoning": [
    "ResponseIsWhole/reasoning-comes-back",
    /`reasoning` and `text`: expected /,
    badResponse(() => ({ reasoning: undefined })),
  ],
  "thinks-aloud-in-its-text": [
    "ResponseIsWhole/reasoning-comes-back",
    /`reasoning` and `text`: expected /,
    badResponse(({ text, reasoning }) => (reasoning ? { text: `<think>${reasoning}</think>${text}` } : {})),
  ],
  "keeps-messages-without-reasoning": [
    "ResponseIsWhole/messages-keep-the-reasoning",
    /`reasoning` of the appended message: expected /,
    badResponse(({ messages }) => ({
      messages: messages.map((message) => ("reasoning" in message ? { ...message, reasoning: undefined } : message)),
    })),
  ],
  "keeps-the-sources-of-the-last-step-only": [
    "ResponseIsWhole/sources-are-of-all-steps",
    /the addresses of `sources`.*: expected/,
    badSummary((turns) => ({ sources: turns.at(-1)?.sources ?? [] })),
  ],
  "lists-a-source-twice": [
    "ResponseIsWhole/sources-are-of-all-steps",
    /the addresses of `sources`.*: expected/,
    badSummary((turns) => ({ sources: turns.flatMap(({ sources = [] }) => sources) })),
  ],
  "streams-under-its-usual-name": [
    "ResponseIsWhole/model-is-of-the-last-step",
    /`model` of a stream's response: expected .*, got 'memory'/,
    badStreamResponse(() => ({ model: "memory" })),
  ],

  "composes-characters-of-answers": [
    "UnicodeSurvives/answer-is-untouched",
    /`text`, from character 2 on: expected .*\\u\{301\}/,
    badResponse(({ text }) => ({ text: composed(text) })),
  ],
  "unescapes-answers": [
    "UnicodeSurvives/answer-is-untouched",
    /`text`.*: expected /,
    badResponse(({ text }) => ({ text: text.replaceAll("\\n", "\n").replaceAll("&amp;", "&") })),
  ],
  "composes-characters-of-deltas": [
    "UnicodeSurvives/stream-is-untouched",
    /the joined deltas, from character 2 on: expected .*\\u\{301\}/,
    badDelta(composed),
  ],
  "drops-byte-order-marks-from-deltas": [
    "UnicodeSurvives/stream-is-untouched",
    /the joined deltas.*: expected /,
    badDelta((text) => text.replaceAll("\ufeff", "") || " "),
  ],
  "escapes-questions": [
    "UnicodeSurvives/question-is-untouched",
    /the message sent.*: expected /,
    badMessages((message) =>
      message.role === "user" && typeof message.content === "string"
        ? { ...message, content: message.content.replaceAll("<", "&lt;") }
        : message,
    ),
  ],
  "trims-the-system-text": [
    "UnicodeSurvives/question-is-untouched",
    /the system text sent: expected /,
    badTurnRequest(({ system, ...request }) => ({ ...request, system: system?.trim() })),
  ],
  "sends-half-characters": [
    "UnicodeSurvives/lone-surrogate-is-replaced",
    /the message sent: expected whole characters, got half of one/,
    badBody((body) => ({
      ...body,
      messages: (body.messages as WireBody[]).map((message) =>
        typeof message.content === "string"
          ? { ...message, content: message.content.replaceAll("\ufffd", "\ud83d") }
          : message,
      ),
    })),
  ],
  "drops-half-characters": [
    "UnicodeSurvives/lone-surrogate-is-replaced",
    /the message sent.*: expected /,
    badMessages((message) =>
      message.role === "user" && typeof message.content === "string"
        ? { ...message, content: message.content.replaceAll("\ufffd", "") }
        : message,
    ),
  ],
  "composes-characters-of-arguments": [
    "UnicodeSurvives/tool-input-is-untouched",
    /what the handler got.*: expected .*e\\u\{301\}/,
    badExecute(composing),
  ],
  "composes-characters-of-streamed-arguments": [
    "UnicodeSurvives/streamed-tool-input-is-untouched",
    /what the handler got.*: expected .*e\\u\{301\}/,
    badStreamRequest(withTools((tool) => (tool.execute ? { execute: composing(tool.execute) } : {}))),
  ],
  "strips-controls-from-results": [
    "UnicodeSurvives/tool-output-is-untouched",
    /the result sent.*: expected /,
    badResults((results) =>
      results.map((result) =>
        typeof result.output === "string" ? { ...result, output: result.output.replace(/\p{Cc}/gu, "") } : result,
      ),
    ),
  ],
  "writes-schemas-in-ascii": [
    "UnicodeSurvives/schema-is-untouched",
    /the enum sent: expected /,
    badTurnRequest((request) =>
      request.schema
        ? {
            ...request,
            schema: {
              ...request.schema,
              schema: JSON.parse(JSON.stringify(request.schema.schema).replace(/[^ -~]/g, "?")),
            },
          }
        : request,
    ),
  ],
};

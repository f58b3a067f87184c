import { isObject, type LLM } from "../../contract/index.js";
import { openAICompatible } from "../../drivers/index.js";
import { misreads, type WireBody } from "../break-wire.js";
import { misreading } from "../misread-wire.js";
import type { LLMMutants, Staged } from "../mutant.js";
import { choiceIn, reading } from "../read-wrongly.js";

const openai = (misread: (body: string) => string) => misreads("openai", misread);

const message = { role: "assistant", content: "" };
const emptyReply = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] });
const emptyEnd = { choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop" }] };

const isPage = (body: string): boolean => /^\s*</.test(body);
const hasChoices = ({ choices }: WireBody): boolean => Array.isArray(choices);
const isRefusal = (object: WireBody): boolean => !hasChoices(object);

/** What a parser makes of an object in a 2xx that is no part of an answer. */
const readingErrors = (read: (object: WireBody, isStreamed: boolean) => WireBody) =>
  openai(reading((object, isStreamed) => (hasChoices(object) ? object : read(object, isStreamed))));

/** Knows no other error than this form, and takes all others for this one. */
const errorOf = (read: (error: WireBody) => object) =>
  openai(
    reading((object) => (isRefusal(object) ? { error: read(isObject(object.error) ? object.error : {}) } : object)),
  );

/** Passes over what is no part of an answer, and begins with an empty one. */
const passingOver = readingErrors((_, isStreamed) => (isStreamed ? emptyEnd : (JSON.parse(emptyReply) as WireBody)));

/** Takes the label of an error for one like any other. */
const relabelled = ({ error: _, ...chunk }: WireBody): WireBody => {
  const { error: __, ...choice } = choiceIn(chunk);
  const isFailed = choice.finish_reason === "error" || __ !== undefined;
  return hasChoices(chunk) && isFailed ? { ...chunk, choices: [{ ...choice, finish_reason: "stop" }] } : chunk;
};

/** Runs the call that a host could not read. */
const runsFailedGenerations: Staged<LLM> = {
  stage: "openai",
  make: (stage, harm) =>
    openAICompatible({
      ...stage,
      preset: "openai",
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const body = await response.text();
        if (!body.includes("failed_generation") || init.body.includes('"role":"tool"'))
          return new Response(body, { status: response.status, headers: response.headers });
        harm();
        const call = {
          id: "c1",
          type: "function",
          function: { name: "get_temperature", arguments: '{"city":"Paris"}' },
        };
        const choice = { index: 0, message: { ...message, tool_calls: [call] }, finish_reason: "tool_calls" };
        return new Response(JSON.stringify({ choices: [choice] }), { headers: { "content-type": "application/json" } });
      },
    }),
};

const noRejection = /expected a rejection with LLM_\w+, got a response with/;

/** What a careless parser makes of OpenAI's errors, and of how long to wait. */
export const openAIWireMutants: LLMMutants = {
  "reads-nothing-but-choices": ["OpenAIErrors/an-error-instead-of-chunks", noRejection, passingOver],
  "believes-a-200": ["OpenAIErrors/an-error-under-a-200", noRejection, passingOver],
  "takes-a-late-error-for-the-end": ["OpenAIErrors/an-error-behind-text", noRejection, passingOver],
  "takes-a-chunk-with-choices-for-sound": [
    "OpenAIErrors/an-error-beside-a-finish-reason",
    noRejection,
    openai(reading(relabelled)),
  ],
  "knows-no-label-for-an-error": ["OpenAIErrors/the-finish-reason-error", noRejection, openai(reading(relabelled))],
  "looks-for-errors-at-the-top": ["OpenAIErrors/an-error-within-a-choice", noRejection, openai(reading(relabelled))],
  "passes-over-events-with-a-name": [
    "OpenAIErrors/an-event-named-error",
    noRejection,
    openai((body) => body.replaceAll(/^event: .*\ndata: .*$/gm, `data: ${JSON.stringify(emptyEnd)}`)),
  ],
  "knows-errors-by-one-field": [
    "OpenAIErrors/an-error-that-is-the-chunk",
    noRejection,
    readingErrors((object) => ("error" in object ? object : emptyEnd)),
  ],
  "has-one-code-for-errors-in-streams": [
    "OpenAIErrors/a-context-overflow-within-a-stream",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_PROVIDER_ERROR/,
    readingErrors((object, isStreamed) =>
      isStreamed && "error" in object ? { error: { message: "stream error", code: 500 } } : object,
    ),
  ],
  "reads-the-message-of-a-text": [
    "OpenAIErrors/an-error-that-is-a-text",
    /expected a rejection with LLM_UNAUTHORIZED, got one with LLM_REQUEST_REJECTED/,
    errorOf(({ message: said = "undefined" }) => ({ message: said })),
  ],
  "finds-no-body-in-detail": [
    "OpenAIErrors/an-error-under-detail",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_REQUEST_REJECTED/,
    errorOf(({ message: said = "(no body)" }) => ({ message: said })),
  ],
  "knows-messages-within-errors-alone": [
    "OpenAIErrors/an-error-that-is-only-a-message",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_REQUEST_REJECTED/,
    errorOf(({ message: said = "Unknown error" }) => ({ message: said })),
  ],
  "parses-pages": [
    "OpenAIErrors/a-page-instead-of-an-error",
    /expected a rejection with LLM_PROVIDER_ERROR, got one with LLM_NETWORK_ERROR/,
    openai((body) => (isPage(body) ? (JSON.parse(body) as string) : body)),
  ],
  "finds-no-events-in-a-page": [
    "OpenAIErrors/a-page-under-a-200",
    noRejection,
    openai((body) => (isPage(body) ? emptyReply : body)),
  ],
  "takes-no-bytes-for-no-words": [
    "OpenAIErrors/a-reply-without-a-byte",
    noRejection,
    openai((body) => (body === "" ? emptyReply : body)),
  ],
  "knows-one-code-for-an-overflow": [
    "OpenAIErrors/a-context-overflow-in-other-words",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_REQUEST_REJECTED/,
    errorOf((error) => (error.code === "context_length_exceeded" ? error : { message: "Bad request" })),
  ],
  "takes-every-500-for-an-overload": [
    "OpenAIErrors/a-context-overflow-under-a-500",
    /expected a rejection with LLM_CONTEXT_TOO_LONG, got one with LLM_PROVIDER_ERROR/,
    errorOf((error) => (error.code === 500 ? { message: "Internal server error" } : error)),
  ],
  "runs-a-failed-generation": [
    "OpenAIErrors/a-call-that-the-host-could-not-read",
    /the tool get_temperature ran|expected a rejection with .*, got a response with/,
    runsFailedGenerations,
  ],
  "knows-milliseconds-to-wait-alone": [
    "OpenAIRetryAdvice/seconds-to-wait",
    /RET-50: `retryAfterMs` of LLM_RATE_LIMITED: expected 2000, got undefined/,
    misreading("openai", { blindTo: "retry-after" }),
  ],
  "reads-no-words-for-a-wait": [
    "OpenAIRetryAdvice/a-wait-told-in-words",
    /RET-51: `retryAfterMs` of LLM_RATE_LIMITED: expected 5289, got undefined/,
    openai((body) => body.replace(/ Please try again in [\d.]+s\./, "")),
  ],
  "believes-the-first-header-that-is-there": [
    "OpenAIRetryAdvice/two-waits-of-which-one-can-be-read",
    /RET-52: `retryAfterMs` of LLM_RATE_LIMITED: expected 3000, got undefined/,
    misreading("openai", { blindTo: "retry-after" }),
  ],
  "reads-no-dates": [
    "OpenAIRetryAdvice/a-date-that-has-passed",
    /RET-53: `retryAfterMs` of LLM_RATE_LIMITED: expected 0, got undefined/,
    misreading("openai", { blindTo: "retry-after" }),
  ],
  "takes-milliseconds-for-nothing": [
    "OpenAIRetryAdvice/a-wait-in-milliseconds",
    /RET-55: `retryAfterMs` of LLM_RATE_LIMITED: expected 530, got undefined/,
    openai((body) => body.replace(/ Please try again in \d+ms\./, "")),
  ],
  "takes-minutes-for-nothing": [
    "OpenAIRetryAdvice/a-wait-in-minutes-and-seconds",
    /RET-54: `retryAfterMs` of LLM_RATE_LIMITED: expected 62500, got 2500/,
    openai((body) => body.replace(/ in \d+m(?=[\d.]+s\.)/, " in ")),
  ],
};

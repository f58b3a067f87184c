import { objectsOf } from "../events.js";
import { isWireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { answering, candidatesIn, inOneReply, isAnswer, onCandidates, onReplies, without } from "./candidates.js";

const protocols = ["google"] as const;
const area = "endings";

/** How an answer ends, and why there is none. */
export const endings: readonly Quirk[] = [
  {
    id: "GEM-08",
    name: "prompt-blocked-without-candidates",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/2389-research/tracker/issues/543",
    seen: "Google",
    breaks: "A blocked prompt is shown as an answer without a word.",
    rule: "`promptFeedback` without candidates is `content_filter`, with its reason, streamed or not.",
    fix: "Only candidates are read: look at `promptFeedback.blockReason` where there are none.",
    scene: "filtered",
    inject: answering({
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
    }),
    expect: { response: { text: "", finishReason: "content_filter", usage: { inputTokens: 7, outputTokens: 0 } } },
  },
  {
    id: "GEM-06",
    name: "malformed-call-is-an-error",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/NousResearch/hermes-agent/pull/83886",
    seen: "Google",
    breaks: "A turn that failed is stored as an answer without a word.",
    rule: "`MALFORMED_FUNCTION_CALL` ends a turn as `error`, with an empty content too.",
    fix: "Every label that is not known is taken for `stop`: map Google's failures of a call to `error`.",
    scene: "text",
    inject: inOneReply((reply) => ({
      ...reply,
      candidates: [
        {
          content: {},
          finishReason: "MALFORMED_FUNCTION_CALL",
          finishMessage: "Malformed function call: f(",
          index: 0,
        },
      ],
    })),
    expect: { response: { text: "", finishReason: "error" } },
  },
  {
    id: "GEM-50",
    name: "call-of-a-failed-turn",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/BrendanGraham14/steer/pull/56",
    seen: "Google",
    breaks: "A call that the provider itself calls a mistake is run.",
    rule: "In a turn that ended in `UNEXPECTED_TOOL_CALL` no call runs, though it stands there.",
    fix: "Calls are run without a look at the finish reason: none runs in a turn that failed.",
    scene: "tool",
    inject: onCandidates((candidate) =>
      "finishReason" in candidate ? { ...candidate, finishReason: "UNEXPECTED_TOOL_CALL" } : undefined,
    ),
    expect: {
      response: {
        text: "",
        finishReason: "error",
        usage: { inputTokens: 12, outputTokens: 5 },
        outcomes: ["none"],
      },
    },
  },
  {
    id: "GEM-10",
    name: "limit-spent-on-thinking",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/google/adk-python/issues/1357",
    seen: "Google, with thinking models and a low limit",
    breaks: "The application waits for a text that never comes, or tells of a safety block.",
    rule: "`MAX_TOKENS` with a content without parts is `length`, with no text and the thoughts counted.",
    fix: "The content's parts are taken for granted: without any, the answer is empty and the finish reason still counts.",
    scene: "text",
    inject: inOneReply((reply) => ({
      ...reply,
      candidates: [{ content: { role: "model" }, finishReason: "MAX_TOKENS", index: 0 }],
      usageMetadata: { promptTokenCount: 10, thoughtsTokenCount: 2999, totalTokenCount: 3009 },
    })),
    expect: {
      response: {
        text: "",
        finishReason: "length",
        usage: { inputTokens: 10, outputTokens: 2999, reasoningTokens: 2999 },
      },
    },
  },
  {
    id: "GEM-14",
    name: "blocked-with-its-last-words",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/topcheer/ggcode/issues/232",
    seen: "Google",
    breaks: "The last words before a block are lost, or the block is taken for a plain end.",
    rule: "Text beside `RECITATION` or `SAFETY` is text; the turn ends as `content_filter`.",
    fix: "The finish reason is read before the parts beside it, or mapped to `stop`: take the parts, then the reason.",
    scene: "text",
    inject: inOneReply((reply, parts) => ({
      ...reply,
      candidates: [
        {
          content: { role: "model", parts: parts.filter(({ text }) => text !== "") },
          finishReason: "RECITATION",
          index: 0,
        },
      ],
    })),
    expect: { response: { finishReason: "content_filter" } },
  },
  {
    id: "GEM-52",
    name: "finish-reason-that-says-nothing",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#FinishReason",
    seen: "gateways that write every field of a message",
    breaks: "The answer ends at its first words.",
    rule: "`FINISH_REASON_UNSPECIFIED` ends nothing.",
    fix: "Any value of `finishReason` is taken for an end: leave out the one that says nothing.",
    scene: "text",
    on: "stream",
    inject: onCandidates((candidate) =>
      "finishReason" in candidate ? undefined : { ...candidate, finishReason: "FINISH_REASON_UNSPECIFIED" },
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-53",
    name: "stop-in-every-event",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/router-for-me/CLIProxyAPI/issues/5651",
    seen: "Google's older models, and gateways that translate from other protocols",
    breaks: "The answer is empty, or ends at its first words.",
    rule: "A stream is read to its end, though a finish reason came before it; the last one counts.",
    fix: "Reading stops at the first finish reason: go on until the body ends.",
    scene: "text",
    on: "stream",
    inject: onReplies((chunk, { index }) => {
      if (candidatesIn(chunk).length === 0) return undefined;
      const stopped = candidatesIn(chunk).map((candidate) => ({ ...candidate, finishReason: "STOP" }));
      const empty = { content: { role: "model", parts: [] }, finishReason: "STOP", index: 0 };
      const all = { ...chunk, candidates: stopped };
      return index === 0 ? [{ ...chunk, candidates: [empty] }, all] : all;
    }),
    expect: "unchanged",
  },
  {
    id: "GEM-54",
    name: "reply-without-an-answer",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/NousResearch/hermes-agent/pull/85031",
    seen: "Google when it is overloaded, and gateways",
    breaks: "An outage is shown as an answer without a word, and is not tried again.",
    rule: "A 200 without candidates and without a block reason is a provider error that may be tried again.",
    law: "A reply to a turn has candidates, or says why the prompt was blocked.",
    fix: "A missing list of candidates is read as an empty answer: where nothing else explains it, it is an error.",
    scene: "text",
    inject: inOneReply((reply) => without(reply, "candidates", "promptFeedback")),
    detect: (exchange) => {
      if (!isAnswer(exchange) || exchange.reply.ending !== "complete") return undefined;
      const replies = objectsOf(exchange);
      const explained = replies.some(
        (reply) => candidatesIn(reply).length > 0 || isWireObject(reply.promptFeedback) || "error" in reply,
      );
      return replies.length === 0 || explained
        ? undefined
        : "the reply is a 2xx with neither candidates nor `promptFeedback` nor an error";
    },
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502, retryable: true },
  },
  {
    id: "GEM-55",
    name: "feedback-beside-the-answer",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#PromptFeedback",
    seen: "Google",
    breaks: "An answer that was not blocked is taken for one that was.",
    rule: "`promptFeedback` with ratings and no block reason changes nothing.",
    fix: "The presence of `promptFeedback` is taken for a block: its `blockReason` tells, where there are no candidates.",
    scene: "text",
    inject: onReplies((reply, { index }) =>
      index === 0
        ? {
            ...reply,
            promptFeedback: {
              safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }],
            },
          }
        : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-56",
    name: "answer-without-a-content",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/stanford-crfm/helm/pull/3804",
    seen: "Google",
    breaks: "An empty answer is an exception, or is asked for again and again.",
    rule: "A candidate with a finish reason and no content is an answer, and it is empty.",
    fix: "`content.parts` is read without a look whether there is a content.",
    scene: "text",
    inject: inOneReply((reply) => ({ ...reply, candidates: [{ finishReason: "STOP", index: 0 }] })),
    expect: { response: { text: "" } },
  },
  {
    id: "GEM-57",
    name: "end-without-a-content",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/agentjido/req_llm/issues/638",
    seen: "Google",
    breaks: "The finish reason is lost, and a good answer is reported as cut off.",
    rule: "A last event with a finish reason and no content ends the answer.",
    fix: "Candidates without a content are passed over before their finish reason is read.",
    scene: "text",
    on: "stream",
    inject: onCandidates((candidate, { isLast }) => (isLast ? without(candidate, "content") : undefined)),
    expect: "unchanged",
  },
];

import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { fromLangChain, fromLangChainEmbeddings } from "touchstone/langchain";
import type { Subject } from "./subject.js";

export const langChainOpenAI: Subject = {
  name: "@langchain/openai",
  kind: "llm",
  protocol: "openai",
  make: ({ baseURL, apiKey, model: own, maxRetries, timeouts }) =>
    fromLangChain(
      ({ model = own, seed, reasoning, providerOptions, stopSequences: _, ...settings }) =>
        new ChatOpenAI({
          ...settings,
          model,
          apiKey,
          configuration: { baseURL },
          maxRetries: 0,
          timeout: timeouts.total ?? timeouts.headers ?? 120_000,
          modelKwargs: {
            ...(seed !== undefined && { seed }),
            ...(reasoning !== undefined && { reasoning_effort: efforts[reasoning] }),
            ...providerOptions,
          },
        }),
      { maxRetries, secrets: [apiKey], capabilities: { reasoning: true } },
    ),
  findings: [
    ["Reads a count of 0 as unknown.", ["UsageIsHonest/zero-is-known"]],
    [
      "With a schema, generate() throws a SyntaxError at a text that is no JSON, which a stream brings.",
      [
        "ResponseIsWhole/fences-are-kept",
        "SchemaArrivesWhole/goes-with-tools",
        "StreamAndGenerateAgree/schema-is-the-same",
        "OpenAIStructuredOutput/json-in-a-code-fence",
      ],
    ],
    [
      "Takes a stream for finished that was cut, in the text or in a call.",
      ["OpenAIEndings/end-in-the-text", "OpenAIEndings/end-in-a-tool-call", "OpenAIEndings/sentinel-over-a-cut-call"],
    ],
    [
      "Parses the arguments of a streamed call as far as they go: a call that was cut looks like a whole one.",
      ["OpenAIEndings/arguments-cut-by-the-limit", "OpenAIEndings/cut-arguments-under-the-label-tool-calls"],
    ],
    [
      "Joins the metadata of chunks: a finish reason or a model that comes again is told several times over.",
      ["OpenAIEndings/finish-reason-twice", "OpenAIEndings/empty-finish-reasons"],
    ],
    ["Waits for the connection to close after [DONE].", ["OpenAIEndings/open-after-the-sentinel"]],
    [
      "Drops the event that the end of a stream leaves without a blank line.",
      ["OpenAIFraming/last-event-without-a-blank-line"],
    ],
    [
      "Joins events between which there is no blank line, or that are no JSON, and throws a SyntaxError.",
      ["OpenAIFraming/events-without-blank-lines", "OpenAIFraming/events-that-are-no-chunks"],
    ],
    [
      "Ends quietly, without a message, at a body that holds no chunks: no events, a page, a whole reply, an error.",
      [
        "OpenAIFraming/a-stream-without-events",
        "OpenAIFraming/a-whole-reply-where-a-stream-was-asked-for",
        "OpenAIErrors/a-page-under-a-200",
        "OpenAIErrors/an-error-that-is-the-chunk",
      ],
    ],
    [
      "Tells the calls of a stream apart by `index`, and joins what comes under one.",
      [
        "OpenAIToolCalls/fragments-without-an-index",
        "OpenAIToolCalls/one-index-for-all-calls",
        "OpenAIToolCalls/names-split-over-fragments",
      ],
    ],
    [
      "Hands arguments on whatever their type.",
      ["OpenAIToolCalls/arguments-that-are-an-object", "OpenAIToolCalls/arguments-encoded-twice"],
    ],
    [
      "Reads text that is a string, and reasoning under `reasoning_content` alone.",
      ["OpenAIShapes/content-in-typed-parts", "OpenAIReasoning/reasoning-under-the-short-name"],
    ],
    ["Loses the usage of a reply whose role is not assistant.", ["OpenAIShapes/role-of-another"]],
    [
      "Throws a TypeError at a reply without choices, and at an error under a 200.",
      ["OpenAIShapes/no-choices-at-all", "OpenAIShapes/no-field-for-choices", "OpenAIErrors/an-error-under-a-200"],
    ],
    ["Throws a SyntaxError at an empty body.", ["OpenAIErrors/a-reply-without-a-byte"]],
    [
      "Takes an error within a choice, or the finish reason `error`, for an answer.",
      ["OpenAIErrors/an-error-within-a-choice", "OpenAIErrors/the-finish-reason-error"],
    ],
    [
      "Keeps nothing of an error body without the field `error`.",
      ["OpenAIErrors/an-error-under-detail", "OpenAIErrors/an-error-that-is-only-a-message"],
    ],
    [
      "Takes reasoning tokens for a part of the completion, also where the numbers say otherwise.",
      ["OpenAIUsage/reasoning-outside-of-the-completion"],
    ],
    ["Its time limit ends with the reply's headers.", ["TimeoutsAreTold/pause-times-out"]],
    [
      "Sends the schema of a tool as it is; OpenAI refuses one without `properties`.",
      ["ToolInputIsChecked/tool-without-input-runs"],
    ],
    ["Takes files as data alone.", ["NothingIsDropped/linked-file-arrives"]],
  ],
};

const efforts = { off: "none", low: "low", medium: "medium", high: "high", max: "xhigh" } as const;

export const langChainOpenAIEmbeddings: Subject = {
  name: "@langchain/openai",
  kind: "embedder",
  protocol: "openai",
  make: ({ baseURL, apiKey, model: own, maxRetries, timeouts }) =>
    fromLangChainEmbeddings(
      ({ model = own, dimensions }) =>
        new OpenAIEmbeddings({
          model,
          apiKey,
          ...(dimensions !== undefined && { dimensions }),
          configuration: { baseURL },
          maxRetries: 0,
          timeout: timeouts.total ?? timeouts.headers ?? 120_000,
        }),
      { provider: "openai", maxRetries, secrets: [apiKey] },
    ),
  findings: [
    [
      "Takes no signal: a request goes on when its call was cancelled.",
      ["EmbedHonoursCancelledContext/server-sees-the-end"],
    ],
    ["Replaces line ends by spaces unless it is told not to.", ["EmbedTextsArriveWhole/text-is-untouched"]],
    ["Has no place for options that it does not know.", ["EmbedOptionsArrive/provider-options-arrive"]],
    [
      "Reads base64 whatever came: numbers, and a hole in a vector, become other numbers.",
      ["OpenAIEmbeddings/numbers-whatever-was-asked-for", "OpenAIEmbeddings/null-in-a-vector"],
    ],
    [
      "Takes vectors in the order in which they come, whatever their `index` says.",
      ["OpenAIEmbeddings/one-index-for-all-vectors"],
    ],
    ["Tells no usage.", ["OpenAIEmbeddings/usage-without-a-total"]],
  ],
};

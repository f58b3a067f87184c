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
    ["Reads a count of 0 as unknown.", "zero-count-is-unknown", ["UsageIsHonest/zero-is-known"]],
    [
      "With a schema, invoke() throws a SyntaxError at a text that is no JSON, which stream() brings.",
      "schema-and-text-that-is-no-json",
      ["ResponseIsWhole/fences-are-kept", "OpenAIStructuredOutput/json-in-a-code-fence"],
    ],
    [
      "Takes a stream for finished that was cut, in the text or in a call.",
      "cut-stream-is-finished",
      ["OpenAIEndings/end-in-the-text", "OpenAIEndings/end-in-a-tool-call", "OpenAIEndings/sentinel-over-a-cut-call"],
    ],
    [
      "Parses the arguments of a streamed call as far as they go: a call that was cut looks like a whole one.",
      "cut-arguments-look-whole",
      ["OpenAIEndings/arguments-cut-by-the-limit", "OpenAIEndings/cut-arguments-under-the-label-tool-calls"],
    ],
    [
      "Joins the metadata of chunks: a finish reason or a model that comes again is told several times over.",
      "metadata-is-joined",
      ["OpenAIEndings/finish-reason-twice", "OpenAIEndings/empty-finish-reasons"],
    ],
    ["Waits for the connection to close after [DONE].", "waits-after-done", ["OpenAIEndings/open-after-the-sentinel"]],
    [
      "Drops the event that the end of a stream leaves without a blank line.",
      "last-event-without-a-blank-line",
      ["OpenAIFraming/last-event-without-a-blank-line"],
    ],
    [
      "Throws a SyntaxError at events between which there is no blank line, and at one that is no JSON.",
      "events-without-blank-lines",
      ["OpenAIFraming/events-without-blank-lines", "OpenAIFraming/events-that-are-no-chunks"],
    ],
    [
      "Ends quietly, without a message, at a body that holds no chunks: no events, a page, a whole reply, an error.",
      "no-chunks-no-error",
      [
        "OpenAIFraming/a-stream-without-events",
        "OpenAIFraming/a-whole-reply-where-a-stream-was-asked-for",
        "OpenAIErrors/a-page-under-a-200",
        "OpenAIErrors/an-error-that-is-the-chunk",
      ],
    ],
    [
      "Tells the calls of a stream apart by `index`, and joins what comes under one.",
      "one-index-for-all-calls",
      ["OpenAIToolCalls/fragments-without-an-index", "OpenAIToolCalls/one-index-for-all-calls"],
    ],
    ["Takes the last piece of a name for all of it.", "name-in-pieces", ["OpenAIToolCalls/names-split-over-fragments"]],
    [
      "Loses the arguments of a call that are an object in place of a string.",
      "arguments-that-are-an-object",
      ["OpenAIToolCalls/arguments-that-are-an-object"],
    ],
    [
      "Hands arguments on that were encoded twice, as a string.",
      "arguments-encoded-twice",
      ["OpenAIToolCalls/arguments-encoded-twice"],
    ],
    [
      "Reads text that is a string, and none in a list of typed parts.",
      "content-in-typed-parts",
      ["OpenAIShapes/content-in-typed-parts"],
    ],
    [
      "Reads reasoning under `reasoning_content` alone.",
      "reasoning-under-the-short-name",
      ["OpenAIReasoning/reasoning-under-the-short-name"],
    ],
    [
      "Loses the usage of a reply whose role is not assistant.",
      "usage-of-another-role",
      ["OpenAIShapes/role-of-another"],
    ],
    [
      "Throws a TypeError at a reply without choices, and at an error under a 200.",
      "reply-without-choices",
      ["OpenAIShapes/no-choices-at-all", "OpenAIShapes/no-field-for-choices", "OpenAIErrors/an-error-under-a-200"],
    ],
    ["Throws a SyntaxError at an empty body.", "empty-body", ["OpenAIErrors/a-reply-without-a-byte"]],
    [
      "Takes an error within a choice, or the finish reason `error`, for an answer.",
      "error-within-a-choice",
      ["OpenAIErrors/an-error-within-a-choice", "OpenAIErrors/the-finish-reason-error"],
    ],
    [
      "Keeps nothing of an error body without the field `error`.",
      "error-under-detail",
      ["OpenAIErrors/an-error-under-detail", "OpenAIErrors/an-error-that-is-only-a-message"],
    ],
    [
      "Takes reasoning tokens for a part of the completion, also where the numbers say otherwise.",
      "reasoning-beside-the-completion",
      ["OpenAIUsage/reasoning-outside-of-the-completion"],
    ],
    [
      "Its time limit ends with the reply's headers.",
      "time-limit-ends-with-the-headers",
      ["TimeoutsAreTold/pause-times-out"],
    ],
    [
      "Sends the schema of a tool as it is; OpenAI refuses one without `properties`.",
      "tool-schema-as-it-is",
      ["ToolInputIsChecked/tool-without-input-runs"],
    ],
  ],
  limits: [
    [
      "Refuses a file by its address in words of its own, before anything is sent; the adapter does not know them for `LLM_UNSUPPORTED`.",
      ["NothingIsDropped/linked-file-arrives"],
    ],
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
      "embeddings-take-no-signal",
      ["EmbedHonoursCancelledContext/server-sees-the-end"],
    ],
    [
      "Replaces line ends by spaces unless it is told not to.",
      "embeddings-strip-line-ends",
      ["EmbedTextsArriveWhole/text-is-untouched"],
    ],
    [
      "Has no place for options that it does not know.",
      "embeddings-take-no-unknown-options",
      ["EmbedOptionsArrive/provider-options-arrive"],
    ],
    [
      "Reads base64 whatever came: numbers, and a hole in a vector, become other numbers.",
      "embeddings-read-as-base64",
      ["OpenAIEmbeddings/numbers-whatever-was-asked-for", "OpenAIEmbeddings/null-in-a-vector"],
    ],
    [
      "Takes vectors in the order in which they come, whatever their `index` says.",
      "embeddings-ignore-the-index",
      ["OpenAIEmbeddings/one-index-for-all-vectors"],
    ],
    ["Tells no usage.", "embeddings-tell-no-usage", ["OpenAIEmbeddings/usage-without-a-total"]],
  ],
};

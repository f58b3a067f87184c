import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { fromAISDK, fromAISDKEmbedder } from "touchstone/ai-sdk";
import type { WireStageOptions } from "touchstone/suite";
import type { Subject } from "./subject.js";

const provider = ({ baseURL, apiKey }: WireStageOptions) =>
  createOpenAICompatible({
    name: "touchstone",
    baseURL,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });

export const aiSDKOpenAICompatible: Subject = {
  name: "@ai-sdk/openai-compatible",
  kind: "llm",
  protocol: "openai",
  make: (stage) =>
    fromAISDK(provider(stage)(stage.model), {
      maxRetries: stage.maxRetries,
      secrets: [stage.apiKey],
      strictOff: { strictJsonSchema: false },
      reasoning: (effort) => ({ reasoningEffort: effort === "off" ? "none" : effort }),
    }),
  findings: [
    [
      "Reports 0 for what a reply does not report: the output tokens of half a usage, cached and reasoning tokens.",
      "zero-for-unreported-usage",
      ["UsageIsHonest/partly-known-stays-so", "CallsLeaveNothingBehind/usage-does-not-add-up"],
    ],
    [
      "Knows OpenAI's finish reasons; a label of another protocol, such as max_tokens, is `other`.",
      "foreign-finish-reason",
      ["FinishReasonIsWhatHappened/foreign-label-is-known"],
    ],
    [
      "Sends every schema as strict unless it is told not to, also one that OpenAI refuses in strict mode.",
      "strict-by-default",
      ["SchemaArrivesWhole/optional-stays-optional", "SchemaArrivesWhole/keywords-keep-their-meaning"],
    ],
    [
      "Has no time limits; those of `ai` are above the model.",
      "no-time-limit",
      [
        "TimeoutsAreTold/silence-times-out",
        "TimeoutsAreTold/pause-times-out",
        "TimeoutsAreTold/whole-call-times-out",
        "TimeoutsAreTold/provider-sees-the-end",
      ],
    ],
    [
      "Validates each reply and chunk against a schema; one field of another type or name fails the whole answer.",
      "one-odd-field-fails-the-answer",
      [
        "OpenAIFraming/events-that-are-no-chunks",
        "OpenAIShapes/role-of-another",
        "OpenAIToolCalls/ids-that-are-numbers",
        "OpenAIToolCalls/an-id-before-the-function",
        "OpenAIToolCalls/arguments-that-are-an-object",
        "OpenAIToolCalls/arguments-that-are-null",
      ],
    ],
    [
      "Drops the event that the end of a stream leaves without a blank line.",
      "last-event-without-a-blank-line",
      ["OpenAIFraming/last-event-without-a-blank-line"],
    ],
    [
      "Joins events between which there is no blank line, and cannot parse what comes of it.",
      "events-without-blank-lines",
      ["OpenAIFraming/events-without-blank-lines"],
    ],
    [
      "Waits for the connection to close after [DONE], and reads what comes behind it.",
      "waits-after-done",
      ["OpenAIEndings/open-after-the-sentinel", "OpenAIEndings/events-after-the-sentinel"],
    ],
    [
      "Calls a stream without a finish reason failed, also where [DONE] says that it is whole.",
      "done-without-a-finish-reason",
      ["OpenAIEndings/sentinel-without-a-finish-reason", "OpenAIEndings/sentinel-without-a-finish-reason-after-calls"],
    ],
    [
      "Says that a stream ended early of every body that holds no finish reason: no events at all, a page, a whole reply.",
      "early-end-for-any-body",
      [
        "OpenAIFraming/a-stream-without-events",
        "OpenAIFraming/a-whole-reply-where-a-stream-was-asked-for",
        "OpenAIErrors/a-page-under-a-200",
        "OpenAIErrors/an-error-within-a-choice",
      ],
    ],
    [
      "Tells the calls of a stream apart by `index`: one that is missing or the same for all joins them.",
      "one-index-for-all-calls",
      ["OpenAIToolCalls/fragments-without-an-index", "OpenAIToolCalls/one-index-for-all-calls"],
    ],
    [
      "Takes the first piece of a name for all of it.",
      "name-in-pieces",
      ["OpenAIToolCalls/names-split-over-fragments"],
    ],
    [
      "Hands arguments on that were encoded twice.",
      "arguments-encoded-twice",
      ["OpenAIToolCalls/arguments-encoded-twice"],
    ],
    [
      "Calls an error inside a reply of status 200 an invalid reply; what it says is lost, with its retry advice.",
      "error-under-a-200",
      [
        "OpenAIErrors/an-error-under-a-200",
        "OpenAIErrors/an-error-that-is-the-chunk",
        "OpenAIErrors/a-reply-without-a-byte",
        "OpenAIShapes/no-choices-at-all",
        "OpenAIShapes/no-field-for-choices",
      ],
    ],
    [
      "Tells the finish reason `error` as `other`: the answer counts as one.",
      "finish-reason-error",
      ["OpenAIErrors/the-finish-reason-error"],
    ],
    [
      "Takes reasoning tokens for a part of the completion, also where the numbers say otherwise.",
      "reasoning-beside-the-completion",
      ["OpenAIUsage/reasoning-outside-of-the-completion"],
    ],
    [
      "Sends the schema of a tool as it is; OpenAI refuses one without `properties`.",
      "tool-schema-as-it-is",
      ["ToolInputIsChecked/tool-without-input-runs"],
    ],
  ],
};

export const aiSDKOpenAICompatibleEmbedder: Subject = {
  name: "@ai-sdk/openai-compatible",
  kind: "embedder",
  protocol: "openai",
  make: (stage) =>
    fromAISDKEmbedder(provider(stage).embeddingModel(stage.model), {
      maxRetries: stage.maxRetries,
      secrets: [stage.apiKey],
      dimensions: (length) => ({ dimensions: length }),
    }),
  findings: [
    [
      "Its embedding model passes on the options that it knows, and drops others without a warning.",
      "embeddings-drop-unknown-options",
      ["EmbedOptionsArrive/provider-options-arrive"],
    ],
    [
      "Has no time limits; those of `ai` are above the model.",
      "embeddings-have-no-time-limit",
      ["EmbedErrorsAreMapped/silence-times-out"],
    ],
    [
      "Cannot read vectors in base64, which some servers send whatever was asked for.",
      "embeddings-in-base64",
      ["OpenAIEmbeddings/base64-though-numbers-were-asked-for"],
    ],
    [
      "Takes vectors in the order in which they come, whatever their `index` says.",
      "embeddings-ignore-the-index",
      ["OpenAIEmbeddings/one-index-for-all-vectors"],
    ],
  ],
};

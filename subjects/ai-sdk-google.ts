import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { fromAISDK, fromAISDKEmbedder } from "touchstone/ai-sdk";
import type { WireStageOptions } from "touchstone/suite";
import type { Subject } from "./subject.js";

const provider = ({ baseURL, apiKey }: WireStageOptions) => createGoogleGenerativeAI({ baseURL, apiKey });

export const aiSDKGoogle: Subject = {
  name: "@ai-sdk/google",
  kind: "llm",
  protocol: "google",
  make: (stage) =>
    fromAISDK(provider(stage)(stage.model), {
      maxRetries: stage.maxRetries,
      secrets: [stage.apiKey],
      capabilities: { sources: true },
      // Google has no strict mode that could be on.
      strictOff: {},
      reasoning: (effort) =>
        effort === "off"
          ? undefined
          : { thinkingConfig: { includeThoughts: true, thinkingLevel: effort === "max" ? "high" : effort } },
    }),
  findings: [
    [
      "Puts every tool result into an object of its own form, `{ name, content }`; Google tells the model the whole of it.",
      "tool-result-in-its-own-form",
      [
        "ToolLoop/result-reaches-the-model",
        "ToolApprovalIsEnforced/reason-reaches-the-model",
        "UnicodeSurvives/tool-output-is-untouched",
        "StreamRunsTools/denial-reaches-the-model",
        "ToolResultsAreTold/string-is-told-as-it-is",
        "ToolResultsAreTold/value-is-told-as-data",
        "ToolResultsAreTold/nothing-is-told-as-empty",
        "ToolResultsAreTold/error-is-told",
        "ToolResultsAreTold/unknown-tool-is-told",
        "ToolInputIsChecked/model-learns-the-field",
        "ToolCallsRunTogether/results-go-back-in-order",
        "ToolCallsRunTogether/one-failure-is-its-own",
        "Generate/history-arrives",
        "ConversationResumes/history-goes-on",
        "ConversationResumes/repeated-id-is-made-unique",
        "ToolInputIsChecked/validator-has-the-last-word",
      ],
    ],
    [
      "Does not tell which model answered (`modelVersion`).",
      "model-is-not-named",
      ["Generate/model-is-named", "ResponseIsWhole/model-is-of-the-last-step"],
    ],
    [
      "Passes on the options that it knows, and drops others without a warning.",
      "drops-unknown-options",
      ["NothingIsDropped/provider-options-arrive", "NothingIsDropped/stream-options-arrive"],
    ],
    [
      "Reports 0 for what a reply does not report: the output tokens of half a usage, cached and reasoning tokens.",
      "zero-for-unreported-usage",
      ["UsageIsHonest/partly-known-stays-so", "CallsLeaveNothingBehind/usage-does-not-add-up"],
    ],
    [
      "Knows Google's finish reasons; a label of another protocol, such as max_tokens, is `other`.",
      "foreign-finish-reason",
      ["FinishReasonIsWhatHappened/foreign-label-is-known"],
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
      "Takes a stream for finished that ended before its finish reason, or that held nothing at all.",
      "cut-stream-is-finished",
      [
        "GoogleEndings/no-finish-reason-at-the-end",
        "GoogleEndings/reply-without-an-answer",
        "GoogleFraming/a-stream-without-events",
        "GoogleFraming/last-event-without-a-blank-line",
        "GoogleErrors/error-outside-of-any-event",
        "GoogleShapes/list-where-events-were-asked-for",
      ],
    ],
    [
      "Loses events whose lines end in a bare CR.",
      "line-ends-of-cr",
      ["GoogleFraming/cr-line-ends", "GoogleFraming/cuts-make-no-difference"],
    ],
    [
      "Tells an event that is no JSON as an error among the parts of the stream, and goes on.",
      "event-that-is-no-json",
      ["GoogleFraming/events-that-are-no-chunks"],
    ],
    [
      "Joins events between which there is no blank line, and cannot parse what comes of it.",
      "events-without-blank-lines",
      ["GoogleFraming/events-without-blank-lines"],
    ],
    [
      "Tells UNEXPECTED_TOOL_CALL, with which Google calls a turn failed, as `other`.",
      "failed-turn-is-other",
      ["GoogleEndings/call-of-a-failed-turn"],
    ],
    [
      "Sends ids of its own with calls that came without one; an API that knows none refuses them.",
      "ids-of-its-own",
      ["GoogleToolCalls/ids-are-refused-where-none-were-sent"],
    ],
    [
      "Hands `args` on whatever their type, and sends them back so.",
      "args-of-any-type",
      ["GoogleToolCalls/args-in-a-string", "GoogleToolCalls/empty-args-as-a-list"],
    ],
    [
      "Leaves the tokens of tool prompts out of the input.",
      "tokens-of-tool-prompts",
      ["GoogleUsage/thoughts-counted-apart"],
    ],
    [
      "Adds thoughts to the output also where the total tells that they were counted within.",
      "thoughts-counted-within",
      ["GoogleUsage/thoughts-counted-within"],
    ],
    [
      "Translates schemas into Google's older form, and drops keywords that the translation does not know, without a warning.",
      "schema-in-the-older-form",
      ["SchemaArrivesWhole/keywords-keep-their-meaning", "SchemaArrivesWhole/tool-keywords-keep-their-meaning"],
    ],
  ],
};

export const aiSDKGoogleEmbedder: Subject = {
  name: "@ai-sdk/google",
  kind: "embedder",
  protocol: "google",
  make: (stage) =>
    fromAISDKEmbedder(provider(stage).embeddingModel("gemini-embedding-001"), {
      maxRetries: stage.maxRetries,
      secrets: [stage.apiKey],
      dimensions: (length) => ({ outputDimensionality: length }),
    }),
  findings: [
    [
      "Passes on the options that it knows, and drops others without a warning.",
      "embeddings-drop-unknown-options",
      ["EmbedOptionsArrive/provider-options-arrive"],
    ],
    [
      "Has no time limits; those of `ai` are above the model.",
      "embeddings-have-no-time-limit",
      ["EmbedErrorsAreMapped/silence-times-out"],
    ],
  ],
};

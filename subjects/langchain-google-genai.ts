import { ChatGoogleGenerativeAI, GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";
import { unsupported } from "touchstone";
import { fromLangChain, fromLangChainEmbeddings } from "touchstone/langchain";
import type { Subject } from "./subject.js";

/** The client appends the version itself. */
const origin = (baseURL: string) => new URL(baseURL).origin;

export const langChainGoogle: Subject = {
  name: "@langchain/google-genai",
  kind: "llm",
  protocol: "google",
  make: ({ baseURL, apiKey, model: own, maxRetries }) =>
    fromLangChain(
      ({ model = own, maxTokens, temperature, topP, stopSequences, seed, providerOptions = {} }) => {
        if (seed !== undefined) throw unsupported("googlegenerativeai", "seed");
        const [option] = Object.keys(providerOptions);
        if (option !== undefined) throw unsupported("googlegenerativeai", `the option ${option}`);
        return new ChatGoogleGenerativeAI({
          model,
          apiKey,
          baseUrl: origin(baseURL),
          maxRetries: 0,
          ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
          ...(temperature !== undefined && { temperature }),
          ...(topP !== undefined && { topP }),
          ...(stopSequences !== undefined && { stopSequences: [...stopSequences] }),
        });
      },
      { maxRetries, secrets: [apiKey] },
    ),
  findings: [
    [
      "Sends the results of a turn's calls as a turn each; Google wants them in one, and refuses several calls.",
      "results-in-turns-of-their-own",
      [
        "Generate/history-arrives",
        "ToolLoop/calls-keep-their-order",
        "StreamAndGenerateAgree/conversation-is-the-same",
        "ToolInputIsChecked/misfit-never-runs",
        "ToolInputIsChecked/model-learns-the-field",
        "ToolInputIsChecked/checked-before-approval",
        "ToolInputIsChecked/other-calls-still-run",
        "ToolCallsRunTogether/all-at-once",
        "ToolCallsRunTogether/each-runs-once",
        "ToolCallsRunTogether/results-go-back-in-order",
        "ToolCallsRunTogether/one-failure-is-its-own",
        "ToolCallsRunTogether/record-keeps-the-order",
        "ApprovalIsAskedForEachCall/one-answer-is-for-one-call",
        "ApprovalIsAskedForEachCall/asked-in-call-order",
        "ApprovalIsAskedForEachCall/asked-before-any-runs",
        "ApprovalIsAskedForEachCall/late-denial-denies",
        "ApprovalIsAskedForEachCall/rejected-policy-denies",
        "ApprovalIsAskedForEachCall/policy-cannot-change-the-call",
        "ApprovalIsAskedForEachCall/denied-and-approved-go-back-together",
        "ConversationResumes/history-goes-on",
        "ConversationResumes/paused-is-as-uninterrupted",
        "ConversationResumes/paused-stream-is-as-well",
        "ConversationResumes/split-results-are-one-turn",
        "ConversationResumes/decided-calls-are-not-asked-again",
        "ConversationResumes/denied-calls-can-be-sent",
        "ConversationResumes/repeated-id-is-made-unique",
        "StreamRunsTools/loop-goes-on",
        "StreamRunsTools/steps-are-numbered",
        "StreamRunsTools/each-step-has-its-text",
        "StreamRunsTools/calls-are-announced",
        "StreamRunsTools/equals-generate",
        "StreamRunsTools/approval-is-asked",
      ],
    ],
    [
      "Sends the parameters of a tool in OpenAI's form that takes none with empty `properties`, which Google refuses.",
      "empty-properties-of-a-tool",
      [
        "GoogleToolCalls/calls-without-an-id",
        "GoogleToolCalls/one-id-for-all-calls",
        "GoogleToolCalls/ids-are-refused-where-none-were-sent",
        "GoogleToolCalls/calls-in-one-event",
        "GoogleToolCalls/call-without-args",
        "GoogleToolCalls/empty-args-as-a-list",
        "ToolInputIsChecked/tool-without-input-runs",
      ],
    ],
    [
      "Puts what went wrong with a tool into an object of its own form, `{ details }`.",
      "tool-error-in-its-own-form",
      [
        "ToolApprovalIsEnforced/reason-reaches-the-model",
        "StreamRunsTools/denial-reaches-the-model",
        "ToolResultsAreTold/error-is-told",
        "ToolResultsAreTold/unknown-tool-is-told",
        "ToolInputIsChecked/validator-has-the-last-word",
      ],
    ],
    ["Sends calls and results without their ids.", "ids-are-not-sent", ["ToolResultsAreTold/ids-are-kept"]],
    [
      "Does not tell which model answered (`modelVersion`).",
      "model-is-not-named",
      ["Generate/model-is-named", "ResponseIsWhole/model-is-of-the-last-step"],
    ],
    [
      "Takes no fields of the request that it does not know.",
      "drops-unknown-options",
      ["NothingIsDropped/provider-options-arrive", "NothingIsDropped/stream-options-arrive"],
    ],
    [
      "Drops `detail` of an image.",
      "image-detail-is-dropped",
      ["NothingIsDropped/detail-arrives", "NothingIsDropped/details-stay-apart"],
    ],
    [
      "A cancelled invoke() leaves its request open.",
      "cancelled-invoke-goes-on",
      ["HonoursCancelledContext/server-sees-the-end"],
    ],
    [
      "Its `timeout` does not end invoke(), and bounds a stream as a whole: there is none for a pause.",
      "no-time-limit",
      [
        "TimeoutsAreTold/silence-times-out",
        "TimeoutsAreTold/pause-times-out",
        "TimeoutsAreTold/whole-call-times-out",
        "TimeoutsAreTold/provider-sees-the-end",
      ],
    ],
    [
      "Ends quietly where a stream brings an error.",
      "error-in-a-stream-is-no-error",
      ["Stream/late-error-rejects", "ErrorsAreMapped/late-error-keeps-its-code", "GoogleErrors/error-in-an-event"],
    ],
    [
      "Ends quietly at a stream that is cut before its finish reason, or holds no events.",
      "cut-stream-is-finished",
      ["GoogleEndings/no-finish-reason-at-the-end", "GoogleFraming/a-stream-without-events"],
    ],
    [
      "Throws at an answer without content, also where it says that the prompt or the answer was blocked.",
      "throws-without-a-content",
      [
        "FinishReasonIsWhatHappened/blocked-is-content-filter",
        "GoogleEndings/prompt-blocked-without-candidates",
        "GoogleEndings/answer-without-a-content",
        "GoogleEndings/reply-without-an-answer",
      ],
    ],
    [
      "Splits a stream at blank lines of one kind, and knows `data: ` alone. What does not fit rejects a promise that nobody holds, which ends a Node process.",
      "lines-of-one-kind",
      [
        "GoogleFraming/mixed-line-ends",
        "GoogleFraming/no-space-after-the-colon",
        "GoogleFraming/comments-that-keep-alive",
        "GoogleFraming/other-fields",
        "GoogleFraming/data-in-several-lines",
        "GoogleFraming/last-event-without-a-blank-line",
        "GoogleFraming/events-that-are-no-chunks",
        "GoogleFraming/events-without-blank-lines",
        "GoogleShapes/list-where-events-were-asked-for",
        "GoogleErrors/error-outside-of-any-event",
      ],
    ],
    [
      "Fails in the same way at an event whose text holds U+2028 or U+2029.",
      "line-separator-in-a-text",
      ["UnicodeSurvives/stream-is-untouched"],
    ],
    [
      "Joins the metadata of chunks: a finish reason that comes again is told several times over.",
      "metadata-is-joined",
      ["GoogleEndings/finish-reason-that-says-nothing", "GoogleEndings/stop-in-every-event"],
    ],
    [
      "With a schema, a stream throws a SyntaxError at a text that is no JSON, which invoke() brings.",
      "schema-and-text-that-is-no-json",
      [],
    ],
    [
      "Reports 0 for output tokens that a reply does not report.",
      "zero-for-unreported-usage",
      ["UsageIsHonest/partly-known-stays-so"],
    ],
    [
      "Leaves thoughts, and the tokens of tool prompts, out of the usage.",
      "thoughts-are-not-counted",
      [
        "GoogleEndings/limit-spent-on-thinking",
        "GoogleUsage/thoughts-counted-apart",
        "GoogleUsage/thoughts-counted-within",
      ],
    ],
    [
      "Loses usage that a stream brings without a content.",
      "usage-without-a-content",
      ["GoogleEndings/end-without-a-content", "GoogleShapes/events-without-candidates"],
    ],
    [
      "Hands `args` on whatever their type, and sends them back so.",
      "args-of-any-type",
      ["GoogleToolCalls/args-in-a-string"],
    ],
    [
      "Keeps no headers of a refused request.",
      "headers-of-a-refused-request",
      ["GoogleRetryAdvice/delay-in-header-and-body"],
    ],
    ["Keeps nothing of an error in a list.", "error-in-a-list", ["GoogleErrors/error-in-a-list"]],
    [
      "Sends schemas in Google's older form, with keywords left in that it does not have.",
      "schema-in-the-older-form",
      ["SchemaArrivesWhole/keywords-keep-their-meaning", "SchemaArrivesWhole/tool-keywords-keep-their-meaning"],
    ],
  ],
  limits: [
    [
      "Keeps thought signatures by the ids of calls: a call whose id came twice is renamed here, and goes back with another signature.",
      ["StreamResponseAtAnyTime/kept-events-are-the-same"],
    ],
  ],
};

export const langChainGoogleEmbeddings: Subject = {
  name: "@langchain/google-genai",
  kind: "embedder",
  protocol: "google",
  make: ({ baseURL, apiKey, maxRetries }) =>
    fromLangChainEmbeddings(
      new GoogleGenerativeAIEmbeddings({
        model: "gemini-embedding-001",
        apiKey,
        baseUrl: origin(baseURL),
        maxRetries: 0,
      }),
      { provider: "google", maxRetries, secrets: [apiKey] },
    ),
  findings: [
    [
      "Swallows a failed request, and gives an empty vector for each of its texts.",
      "embeddings-swallow-failures",
      [
        "EmbedErrorsAreMapped/status-is-mapped",
        "EmbedErrorsAreMapped/wait-is-told",
        "EmbedErrorsAreMapped/bad-reply-is-mapped",
        "EmbedErrorsAreMapped/error-tells-no-key",
        "EmbedRetriesAreBounded/passing-failure-is-tried-again",
        "EmbedRetriesAreBounded/lasting-failure-is-not",
        "EmbedRetriesAreBounded/count-is-exact",
        "EmbedRetriesAreBounded/only-the-failed-part-again",
      ],
    ],
    [
      "Takes no signal: a request goes on, and the next are sent, when the call was cancelled.",
      "embeddings-take-no-signal",
      ["EmbedHonoursCancelledContext/abort-stops-the-rest", "EmbedHonoursCancelledContext/server-sees-the-end"],
    ],
    ["Has no time limits.", "embeddings-have-no-time-limit", ["EmbedErrorsAreMapped/silence-times-out"]],
    [
      "Replaces line ends by spaces unless it is told not to.",
      "embeddings-strip-line-ends",
      ["EmbedTextsArriveWhole/text-is-untouched"],
    ],
    [
      "Takes no fields of the request that it does not know.",
      "embeddings-take-no-unknown-options",
      ["EmbedOptionsArrive/provider-options-arrive"],
    ],
  ],
};

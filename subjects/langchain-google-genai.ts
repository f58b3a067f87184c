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
      "Sends the parameters of a tool that takes none with empty `properties`, which Google refuses.",
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
      [
        "ToolApprovalIsEnforced/reason-reaches-the-model",
        "StreamRunsTools/denial-reaches-the-model",
        "ToolResultsAreTold/error-is-told",
        "ToolResultsAreTold/unknown-tool-is-told",
        "ToolInputIsChecked/validator-has-the-last-word",
      ],
    ],
    ["Sends calls and results without their ids.", ["ToolResultsAreTold/ids-are-kept"]],
    [
      "Does not tell which model answered (`modelVersion`).",
      ["Generate/model-is-named", "ResponseIsWhole/model-is-of-the-last-step"],
    ],
    [
      "Takes no fields of the request that it does not know.",
      ["NothingIsDropped/provider-options-arrive", "NothingIsDropped/stream-options-arrive"],
    ],
    [
      "Takes images as data alone, and drops `detail`.",
      [
        "NothingIsDropped/linked-image-arrives",
        "NothingIsDropped/detail-arrives",
        "NothingIsDropped/details-stay-apart",
      ],
    ],
    ["A cancelled invoke() leaves its request open.", ["HonoursCancelledContext/server-sees-the-end"]],
    [
      "Has no time limits.",
      [
        "TimeoutsAreTold/silence-times-out",
        "TimeoutsAreTold/pause-times-out",
        "TimeoutsAreTold/whole-call-times-out",
        "TimeoutsAreTold/provider-sees-the-end",
      ],
    ],
    [
      "Ends quietly where a stream brings an error, or is cut before its finish reason.",
      [
        "Stream/late-error-rejects",
        "ErrorsAreMapped/late-error-keeps-its-code",
        "GoogleErrors/error-in-an-event",
        "GoogleEndings/no-finish-reason-at-the-end",
        "GoogleFraming/a-stream-without-events",
      ],
    ],
    [
      "Throws at an answer without content, also where it says that the prompt or the answer was blocked.",
      [
        "FinishReasonIsWhatHappened/blocked-is-content-filter",
        "GoogleEndings/prompt-blocked-without-candidates",
        "GoogleEndings/answer-without-a-content",
        "GoogleEndings/reply-without-an-answer",
      ],
    ],
    [
      "Splits a stream at blank lines of one kind, and knows `data: ` alone. What does not fit rejects a promise that nobody holds, which ends a Node process.",
      [
        "UnicodeSurvives/stream-is-untouched",
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
      "Joins the metadata of chunks: a finish reason that comes again is told several times over.",
      ["GoogleEndings/finish-reason-that-says-nothing", "GoogleEndings/stop-in-every-event"],
    ],
    [
      "With a schema, a stream throws a SyntaxError at a text that is no JSON, which invoke() brings.",
      ["StreamAndGenerateAgree/schema-is-the-same"],
    ],
    [
      "Reports 0 for the output tokens of half a usage, leaves thoughts out, and loses usage that comes without a content.",
      [
        "UsageIsHonest/partly-known-stays-so",
        "GoogleEndings/limit-spent-on-thinking",
        "GoogleEndings/end-without-a-content",
        "GoogleShapes/events-without-candidates",
        "GoogleUsage/thoughts-counted-apart",
        "GoogleUsage/thoughts-counted-within",
      ],
    ],
    ["Hands `args` on whatever their type, and sends them back so.", ["GoogleToolCalls/args-in-a-string"]],
    [
      "Keeps no headers of a refused request, and nothing of an error in a list.",
      ["GoogleRetryAdvice/delay-in-header-and-body", "GoogleErrors/error-in-a-list"],
    ],
    [
      "Translates schemas into Google's older form, and leaves keywords in that it does not have.",
      ["SchemaArrivesWhole/keywords-keep-their-meaning", "SchemaArrivesWhole/tool-keywords-keep-their-meaning"],
    ],
    [
      "Keeps thought signatures by the ids of calls; a call whose id came twice and was renamed here is sent with a made-up one.",
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
      ["EmbedHonoursCancelledContext/abort-stops-the-rest", "EmbedHonoursCancelledContext/server-sees-the-end"],
    ],
    ["Has no time limits.", ["EmbedErrorsAreMapped/silence-times-out"]],
    ["Replaces line ends by spaces unless it is told not to.", ["EmbedTextsArriveWhole/text-is-untouched"]],
    ["Takes no fields of the request that it does not know.", ["EmbedOptionsArrive/provider-options-arrive"]],
  ],
};

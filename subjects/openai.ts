import { createLLM } from "touchstone";
import { openAISDK } from "./openai-driver.js";
import type { Subject } from "./subject.js";

export const openAI: Subject = {
  name: "openai",
  kind: "llm",
  protocol: "openai",
  make: (stage) => createLLM(openAISDK(stage), { maxRetries: stage.maxRetries }),
  findings: [
    [
      "Its time limit ends with the reply's headers.",
      "time-limit-ends-with-the-headers",
      ["TimeoutsAreTold/pause-times-out"],
    ],
    [
      "Drops the event that the end of a stream leaves without a blank line.",
      "last-event-without-a-blank-line",
      ["OpenAIFraming/last-event-without-a-blank-line"],
    ],
    [
      "Joins events between which there is no blank line, and throws a SyntaxError.",
      "events-without-blank-lines",
      ["OpenAIFraming/events-without-blank-lines"],
    ],
    [
      "Its stream helper throws a TypeError at an event that is no chunk.",
      "event-that-is-no-chunk",
      ["OpenAIFraming/events-that-are-no-chunks", "OpenAIErrors/an-error-that-is-the-chunk"],
    ],
    [
      "Its stream helper calls a stream without a finish reason failed, also where [DONE] says that it is whole.",
      "done-without-a-finish-reason",
      [
        "OpenAIEndings/sentinel-without-a-finish-reason",
        "OpenAIEndings/sentinel-without-a-finish-reason-after-calls",
        "OpenAIErrors/an-error-within-a-choice",
      ],
    ],
    ["Waits for the connection to close after [DONE].", "waits-after-done", ["OpenAIEndings/open-after-the-sentinel"]],
    [
      "Its stream helper gives a call without an id one of 41 characters, one more than OpenAI takes back.",
      "id-of-41-characters",
      ["OpenAIToolCalls/calls-without-an-id"],
    ],
    [
      "Its stream helper tells calls apart by `index`: one that is missing, out of line or the same for all fails or mixes them.",
      "one-index-for-all-calls",
      [
        "OpenAIToolCalls/fragments-without-an-index",
        "OpenAIToolCalls/one-index-for-all-calls",
        "OpenAIToolCalls/indexes-with-gaps",
      ],
    ],
    [
      "Its stream helper takes the last piece of a name for all of it.",
      "name-in-pieces",
      ["OpenAIToolCalls/names-split-over-fragments"],
    ],
    [
      "Its stream helper throws a TypeError at a call whose first piece has no `function`.",
      "id-before-the-function",
      ["OpenAIToolCalls/an-id-before-the-function"],
    ],
    ["Its stream helper takes no role but assistant.", "no-role-but-assistant", ["OpenAIShapes/role-of-another"]],
    [
      "Its stream helper throws a TypeError at a choice whose index is not 0.",
      "choice-that-is-not-the-first",
      ["OpenAIShapes/only-choice-is-not-the-first"],
    ],
    [
      "Keeps nothing of an error body without the field `error`.",
      "error-under-detail",
      ["OpenAIErrors/an-error-under-detail", "OpenAIErrors/an-error-that-is-only-a-message"],
    ],
    ["Throws a SyntaxError at an empty body.", "empty-body", ["OpenAIErrors/a-reply-without-a-byte"]],
    [
      "Its stream helper says of every body without events that no chunks were sent: a page, a whole reply.",
      "no-chunks-for-any-body",
      ["OpenAIFraming/a-whole-reply-where-a-stream-was-asked-for", "OpenAIErrors/a-page-under-a-200"],
    ],
  ],
  limits: [
    [
      "Hands on what a reply holds, whatever its type: numbers for ids, objects for arguments, parts for text, a body without an answer.",
      [
        "OpenAIToolCalls/ids-that-are-numbers",
        "OpenAIToolCalls/arguments-that-are-an-object",
        "OpenAIToolCalls/arguments-encoded-twice",
        "OpenAIShapes/content-in-typed-parts",
        "OpenAIShapes/no-choices-at-all",
        "OpenAIShapes/no-field-for-choices",
        "OpenAIErrors/an-error-under-a-200",
      ],
    ],
    [
      "Hands on the finish reason `error`, and usage as it is on the wire.",
      ["OpenAIErrors/the-finish-reason-error", "OpenAIUsage/reasoning-outside-of-the-completion"],
    ],
    [
      "Reports the last chunk's model: here that of the chunk with the usage, which the scripted server leaves as it was.",
      ["OpenAIModel/another-model-answers"],
    ],
    [
      "Sends the schema of a tool as it is given; OpenAI refuses one without `properties`.",
      ["ToolInputIsChecked/tool-without-input-runs"],
    ],
  ],
};

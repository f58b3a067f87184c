import { createLLM } from "touchstone";
import { googleSDK } from "./google-genai-driver.js";
import type { Subject } from "./subject.js";

export const googleGenAI: Subject = {
  name: "@google/genai",
  kind: "llm",
  protocol: "google",
  make: (stage) => createLLM(googleSDK(stage), { maxRetries: stage.maxRetries }),
  findings: [
    [
      "Its time limit is one for the whole call; there is none for the time between two events.",
      "time-limit-is-for-the-whole-call",
      ["TimeoutsAreTold/pause-times-out"],
    ],
    [
      "Splits a stream at one kind of blank line, and takes lines with `data: ` alone: comments, other fields and split data break it.",
      "lines-of-one-kind",
      [
        "GoogleFraming/mixed-line-ends",
        "GoogleFraming/comments-that-keep-alive",
        "GoogleFraming/other-fields",
        "GoogleFraming/data-in-several-lines",
      ],
    ],
    [
      "Throws a SyntaxError at an event that is no JSON, and at events between which there is no blank line.",
      "events-without-blank-lines",
      ["GoogleFraming/events-that-are-no-chunks", "GoogleFraming/events-without-blank-lines"],
    ],
    [
      "Throws at what the end of a stream leaves without a blank line: the last event, or a list in place of events.",
      "last-event-without-a-blank-line",
      ["GoogleFraming/last-event-without-a-blank-line", "GoogleShapes/list-where-events-were-asked-for"],
    ],
    [
      "Ends quietly at a stream without events, and at one that was cut before its finish reason.",
      "cut-stream-is-finished",
      ["GoogleFraming/a-stream-without-events", "GoogleEndings/no-finish-reason-at-the-end"],
    ],
    [
      "Keeps no headers of a refused request.",
      "headers-of-a-refused-request",
      ["GoogleRetryAdvice/delay-in-header-and-body"],
    ],
  ],
  limits: [
    [
      "Hands on what a reply holds: none of an answer, `args` of another type, counts that leave others out.",
      [
        "GoogleEndings/reply-without-an-answer",
        "GoogleEndings/prompt-blocked-without-candidates",
        "GoogleToolCalls/args-in-a-string",
        "GoogleToolCalls/empty-args-as-a-list",
        "GoogleUsage/thoughts-counted-apart",
        "GoogleUsage/thoughts-counted-within",
      ],
    ],
  ],
};

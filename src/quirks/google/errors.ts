import { isEventStream, textOf } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { afterFirstText, refusing } from "./candidates.js";

const protocols = ["google"] as const;

const overloaded = {
  error: { code: 503, message: "The model is overloaded. Please try again later.", status: "UNAVAILABLE" },
};

/** A 429 as Google words it. */
const exhausted = (message: string, ...details: readonly object[]) => ({
  error: { code: 429, message, status: "RESOURCE_EXHAUSTED", ...(details.length > 0 && { details }) },
});
const retryInfo = (retryDelay: string) => ({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay });
const quotaFailure = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [
    { quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests", quotaId, quotaValue: "20" },
  ],
});

/** How Google and what stands before it tell that something went wrong. */
export const errors: readonly Quirk[] = [
  {
    id: "GEM-29",
    name: "error-outside-of-any-event",
    class: "deviation",
    protocols,
    area: "errors",
    report: "https://github.com/googleapis/js-genai/issues/461",
    seen: "Google, when it fails within a stream",
    breaks: "The cause is hidden behind a complaint about JSON, or half an answer is taken for all of it.",
    rule: "An error that is written into the open stream without `data:` is that error, with its status.",
    law: "What a stream says stands in events, each line behind `data:`.",
    fix: "Lines that are no field are thrown away: look for an error object in them.",
    scene: "text",
    on: "stream",
    inject: afterFirstText(() => `${JSON.stringify(overloaded)}\n`),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const found = /(?:^|[\r\n])\s*(\{\s*"error"\s*:[\s\S]*)/.exec(textOf(exchange.reply))?.[1];
      const shown = found?.replaceAll(/\s+/g, " ").slice(0, 120);
      return found && `an error stands in the stream outside of any event, without \`data:\`: ${shown}`;
    },
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 503, retryable: false },
  },
  {
    id: "GEM-94",
    name: "error-in-an-event",
    class: "variant",
    protocols,
    area: "errors",
    report: "https://github.com/googleapis/python-genai/issues/1162",
    seen: "Google, when it fails within a stream",
    breaks: "Half an answer is taken for all of it.",
    rule: "An event with an error object ends the answer with that error, and its status.",
    fix: "Events are read for candidates alone: look for `error` first.",
    scene: "text",
    on: "stream",
    inject: afterFirstText(() => `data: ${JSON.stringify(overloaded)}\r\n\r\n`),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 503, retryable: false },
  },
  {
    id: "GEM-95",
    name: "error-in-a-list",
    class: "variant",
    protocols,
    area: "errors",
    report: "https://github.com/googleapis/java-genai/issues/517",
    seen: "Google, for streams",
    breaks: "The error has no message and no advice, as nothing is found where they should be.",
    rule: "An error body that is a list is read as the error in it.",
    fix: "Take the first item where the body is a list.",
    scene: "text",
    inject: refusing(429, [exhausted("Resource has been exhausted (e.g. check quota).", retryInfo("2s"))]),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 2_000 },
  },
  {
    id: "GEM-27",
    name: "delay-in-fractions-of-a-second",
    class: "variant",
    protocols,
    area: "retries",
    report: "https://github.com/dcdpr/jp/pull/1061",
    seen: "Google",
    breaks: "The application comes back too early, and is refused for longer.",
    rule: "`retryDelay` of `RetryInfo` is read as a duration, with fractions of a second.",
    fix: "Only headers, or only whole seconds are read: parse `1.5s`.",
    scene: "text",
    inject: refusing(429, exhausted("Quota exceeded.", quotaFailure("RequestsPerMinute"), retryInfo("1.5s"))),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 1_500 },
  },
  {
    id: "GEM-91",
    name: "delay-in-milliseconds",
    class: "variant",
    protocols,
    area: "retries",
    report: "https://github.com/router-for-me/CLIProxyAPI/pull/449",
    seen: "Google's internal surfaces, and gateways",
    breaks: "A wait of less than a second is taken for none, or for many minutes.",
    rule: "A `retryDelay` in `ms` is milliseconds.",
    fix: "The unit is cut off unread: look at it.",
    scene: "text",
    inject: refusing(429, exhausted("Quota exceeded.", quotaFailure("RequestsPerMinute"), retryInfo("530ms"))),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 530 },
  },
  {
    id: "GEM-92",
    name: "delay-in-words",
    class: "variant",
    protocols,
    area: "retries",
    report: "https://github.com/AtomicBot-ai/atomic-agent/issues/106",
    seen: "Google, through gateways that drop the details",
    breaks: "The application comes back too early, and is refused for longer.",
    rule: "Where only the message tells how long to wait, it is read there.",
    fix: "Look for `Please retry in …s` in the message.",
    scene: "text",
    inject: refusing(429, exhausted("You exceeded your current quota.\nPlease retry in 45.837906927s.")),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 45_838 },
  },
  {
    id: "GEM-93",
    name: "delay-in-header-and-body",
    class: "variant",
    protocols,
    area: "retries",
    report: "https://github.com/dcdpr/jp/pull/1061",
    seen: "gateways with limits of their own",
    breaks: "The application comes back before the gateway lets it through.",
    rule: "Where a header and the body both tell how long to wait, the header counts.",
    fix: "Read `retry-after` first, and the body where there is none.",
    scene: "text",
    inject: refusing(429, exhausted("Quota exceeded.", quotaFailure("RequestsPerMinute"), retryInfo("1.5s")), {
      "retry-after": "3",
    }),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 3_000 },
  },
  {
    id: "GEM-28",
    name: "quota-of-the-day-is-spent",
    class: "variant",
    protocols,
    area: "retries",
    report: "https://github.com/dcdpr/jp/pull/1061",
    seen: "Google",
    breaks: "A quota that comes back tomorrow is asked for again and again.",
    rule: "A violated quota per day is LLM_QUOTA_EXCEEDED, and not retryable.",
    fix: "Every 429 is taken for a limit by the minute: look at the `quotaId` of `QuotaFailure`.",
    scene: "text",
    inject: refusing(
      429,
      exhausted("Quota exceeded.", quotaFailure("GenerateRequestsPerDayPerProjectPerModel-FreeTier"), retryInfo("3s")),
    ),
    expect: { error: ["LLM_QUOTA_EXCEEDED"], status: 429, retryable: false },
  },
];

import { jsonReply, onTurn } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";

const limited = (headers: Readonly<Record<string, string>>, message: string): Inject =>
  onTurn(() =>
    jsonReply(429, { error: { message, type: "tokens", param: null, code: "rate_limit_exceeded" } }, headers),
  );

const row = {
  class: "variant",
  protocols: ["openai"],
  area: "retries",
  breaks: "The client comes back too early, again and again, and uses up its attempts within the ban.",
  scene: "text",
} as const;

/** Where hosts tell how long to wait. */
export const retries: readonly Quirk[] = [
  {
    ...row,
    id: "RET-50",
    name: "seconds-to-wait",
    report: "https://github.com/Aider-AI/aider/issues/3265",
    seen: "Groq, and most gateways",
    rule: "`retry-after` is seconds, or a date; `retryAfterMs` is milliseconds.",
    fix: "Only `retry-after-ms` is read: read `retry-after` as well, and multiply it by a thousand.",
    inject: limited({ "retry-after": "2" }, "Rate limit reached."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 2000 },
  },
  {
    ...row,
    id: "RET-51",
    name: "a-wait-told-in-words",
    report: "https://github.com/openai/codex/pull/2266",
    seen: "OpenAI, Groq and Azure, where a proxy dropped the headers",
    rule: "Where no header tells how long to wait, the message does.",
    fix: "Only headers are read: look for the duration in the message.",
    inject: limited({}, "Rate limit reached for model on tokens per minute: Limit 15000. Please try again in 5.289s."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 5289 },
  },
  {
    ...row,
    id: "RET-52",
    name: "two-waits-of-which-one-can-be-read",
    report: "https://github.com/openclaw/openclaw/pull/111353",
    seen: "gateways that fill in headers",
    rule: "A header that cannot be read is none: the next one counts.",
    fix: "The first header that is there decides: take the first that can be read.",
    inject: limited({ "retry-after-ms": "", "retry-after": "3" }, "Rate limit reached."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 3000 },
  },
  {
    ...row,
    id: "RET-53",
    name: "a-date-that-has-passed",
    report: "https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3",
    seen: "proxies whose clock is behind",
    rule: "`retry-after` may be a date; one that has passed asks for no wait.",
    fix: "The header is read as a number, or the difference as it is: read dates, and take what is negative for 0.",
    inject: limited({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, "Rate limit reached."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 0 },
  },
  {
    ...row,
    id: "RET-55",
    name: "a-wait-in-milliseconds",
    report: "https://github.com/openai/codex/pull/2266",
    seen: "OpenAI, for short waits",
    rule: "A duration in words may be in milliseconds.",
    fix: "Every number is taken for seconds: read the unit.",
    inject: limited({}, "Rate limit reached for model on requests per minute. Please try again in 530ms."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 530 },
  },
  {
    ...row,
    id: "RET-54",
    name: "a-wait-in-minutes-and-seconds",
    report: "https://github.com/openai/codex/pull/2266",
    seen: "OpenAI and Groq, for waits of more than a minute",
    rule: "A duration in words may have several parts, which are added up.",
    fix: "The first number is taken for seconds: read each number with its unit, and add them up.",
    inject: limited({}, "Rate limit reached for model on requests per minute. Please try again in 1m2.5s."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 62_500 },
  },
  {
    ...row,
    id: "RET-56",
    name: "a-date-of-two-digits",
    level: "should",
    report: "https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7",
    seen: "servers of another century, whose dates everybody still has to take",
    rule: "A date may also be written as RFC 850 had it.",
    fix: "Only one form of a date is read: read all three.",
    inject: limited({ "retry-after": "Sunday, 06-Nov-94 08:49:37 GMT" }, "Rate limit reached."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 0 },
  },
  {
    ...row,
    id: "RET-57",
    name: "a-date-as-c-writes-it",
    level: "should",
    report: "https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7",
    seen: "servers of another century, whose dates everybody still has to take",
    rule: "A date may also be written as `asctime` of C writes it.",
    fix: "Only one form of a date is read: read all three.",
    inject: limited({ "retry-after": "Sun Nov  6 08:49:37 1994" }, "Rate limit reached."),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 0 },
  },
  {
    ...row,
    id: "RET-58",
    name: "a-wait-in-the-details",
    level: "should",
    report: "https://github.com/router-for-me/CLIProxyAPI/pull/449",
    seen: "gateways in front of Gemini",
    rule: "A `retryDelay` in the details of an error is read in every unit that it may have.",
    fix: "Whole seconds alone are read: read `530ms` as well.",
    inject: onTurn(() =>
      jsonReply(429, {
        error: {
          ...{ message: "Resource has been exhausted.", code: 429 },
          details: [{ reason: "RATE_LIMIT_EXCEEDED" }, { retryDelay: "530ms" }],
        },
      }),
    ),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 530 },
  },
];

import { isObject } from "../../contract/index.js";
import type { WireBody } from "../break-wire.js";
import { eachCandidate, listOf, misreads, partsOf } from "../misread-google.js";
import { eachReply, misreading } from "../misread-wire.js";
import type { LLMMutants } from "../mutant.js";

// Drivers for Gemini that misread what they are told beside the answer: errors, tokens and sources.

const eachUsage = (change: (usage: WireBody | undefined) => WireBody | undefined) =>
  misreads(
    eachReply((reply) => {
      const usageMetadata = change(isObject(reply.usageMetadata) ? reply.usageMetadata : undefined);
      return usageMetadata ? { ...reply, usageMetadata } : reply;
    }),
  );

const countIn = (usage: WireBody, name: string) => Number(usage[name] ?? 0);

const eachErrorDetail = (change: (detail: WireBody) => WireBody | undefined) =>
  misreads((body) => {
    if (!body.includes('"details"')) return body;
    const { error } = JSON.parse(body) as { error: WireBody };
    return JSON.stringify({ error: { ...error, details: listOf(error.details).flatMap((one) => change(one) ?? []) } });
  });

const eachDelay = (change: (delay: string) => string) =>
  eachErrorDetail((detail) =>
    typeof detail.retryDelay === "string" ? { ...detail, retryDelay: change(detail.retryDelay) } : detail,
  );

/** Errors, and how long to wait. */
const errors: LLMMutants = {
  "reads-lines-of-data-alone": [
    "GoogleErrors/error-outside-of-any-event",
    /expected a rejection with LLM_PROVIDER_ERROR, got/,
    misreads((body) => (body.startsWith("data") ? body.replaceAll(/^(?!data:).+$/gm, "") : body)),
  ],
  "passes-over-events-without-candidates": [
    "GoogleErrors/error-in-an-event",
    /expected a rejection with LLM_PROVIDER_ERROR, got/,
    misreads((body) =>
      body.startsWith("data") ? eachReply((event) => (event.candidates ? event : undefined))(body) : body,
    ),
  ],
  "reads-error-bodies-that-are-objects": [
    "GoogleErrors/error-in-a-list",
    /GEM-95: `retryAfterMs` of LLM_RATE_LIMITED: expected 2000, got undefined/,
    misreads((body) => (body.startsWith("[") ? "{}" : body)),
  ],
  "reads-whole-seconds-alone": [
    "GoogleRetryAdvice/delay-in-fractions-of-a-second",
    /GEM-27: `retryAfterMs` of LLM_RATE_LIMITED: expected 1500, got 1000/,
    eachDelay((delay) => `${Number.parseInt(delay, 10)}s`),
  ],
  "takes-every-delay-for-seconds": [
    "GoogleRetryAdvice/delay-in-milliseconds",
    /GEM-91: `retryAfterMs` of LLM_RATE_LIMITED: expected 530, got 530000/,
    eachDelay((delay) => `${Number.parseFloat(delay)}s`),
  ],
  "reads-no-delay-in-words": [
    "GoogleRetryAdvice/delay-in-words",
    /expected a rejection with LLM_RATE_LIMITED, got one with LLM_QUOTA_EXCEEDED/,
    misreads((body) => body.replaceAll(/Please retry in [\d.]+s/g, "")),
  ],
  "reads-the-body-of-a-limit-alone": [
    "GoogleRetryAdvice/delay-in-header-and-body",
    /GEM-93: `retryAfterMs` of LLM_RATE_LIMITED: expected 3000, got 1500/,
    misreading("google", { blindTo: "retry-after" }),
  ],
  "takes-every-limit-for-one-by-the-minute": [
    "GoogleRetryAdvice/quota-of-the-day-is-spent",
    /expected a rejection with LLM_QUOTA_EXCEEDED, got one with LLM_RATE_LIMITED/,
    eachErrorDetail((detail) => (Array.isArray(detail.violations) ? undefined : detail)),
  ],
};

/** Tokens and sources. */
const told: LLMMutants = {
  "counts-candidates-alone": [
    "GoogleUsage/thoughts-counted-apart",
    /GEM-32: `usage`/,
    eachUsage((usage) => {
      const { thoughtsTokenCount: _, toolUsePromptTokenCount: __, ...rest } = usage ?? {};
      return usage && rest;
    }),
  ],
  "adds-thoughts-to-any-count": [
    "GoogleUsage/thoughts-counted-within",
    /GEM-96: `usage`/,
    eachUsage(
      (usage) =>
        usage && {
          ...usage,
          candidatesTokenCount: countIn(usage, "candidatesTokenCount") + countIn(usage, "thoughtsTokenCount"),
          totalTokenCount: countIn(usage, "totalTokenCount") + countIn(usage, "thoughtsTokenCount"),
        },
    ),
  ],
  "adds-up-the-usage-of-events": [
    "GoogleUsage/running-totals",
    /GEM-97: `usage`/,
    misreads((body) => {
      let sum = 0;
      return eachReply((reply) => {
        if (!isObject(reply.usageMetadata) || !("candidatesTokenCount" in reply.usageMetadata)) return reply;
        sum += countIn(reply.usageMetadata, "candidatesTokenCount");
        return {
          ...reply,
          usageMetadata: { ...reply.usageMetadata, candidatesTokenCount: sum, totalTokenCount: 12 + sum },
        };
      })(body);
    }),
  ],
  "counts-missing-usage-as-0": [
    "GoogleUsage/usage-is-missing",
    /GEM-98: `usage`/,
    eachUsage((usage) => usage ?? { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 }),
  ],
  "looks-for-sources-beside-a-content": [
    "GoogleSources/grounding-without-a-content",
    /GEM-34: the addresses in `sources`/,
    eachCandidate(({ groundingMetadata, ...candidate }) =>
      isObject(candidate.content) && groundingMetadata ? { ...candidate, groundingMetadata } : candidate,
    ),
  ],
  "knows-pages-as-sources-alone": [
    "GoogleSources/sources-of-other-kinds",
    /GEM-79: the addresses in `sources`/,
    misreads((body) => body.replaceAll(/"(?:maps|retrievedContext)":/g, '"unknown":')),
  ],
  "puts-marks-at-the-offsets-of-sources": [
    "GoogleSources/grounding-offsets-in-bytes",
    /GEM-36: `text`: expected .*, got .*\[1\]/s,
    eachCandidate((candidate) => {
      const { groundingMetadata } = candidate;
      const [support] = isObject(groundingMetadata) ? listOf(groundingMetadata.groundingSupports) : [];
      const end = isObject(support?.segment) ? Number(support.segment.endIndex) : undefined;
      if (end === undefined) return candidate;
      const parts = partsOf(candidate).map(({ text, ...part }) => ({
        ...part,
        text: `${String(text).slice(0, end)}[1]${String(text).slice(end)}`,
      }));
      return { ...candidate, content: { role: "model", parts } };
    }),
  ],
};

export const googleToldMutants: LLMMutants = { ...errors, ...told };

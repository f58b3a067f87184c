import { isObject } from "../../contract/index.js";
import type { ErrorBody } from "./error-body.js";

/**
 * How long the provider asks to wait, in milliseconds: from its headers, else from the body. A date that has passed is
 * 0; what cannot be read is undefined.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, body: ErrorBody): number | undefined {
  const { object, outer, message } = body;
  return (
    number(headers["retry-after-ms"], 1) ??
    fromHeader(headers["retry-after"]) ??
    fromDetails(object.details) ??
    number(object.retry_after_ms, 1) ??
    number(outer.retry_after_ms, 1) ??
    number(object.retry_after, 1000) ??
    number(outer.retry_after, 1000) ??
    fromWords(message)
  );
}

/** Seconds, or a date in one of the three forms of https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
function fromHeader(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = number(value, 1000);
  if (seconds !== undefined) return seconds;
  const isDate = httpDate.test(value);
  if (!isDate && !asctimeDate.test(value)) return undefined;
  const date = Date.parse(isDate ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const httpDate = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -](?:\d{2}|\d{4}) \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Google's shape, which gateways hand on: a duration of Protocol Buffers (https://github.com/dcdpr/jp/pull/1061), also as
 * the object that it is before it becomes text, or as Go writes one (https://github.com/router-for-me/CLIProxyAPI/pull/449).
 */
function fromDetails(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details) {
    if (!isObject(detail)) continue;
    const delay = fromDuration(detail.retryDelay ?? detail.retry_delay);
    if (delay !== undefined) return delay;
  }
  return undefined;
}

/** `1.5s`, `530ms`, `1m30s`, or `{ seconds, nanos }`. */
function fromDuration(duration: unknown): number | undefined {
  if (typeof duration === "string") {
    return /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(duration) ? sum(duration) : undefined;
  }
  if (!isObject(duration)) return undefined;
  const [seconds, nanos] = [number(duration.seconds ?? 0, 1000), number(duration.nanos ?? 0, 1e-6)];
  return seconds === undefined || nanos === undefined ? undefined : seconds + nanos;
}

/** Pieces of a duration added up, in milliseconds. */
function sum(duration: string): number {
  let total = 0;
  for (const [, amount, word = ""] of duration.matchAll(/(\d+(?:\.\d+)?)\s?([a-z]+)/gi)) {
    total += Number(amount) * factorOf(word.toLowerCase());
  }
  // Lest a product such as 1.1 * 1000 be one more.
  return Math.ceil(Number(total.toFixed(6)));
}

/** "Please try again in 1m2.5s", "Retry after 20 seconds". */
function fromWords(said: string): number | undefined {
  const unit = "(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?![a-z])";
  const wait = new RegExp(
    `(?:try again|retry)[^.\\d]{0,40}?((?:\\d+(?:\\.\\d+)?\\s?${unit}[\\s,]{0,2}(?:and )?)+)`,
    "i",
  );
  const duration = wait.exec(said.slice(0, 2000))?.[1];
  return duration === undefined ? undefined : sum(duration);
}

function factorOf(unit: string): number {
  if (unit === "ms" || unit.startsWith("milli")) return 1;
  return { s: 1000, m: 60_000, h: 3_600_000 }[unit[0] ?? ""] ?? 0;
}

function number(value: unknown, factor: number): number | undefined {
  if (typeof value === "string" && !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const parsed = Number(value) * factor;
  return Number.isFinite(parsed) && parsed >= 0 ? Math.ceil(parsed) : undefined;
}

import { describe, expect, test } from "vitest";
import { httpError } from "./openai-compatible/errors.js";

const blamed = { provider: "test", model: "m", secrets: [] };
const said = (message: string) => ({ error: { message } });
const delayed = (retryDelay: unknown, message = "x") => ({ error: { message, details: [{ retryDelay }] } });

function errorOf(status: number, body: unknown, headers: Record<string, string>) {
  return httpError({ status, headers, text: JSON.stringify(body) }, blamed);
}

describe("when to try again", () => {
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toUTCString();
  test.each<[string, Record<string, string>, unknown, number | undefined]>([
    ["retry-after-ms", { "retry-after-ms": "15.2", "retry-after": "9" }, "", 16],
    ["seconds", { "retry-after": "2" }, "", 2000],
    ["fractions of seconds", { "retry-after": "0.5" }, "", 500],
    ["a date that has passed", { "retry-after": at(-5000) }, "", 0],
    ["nonsense", { "retry-after": "soon" }, "", undefined],
    ["a negative number", { "retry-after": "-3" }, "", undefined],
    ["a list of numbers", { "retry-after": "3, 5" }, "", undefined],
    ["the same number twice", { "retry-after": "12, 12" }, "", undefined],
    ["a word and a number", { "retry-after": "soon 5" }, "", undefined],
    ["a fraction", { "retry-after": "1/2" }, "", undefined],
    ["a date in another form", { "retry-after": "2001-03-05" }, "", undefined],
    ["the older date of RFC 850", { "retry-after": "Sunday, 06-Nov-94 08:49:37 GMT" }, "", 0],
    ["the date of C", { "retry-after": "Sun Nov  6 08:49:37 1994" }, "", 0],
    ["a field around the error", {}, { error: { message: "x" }, retry_after: 7 }, 7000],
    ["words in whole seconds", {}, said("Please try again in 20 seconds."), 20_000],
    ["words in parts of seconds", {}, said("Please try again in 20.5s"), 20_500],
    ["words in minutes and seconds", {}, said("Please retry after 1 minute and 5 secs"), 65_000],
    ["an unreadable header, then the body", { "retry-after": "3, 5" }, said("Please try again in 20s"), 20_000],
    ["nothing", {}, "", undefined],
    ["words in seconds", {}, said("Please try again in 1.5s."), 1500],
    ["words in milliseconds", {}, said("Please try again in 20ms. Visit us"), 20],
    ["words in minutes", {}, said("Please try again in 1m2.5s. Need more?"), 62_500],
    [
      "Google's details",
      {},
      { error: { message: "x", details: [{ "@type": "RetryInfo", retryDelay: "45.5s" }] } },
      45_500,
    ],
    ["Google's details, a minute and more", {}, delayed("1m30.5s"), 90_500],
    ["Google's details, in milliseconds", {}, delayed("530ms"), 530],
    ["Google's details, by the nanosecond", {}, delayed("45.837906927s"), 45_838],
    ["Google's details, as an object", {}, delayed({ seconds: "1", nanos: 500_000_000 }), 1500],
    ["Google's details, as an object of 0", {}, delayed({}), 0],
    ["unreadable details, then the words", {}, delayed("soon", "Please retry in 2s."), 2000],
    ["a negative duration, which says nothing", {}, delayed("-1s"), undefined],
    ["a duration without its unit, which says nothing", {}, delayed("15"), undefined],
    ["an object that is no duration, which says nothing", {}, delayed({ seconds: "x" }), undefined],
    ["a field of the body", {}, { error: { message: "x", retry_after: 3 } }, 3000],
    ["the header before the body", { "retry-after": "1" }, said("Please try again in 20s"), 1000],
  ])("is read from %s", (_, headers, body, expected) => {
    expect(errorOf(429, body, headers).retryAfterMs).toBe(expected);
    expect(errorOf(503, body, headers).retryAfterMs).toBe(expected);
  });

  test("is read from a date to come", () => {
    const wait = errorOf(429, "", { "retry-after": at(10_000) }).retryAfterMs;
    expect(wait).toBeGreaterThan(8000);
    expect(wait).toBeLessThanOrEqual(10_000);
  });
});

import { describe, expect, test } from "vitest";
import { anyone, key } from "../testing/google-wire.js";
import { httpError } from "./errors.js";

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  return httpError({ status, headers, text: typeof body === "string" ? body : JSON.stringify(body) }, anyone);
}

const google = (code: number, status: string, message = "m", details: object[] = []) => ({
  error: { code, message, status, ...(details.length > 0 && { details }) },
});
const retryIn = (retryDelay: string) => ({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay });
const quota = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaId }],
});
const info = (reason: string) => ({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason });
const spent = "You exceeded your current quota, please check your plan and billing details.";

describe("what a reply with an error status is", () => {
  test.each<[number, unknown, object]>([
    [
      400,
      google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [info("API_KEY_INVALID")]),
      { code: "LLM_UNAUTHORIZED", status: 401, retryable: false },
    ],
    [
      400,
      google(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."),
      { code: "LLM_UNAUTHORIZED", status: 401 },
    ],
    [401, google(401, "UNAUTHENTICATED"), { code: "LLM_UNAUTHORIZED", status: 401 }],
    [
      403,
      google(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers"),
      { code: "LLM_UNAUTHORIZED", status: 403 },
    ],
    [
      403,
      google(403, "PERMISSION_DENIED", "blocked", [info("API_KEY_SERVICE_BLOCKED")]),
      { code: "LLM_UNAUTHORIZED", status: 403 },
    ],
    [
      404,
      google(
        404,
        "NOT_FOUND",
        "models/x is not found for API version v1beta, or is not supported for generateContent.",
      ),
      { code: "LLM_MODEL_NOT_FOUND", status: 404 },
    ],
    [
      429,
      google(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
      { code: "LLM_RATE_LIMITED", retryable: true },
    ],
    [
      429,
      google(429, "RESOURCE_EXHAUSTED", spent, [
        quota("GenerateRequestsPerMinutePerProject"),
        retryIn("45.837906927s"),
      ]),
      { code: "LLM_RATE_LIMITED", retryAfterMs: 45_838 },
    ],
    [
      429,
      google(429, "RESOURCE_EXHAUSTED", spent, [quota("GenerateRequestsPerMinutePerProject")]),
      { code: "LLM_RATE_LIMITED" },
    ],
    [429, google(429, "RESOURCE_EXHAUSTED", "m", [retryIn("500ms")]), { code: "LLM_RATE_LIMITED", retryAfterMs: 500 }],
    [429, google(429, "RESOURCE_EXHAUSTED", "m", [retryIn("soon")]), { code: "LLM_RATE_LIMITED", retryable: true }],
    [
      429,
      google(429, "RESOURCE_EXHAUSTED", spent, [quota("GenerateRequestsPerDayPerProject-FreeTier"), retryIn("10s")]),
      { code: "LLM_QUOTA_EXCEEDED", retryable: false },
    ],
    [429, google(429, "RESOURCE_EXHAUSTED", spent), { code: "LLM_QUOTA_EXCEEDED", retryable: false }],
    [
      400,
      google(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      ),
      { code: "LLM_CONTEXT_TOO_LONG", status: 400, retryable: false },
    ],
    [
      500,
      google(500, "INTERNAL", "The input token count exceeds the maximum number of tokens allowed"),
      { code: "LLM_CONTEXT_TOO_LONG", retryable: false },
    ],
    [
      400,
      google(400, "INVALID_ARGUMENT", "Function calling with a response mime type: 'application/json' is unsupported"),
      { code: "LLM_UNSUPPORTED" },
    ],
    [
      400,
      google(400, "INVALID_ARGUMENT", 'Invalid JSON payload received. Unknown name "id"'),
      { code: "LLM_REQUEST_REJECTED", status: 400 },
    ],
    [
      400,
      google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
      { code: "LLM_REQUEST_REJECTED", status: 400 },
    ],
    [409, google(409, "ABORTED"), { code: "LLM_REQUEST_REJECTED", status: 409, retryable: true }],
    [500, google(500, "INTERNAL"), { code: "LLM_PROVIDER_ERROR", status: 500, retryable: true }],
    [
      503,
      google(503, "UNAVAILABLE", "The model is overloaded."),
      { code: "LLM_PROVIDER_ERROR", status: 503, retryable: true },
    ],
    [504, google(504, "DEADLINE_EXCEEDED"), { code: "LLM_PROVIDER_ERROR", status: 504 }],
    [503, [google(503, "UNAVAILABLE")], { code: "LLM_PROVIDER_ERROR", status: 503 }],
    [
      502,
      "<html><head><title>502 Bad Gateway</title></head></html>",
      { code: "LLM_PROVIDER_ERROR", status: 502, message: expect.not.stringContaining("<") },
    ],
    [400, { error: "broken" }, { code: "LLM_REQUEST_REJECTED", message: "google answered 400: broken" }],
    [302, "", { code: "LLM_BAD_RESPONSE" }],
    [418, "", { code: "LLM_REQUEST_REJECTED", status: 418 }],
  ])("%i %j", (status, body, expected) => {
    expect(errorOf(status, body)).toMatchObject({ provider: "google", model: "m", ...expected });
  });
});

test("a header tells the wait better than the body", () => {
  const error = errorOf(429, google(429, "RESOURCE_EXHAUSTED", "m", [retryIn("45s")]), { "retry-after": "3" });
  expect(error.retryAfterMs).toBe(3000);
});

test("no key stands in an error", () => {
  const error = errorOf(400, google(400, "INVALID_ARGUMENT", `key=${key} and ${key} are bad`), { "x-request-id": key });
  expect(JSON.stringify(error) + error.stack).not.toContain(key);
});

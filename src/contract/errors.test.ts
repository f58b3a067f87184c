import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type LLMErrorCode, llmErrorCodes } from "./error-codes.js";
import { isLLMError, LLMError, unsupported } from "./errors.js";
import { redact } from "./redact.js";

/** The table of the contract: code, status, whether it is worth another try. */
const table: [code: LLMErrorCode, status: number, retryable: boolean][] = [
  ["LLM_DISABLED", 503, false],
  ["LLM_INVALID_CONFIG", 400, false],
  ["LLM_INVALID_REQUEST", 400, false],
  ["LLM_INVALID_SCHEMA", 400, false],
  ["LLM_INVALID_TOOL", 400, false],
  ["LLM_ATTACHMENT_TOO_LARGE", 413, false],
  ["LLM_UNSUPPORTED", 400, false],
  ["LLM_UNAUTHORIZED", 401, false],
  ["LLM_MODEL_NOT_FOUND", 404, false],
  ["LLM_RATE_LIMITED", 429, true],
  ["LLM_QUOTA_EXCEEDED", 429, false],
  ["LLM_CONTEXT_TOO_LONG", 400, false],
  ["LLM_REQUEST_REJECTED", 400, false],
  ["LLM_PROVIDER_ERROR", 502, true],
  ["LLM_BAD_RESPONSE", 502, false],
  ["LLM_STREAM_INTERRUPTED", 502, false],
  ["LLM_NETWORK_ERROR", 502, true],
  ["LLM_STREAM_CLOSED", 499, false],
  ["LLM_CANCELLED", 499, false],
  ["LLM_TIMEOUT", 504, true],
  ["LLM_INVALID_OUTPUT", 422, false],
  ["LLM_UNKNOWN_TOOL", 400, false],
  ["LLM_TOOL_NOT_LOCAL", 500, false],
  ["LLM_MEMORY_EXHAUSTED", 500, false],
];

describe("LLMError", () => {
  it.each(table)("%s is %d, retryable %s, and so is its twin", (code, status, retryable) => {
    expect(new LLMError(code, "m")).toMatchObject({ code, status, retryable, message: "m", name: "LLMError" });
    const twin = code.replace("LLM_", "EMBED_") as LLMErrorCode;
    expect(new LLMError(twin, "m")).toMatchObject({ code: twin, status, retryable });
  });

  it("has a row here for every code", () => {
    expect(table.map(([code]) => code).sort()).toEqual(Object.keys(llmErrorCodes).sort());
  });

  it.each([
    [400, false],
    [408, true],
    [409, true],
    [425, true],
    [422, false],
  ])("rejected with %d is retryable %s", (status, retryable) => {
    expect(new LLMError("LLM_REQUEST_REJECTED", "m", { status }).retryable).toBe(retryable);
  });

  it("keeps retryAfterMs only where another try makes sense", () => {
    expect(new LLMError("LLM_RATE_LIMITED", "m", { retryAfterMs: 5 }).retryAfterMs).toBe(5);
    expect("retryAfterMs" in new LLMError("LLM_QUOTA_EXCEEDED", "m", { retryAfterMs: 5 })).toBe(false);
  });

  it("keeps a cancellation's cause as it is, and redacts any other", () => {
    const cause = new Error("authorization: Bearer sk-sentinel-12345678");
    expect(new LLMError("LLM_CANCELLED", "m", { cause }).cause).toBe(cause);
    const error = new LLMError("LLM_BAD_RESPONSE", "m", { cause });
    expect(error.cause).toBeInstanceOf(Error);
    expect(inspect(error) + JSON.stringify(error)).not.toContain("sentinel");
  });

  it("hides what looks like a credential in its own message too", () => {
    const error = new LLMError("LLM_UNAUTHORIZED", "refused: Bearer sk-sentinel-12345678\nand more");
    expect(inspect(error) + JSON.stringify(error)).not.toContain("sentinel");
    expect(error.message).toBe("refused: Bearer … and more");
    expect(new LLMError("LLM_TIMEOUT", "x".repeat(10_000)).message).toHaveLength(600);
  });

  it("prints without fields that are not set", () => {
    expect(inspect(new LLMError("LLM_TIMEOUT", "m"))).not.toContain("undefined");
  });

  it("is recognised from another copy of the package", () => {
    const foreign = Object.assign(new Error("m"), { code: "LLM_TIMEOUT", status: 504, retryable: true });
    expect(isLLMError(foreign)).toBe(true);
    expect(isLLMError(Object.assign(new Error("m"), { code: "ENOENT" }))).toBe(false);
    expect(isLLMError({ code: "LLM_TIMEOUT", retryable: true })).toBe(false);
  });

  it("says what is not supported in one form", () => {
    expect(unsupported("acme", "vision").message).toBe("acme does not support vision");
    expect(unsupported("acme", "task", "EMBED").code).toBe("EMBED_UNSUPPORTED");
  });
});

describe("redact", () => {
  it.each([
    "Authorization: Bearer sentinel-key",
    'Headers.append: "Bearer sentinel-key\n" is an invalid header value.',
    "Incorrect API key provided: sentinel-key.",
    "GET https://e.example/v1?key=sentinel-key&alt=sse",
    '{"x-goog-api-key":"sentinel-key"}',
    "api_key=sentinel-key",
    "https://user:sentinel-key@e.example/",
    "token sk-sentinel-key-1234567890",
    "AIzaSentinel-key-1234567890",
  ])("hides a credential: %s", (text) => {
    expect(redact(text).toLowerCase()).not.toContain("sentinel");
  });

  it("hides the keys that it is told, whatever their form", () => {
    expect(redact("no such key: tr0ub4dor", ["tr0ub4dor"])).toBe("no such key: …");
  });

  it("names a page by its title, and never quotes it", () => {
    expect(redact("<!doctype html><html><head><title>502 Bad Gateway</title></head><body>x</body></html>")).toBe(
      'an HTML page titled "502 Bad Gateway"',
    );
  });

  it("bounds the length, and splits no surrogate pair", () => {
    const short = redact("😀".repeat(1000));
    expect(short.length).toBeLessThanOrEqual(300);
    expect(short.isWellFormed()).toBe(true);
  });

  it("leaves ordinary text alone", () => {
    expect(redact("This model's maximum context length is 8192 tokens.")).toBe(
      "This model's maximum context length is 8192 tokens.",
    );
  });
});

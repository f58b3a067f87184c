import { describe, expect, test } from "vitest";
import { httpError, inBandError } from "./errors.js";

const blamed = { provider: "test", model: "m", secrets: ["topsecretvalue"] };

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  return httpError({ status, headers, text: typeof body === "string" ? body : JSON.stringify(body) }, blamed);
}

const said = (message: string, more: object = {}) => ({ error: { message, type: "invalid_request_error", ...more } });

describe("what a reply with an error status is", () => {
  test.each<[number, unknown, object]>([
    // The key.
    [
      401,
      said("Incorrect API key provided", { code: "invalid_api_key" }),
      { code: "LLM_UNAUTHORIZED", status: 401, retryable: false },
    ],
    [403, said("no access"), { code: "LLM_UNAUTHORIZED", status: 403, retryable: false }],
    [
      400,
      { code: "Client specified an invalid argument", error: "Incorrect API key provided." },
      { code: "LLM_UNAUTHORIZED", status: 401 },
    ],
    [
      400,
      said("API key not valid. Please pass a valid API key.", { code: "API_KEY_INVALID" }),
      { code: "LLM_UNAUTHORIZED" },
    ],
    // The model.
    [
      404,
      said("The model `x` does not exist or you do not have access to it.", { code: "model_not_found" }),
      { code: "LLM_MODEL_NOT_FOUND", status: 404 },
    ],
    [400, said("bad", { code: "model_not_found" }), { code: "LLM_MODEL_NOT_FOUND", status: 404 }],
    [
      403,
      said("Project does not have access to model `x`", { code: "model_not_found" }),
      { code: "LLM_MODEL_NOT_FOUND" },
    ],
    [400, said("x/y is not a valid model ID"), { code: "LLM_MODEL_NOT_FOUND" }],
    [404, { error: "model 'llava' not found, try pulling it first" }, { code: "LLM_MODEL_NOT_FOUND" }],
    [404, "404 page not found", { code: "LLM_MODEL_NOT_FOUND" }],
    // Limits and budgets.
    [429, said("Rate limit reached for requests"), { code: "LLM_RATE_LIMITED", status: 429, retryable: true }],
    [429, "", { code: "LLM_RATE_LIMITED" }],
    [
      429,
      said("You exceeded your current quota, please check your plan and billing details.", {
        code: "insufficient_quota",
      }),
      { code: "LLM_QUOTA_EXCEEDED", status: 429, retryable: false },
    ],
    [402, said("Insufficient Balance"), { code: "LLM_QUOTA_EXCEEDED", status: 402, retryable: false }],
    [
      429,
      said("Rate limit reached on tokens per day (TPD): Limit 100000", { code: "rate_limit_exceeded" }),
      { code: "LLM_QUOTA_EXCEEDED", status: 429 },
    ],
    [
      429,
      [
        {
          error: {
            code: 429,
            status: "RESOURCE_EXHAUSTED",
            message: "You exceeded your current quota",
            details: [{ retryDelay: "1.5s" }],
          },
        },
      ],
      { code: "LLM_RATE_LIMITED", retryAfterMs: 1500 },
    ],
    // A context that is too long, whatever the status.
    [
      400,
      said("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", { code: 400 }),
      { code: "LLM_CONTEXT_TOO_LONG", status: 400, retryable: false },
    ],
    [
      500,
      {
        error: {
          code: 500,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
        },
      },
      { code: "LLM_CONTEXT_TOO_LONG", status: 400, retryable: false },
    ],
    [413, said("prompt is too long: 200 tokens"), { code: "LLM_CONTEXT_TOO_LONG", status: 413 }],
    [
      400,
      {
        error: {
          message: "Provider returned error",
          metadata: { raw: '{"message":"Input is too long for requested model."}' },
        },
      },
      { code: "LLM_CONTEXT_TOO_LONG" },
    ],
    // A budget, in the words of a limit.
    [
      402,
      said(
        "This request requires more credits, or fewer max_tokens. Prompt tokens limit exceeded: maximum context length",
      ),
      { code: "LLM_QUOTA_EXCEEDED", status: 402, retryable: false },
    ],
    // What passes by itself, though its words are those of a refusal.
    ...[500, 502, 503, 504, 529, 501].flatMap((status): [number, unknown, object][] =>
      ["The upstream is not available", "tools are not supported", "Streaming is unsupported at the moment"].map(
        (message) => [status, said(message), { code: "LLM_PROVIDER_ERROR", status, retryable: true }],
      ),
    ),
    [429, said("tools are not supported at this rate"), { code: "LLM_RATE_LIMITED", retryable: true }],
    ...[408, 409, 425].map((status): [number, unknown, object] => [
      status,
      said("the model is not available, streaming is not supported"),
      { code: "LLM_REQUEST_REJECTED", status, retryable: true },
    ]),
    [400, said("The upstream server is not available"), { code: "LLM_REQUEST_REJECTED" }],
    [400, said("Our system is temporarily unavailable"), { code: "LLM_REQUEST_REJECTED" }],
    [400, said("This region is not supported. Use our tools to choose another."), { code: "LLM_REQUEST_REJECTED" }],
    [
      400,
      said(`This region is not supported, ${"and so on ".repeat(10)} see the tools`),
      { code: "LLM_REQUEST_REJECTED" },
    ],
    [400, said("Please stop: this is not allowed"), { code: "LLM_REQUEST_REJECTED" }],
    // What is not supported.
    [422, { detail: [{ loc: ["body", "seed"], msg: "Extra inputs are not permitted" }] }, { code: "LLM_UNSUPPORTED" }],
    [400, said("Unrecognized request argument supplied: functions"), { code: "LLM_UNSUPPORTED" }],
    [
      400,
      said("Unsupported parameter: 'stop' is not supported with this model.", { param: "stop" }),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support stopSequences") },
    ],
    [
      400,
      said("Developer instruction is not enabled for this model"),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support system") },
    ],
    [
      400,
      said("This is not one of ours.", { code: "unknown_parameter", param: "top_p" }),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support topP") },
    ],
    [
      400,
      said("m:latest does not support tools", { param: null }),
      { code: "LLM_UNSUPPORTED", status: 400, message: expect.stringContaining("test does not support tools") },
    ],
    [404, said("No endpoints found that support tool use"), { code: "LLM_UNSUPPORTED" }],
    [
      400,
      said("This response_format type is unavailable now"),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support structuredOutput") },
    ],
    [400, { error: "'response_format.type' must be 'json_schema' or 'text'" }, { code: "LLM_UNSUPPORTED" }],
    [
      400,
      said("Model does not support matryoshka representation, changing output dimensions will lead to poor results."),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support dimensions") },
    ],
    [
      400,
      said(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { param: "max_tokens", code: "unsupported_parameter" },
      ),
      { code: "LLM_UNSUPPORTED", message: expect.stringContaining("does not support maxTokens") },
    ],
    [
      400,
      said("Unknown parameter: 'stream_options'.", { param: "stream_options", code: "unknown_parameter" }),
      { code: "LLM_UNSUPPORTED" },
    ],
    // The caller's mistakes.
    [
      400,
      said("Invalid schema for response_format 'r': In context=(), 'oneOf' is not permitted."),
      { code: "LLM_REQUEST_REJECTED", status: 400, retryable: false },
    ],
    [400, said("'messages' must contain the word 'json' in some form"), { code: "LLM_REQUEST_REJECTED" }],
    [
      400,
      said("llm: memory model was called 3 times but only 2 replies were scripted", { code: "memory_exhausted" }),
      {
        code: "LLM_REQUEST_REJECTED",
        status: 400,
        retryable: false,
        message: expect.stringContaining("llm: memory model was called 3 times but only 2 replies were scripted"),
      },
    ],
    [
      422,
      { detail: [{ loc: ["body", "messages"], msg: "Field required" }] },
      { code: "LLM_REQUEST_REJECTED", status: 422, message: expect.stringContaining("body.messages: Field required") },
    ],
    [408, "", { code: "LLM_REQUEST_REJECTED", status: 408, retryable: true }],
    [409, { message: "conflict" }, { code: "LLM_REQUEST_REJECTED", retryable: true }],
    [
      413,
      "<html><head><title>413 Request Entity Too Large</title></head></html>",
      { code: "LLM_REQUEST_REJECTED", status: 413 },
    ],
    // The model's.
    [
      400,
      said("Failed to call a function.", { code: "tool_use_failed", failed_generation: '<function=f={"x":1}' }),
      { code: "LLM_BAD_RESPONSE", message: expect.stringContaining("<function=f=") },
    ],
    // The provider's.
    [500, { error: { message: "boom" } }, { code: "LLM_PROVIDER_ERROR", status: 500, retryable: true }],
    [
      502,
      "<html><head><title>502 Bad Gateway</title></head></html>",
      { code: "LLM_PROVIDER_ERROR", status: 502, message: expect.not.stringContaining("<") },
    ],
    [
      529,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      { code: "LLM_PROVIDER_ERROR", status: 529, message: expect.stringContaining("Overloaded") },
    ],
    [503, "", { code: "LLM_PROVIDER_ERROR", message: expect.stringContaining("answered 503") }],
    [307, "", { code: "LLM_BAD_RESPONSE", status: 502 }],
  ])("%i %j", (status, body, expected) => {
    expect(errorOf(status, body)).toMatchObject({ provider: "test", model: "m", ...expected });
  });

  test("a redirect names the host and nothing more of where it points", () => {
    const error = errorOf(302, "", { location: "https://other.example/v1?token=topsecretvalue" });
    expect(error.message).toContain("https://other.example;");
    expect(error.message).not.toContain("topsecretvalue");
  });

  test("messages are short and quote no credentials", () => {
    const error = errorOf(400, said(`topsecretvalue Bearer abc123 sk-abcdefgh12345678 ${"x".repeat(5000)}`), {
      "x-request-id": "topsecretvalue",
    });
    expect(error.message.length).toBeLessThan(400);
    expect(JSON.stringify(error)).not.toMatch(/topsecretvalue|abc123|sk-abc/);
  });

  test.each(["x-request-id", "request-id", "apim-request-id"])("the request id is read from %s", (name) => {
    expect(errorOf(500, "", { [name]: "r1" }).requestId).toBe("r1");
  });
});

test.each<[object, object]>([
  [{ error: { message: "no", type: "rate_limit_error" } }, { code: "LLM_RATE_LIMITED", status: 429 }],
  [{ error: { message: "no", code: "insufficient_quota" } }, { code: "LLM_QUOTA_EXCEEDED", status: 429 }],
  [{ error: { message: "no", code: "invalid_api_key" } }, { code: "LLM_UNAUTHORIZED", status: 401 }],
  [{ error: { message: "no", code: "3280" } }, { code: "LLM_PROVIDER_ERROR", status: 502 }],
  [{ error: { message: "no", code: "503" } }, { code: "LLM_PROVIDER_ERROR", status: 503 }],
  [{ error: { message: "no", code: 400 } }, { code: "LLM_REQUEST_REJECTED", status: 400 }],
  [
    { error: { error: { message: "inner", code: 429 } } },
    { code: "LLM_RATE_LIMITED", message: expect.stringContaining("inner") },
  ],
  [{ errors: [{ message: "first" }] }, { code: "LLM_PROVIDER_ERROR", message: expect.stringContaining("first") }],
  [{ error: {} }, { code: "LLM_PROVIDER_ERROR" }],
  [{ error: { message: "tools are not supported", type: "server_error" } }, { code: "LLM_PROVIDER_ERROR" }],
  [{ error: { message: "tools are not supported", code: 503 } }, { code: "LLM_PROVIDER_ERROR", status: 503 }],
  [{ error: { message: "tools are not supported", type: "invalid_request_error" } }, { code: "LLM_UNSUPPORTED" }],
])("in-band, %j is told apart", (chunk, expected) => {
  expect(inBandError(chunk, blamed)).toMatchObject(expected);
});

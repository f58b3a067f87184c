import { describe, expect, it } from "vitest";
import { LLMError, type ScriptedError, type ScriptedReply } from "../../contract/index.js";
import { createOpenAIServer, type OpenAIServerOptions } from "./server.js";

const chat = { model: "m", messages: [{ role: "user", content: "Hi" }] };

function ask(options: OpenAIServerOptions, path = "/v1/chat/completions", init: RequestInit = {}) {
  const server = createOpenAIServer(options);
  const request = { method: "POST", body: JSON.stringify(chat), ...init };
  return server.fetch(new Request(`http://127.0.0.1${path}`, request));
}

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { message: string; code: unknown } };
  return { status: response.status, ...error };
}

describe("the door", () => {
  it.each<[string, RequestInit, string, number, string, string | null]>([
    ["a wrong path", {}, "/v1/v1/chat/completions", 404, "Invalid URL (POST /v1/v1/chat/completions)", null],
    [
      "a wrong method",
      { method: "GET", body: null },
      "/v1/chat/completions",
      405,
      "Not allowed to GET on /v1/chat/completions.",
      "method_not_supported",
    ],
    [
      "a wrong method for models",
      { method: "POST" },
      "/v1/models",
      405,
      "Not allowed to POST on /v1/models.",
      "method_not_supported",
    ],
    [
      "a body that is not JSON",
      { body: "{" },
      "/v1/chat/completions",
      400,
      "We could not parse the JSON body of your request.",
      null,
    ],
    [
      "a body that is no object",
      { body: "[]" },
      "/v1/embeddings",
      400,
      "We could not parse the JSON body of your request.",
      null,
    ],
  ])("is closed to %s", async (_, init, path, status, message, code) => {
    expect(await errorOf(await ask({}, path, init))).toEqual({
      status,
      type: "invalid_request_error",
      message: expect.stringContaining(message),
      param: null,
      code,
    });
  });

  it("takes the one key, and quotes no other", async () => {
    const withKey = (authorization?: string) =>
      ask({ apiKey: "right-key" }, undefined, authorization ? { headers: { authorization } } : {});
    expect((await withKey("Bearer right-key")).status).toBe(200);
    const wrong = await errorOf(await withKey("Bearer wrong-secret-key"));
    expect(wrong).toMatchObject({ status: 401, code: "invalid_api_key" });
    expect(wrong.message).toMatch(/^Incorrect API key provided: \*+\. You can find/);
    for (const none of [await withKey(), await withKey("Basic right-key")])
      expect(await errorOf(none)).toMatchObject({
        status: 401,
        code: null,
        message: expect.stringContaining("You didn't provide an API key."),
      });
  });

  it("knows its models", async () => {
    const models = ["m", "n/o"];
    const get = { method: "GET", body: null };
    expect(await (await ask({ models }, "/v1/models", get)).json()).toMatchObject({
      object: "list",
      data: [{ id: "m", object: "model", created: expect.any(Number), owned_by: expect.any(String) }, { id: "n/o" }],
    });
    expect(await (await ask({ models }, "/v1/models/n%2Fo", get)).json()).toMatchObject({ id: "n/o" });
    expect(await errorOf(await ask({ models }, "/v1/models/x", get))).toMatchObject({ status: 404 });
    expect((await ask({ models })).status).toBe(200);
    for (const [path, body] of [
      ["chat/completions", { ...chat, model: "x" }],
      ["embeddings", { model: "x", input: "a" }],
    ])
      expect(await errorOf(await ask({ models }, `/v1/${path}`, { body: JSON.stringify(body) }))).toMatchObject({
        status: 404,
        code: "model_not_found",
        message: expect.stringContaining("The model `x` does not exist"),
      });
  });
});

describe("a scripted error", () => {
  // biome-ignore format: a table
  it.each<[ScriptedError, number, string, string | null]>([
    [{ code: "LLM_UNAUTHORIZED" }, 401, "invalid_request_error", "invalid_api_key"],
    [{ code: "LLM_UNAUTHORIZED", status: 403 }, 403, "invalid_request_error", "invalid_api_key"],
    [{ code: "LLM_MODEL_NOT_FOUND" }, 404, "invalid_request_error", "model_not_found"],
    [{ code: "LLM_RATE_LIMITED" }, 429, "requests", "rate_limit_exceeded"],
    [{ code: "LLM_QUOTA_EXCEEDED" }, 429, "insufficient_quota", "insufficient_quota"],
    [{ code: "LLM_QUOTA_EXCEEDED", status: 402 }, 402, "insufficient_quota", "insufficient_quota"],
    [{ code: "LLM_CONTEXT_TOO_LONG" }, 400, "invalid_request_error", "context_length_exceeded"],
    [{ code: "LLM_REQUEST_REJECTED", status: 409 }, 409, "invalid_request_error", null],
    [{ code: "LLM_REQUEST_REJECTED" }, 400, "invalid_request_error", null],
    [{ code: "LLM_UNSUPPORTED" }, 400, "invalid_request_error", "unsupported_parameter"],
    [{ code: "LLM_ATTACHMENT_TOO_LARGE" }, 413, "invalid_request_error", null],
    [{ code: "LLM_PROVIDER_ERROR" }, 502, "server_error", null],
    [{ code: "LLM_PROVIDER_ERROR", status: 503 }, 503, "server_error", null],
    [{ code: "LLM_TIMEOUT" }, 504, "server_error", null],
    [{ code: "LLM_MEMORY_EXHAUSTED" }, 400, "invalid_request_error", "memory_exhausted"],
  ])("%j is told as the provider tells it", async (error, status, type, code) => {
    for (const stream of [false, true]) {
      const script = [{ error: { ...error, message: "told" } }];
      const response = await ask({ script }, undefined, { body: JSON.stringify({ ...chat, stream }) });
      expect(await errorOf(response)).toMatchObject({ status, type, code, message: "told" });
    }
  });

  it("says when to try again, where that makes sense", async () => {
    const header = async (error: ScriptedError, options: OpenAIServerOptions = {}) =>
      (await ask({ script: [{ error }], ...options })).headers.get("retry-after-ms");
    expect(await header({ code: "LLM_RATE_LIMITED" })).toBe("10");
    expect(await header({ code: "LLM_PROVIDER_ERROR" }, { retryDelayMs: 3 })).toBe("3");
    expect(await header({ code: "LLM_RATE_LIMITED", retryAfterMs: 1500 })).toBe("1500");
    expect(await header({ code: "LLM_QUOTA_EXCEEDED" })).toBeNull();
  });

  it("carries its request's id", async () => {
    const response = await ask({ script: [{ error: { code: "LLM_PROVIDER_ERROR", requestId: "req_1" } }] });
    expect(response.headers.get("x-request-id")).toBe("req_1");
  });

  it("that no provider can send is refused, naming it", async () => {
    const error = new LLMError("LLM_CANCELLED", "cancelled");
    expect(await errorOf(await ask({ script: [{ error }] }))).toMatchObject({
      status: 400,
      code: "unscriptable_error",
      message: expect.stringContaining("LLM_CANCELLED, which no provider can send"),
    });
  });

  it("of a bad response is a body that is not JSON", async () => {
    const script: ScriptedReply[] = [{ error: { code: "LLM_BAD_RESPONSE" } }];
    const response = await ask({ script });
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    const streamed = await ask({ script }, undefined, { body: JSON.stringify({ ...chat, stream: true }) });
    expect(streamed.headers.get("content-type")).toMatch("text/event-stream");
    expect(await streamed.text()).toMatch(/data: \{not JSON\n\n$/);
  });

  it("of the network is no response at all", async () => {
    const response = await ask({ script: [{ error: { code: "LLM_NETWORK_ERROR" } }] });
    expect(response.type).toBe("error");
  });
});

describe("the script", () => {
  it("is played in order, says when it has run out, and begins again", async () => {
    const server = createOpenAIServer({ script: ["one"] });
    const next = () =>
      server.fetch(new Request("http://127.0.0.1/v1/chat/completions", { method: "POST", body: JSON.stringify(chat) }));
    const text = async () =>
      ((await (await next()).json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content;
    expect(await text()).toBe("one");
    server.queue("two");
    expect(await text()).toBe("two");
    const exhausted = await next();
    expect(exhausted.headers.get("retry-after-ms")).toBeNull();
    expect(await errorOf(exhausted)).toMatchObject({
      status: 400,
      code: "memory_exhausted",
      message: "llm: memory model was called 3 times but only 2 replies were scripted",
    });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(server.requests[2]?.turn).toBeDefined();
    server.reset();
    expect(server.requests).toHaveLength(0);
    expect(await text()).toBe("one");
  });

  it("is refused at once where a reply is none", () => {
    expect(() => createOpenAIServer({ script: [{ txt: "x" } as ScriptedReply] })).toThrow(/replies\[0\]\.txt/);
  });
});

describe("what is recorded", () => {
  it("is the request as it came, without its credentials", async () => {
    const server = createOpenAIServer();
    const first = server.arrived(1);
    const body = JSON.stringify({ ...chat, stream: true });
    const headers = { authorization: "Bearer sk-secret-key", "x-team": "a" };
    const before = performance.now();
    await server.fetch(
      new Request("http://127.0.0.1/v1/chat/completions?q=1&key=secret", { method: "POST", body, headers }),
    );
    const request = await first;
    expect(request).toMatchObject({
      kind: "stream",
      method: "POST",
      path: "/v1/chat/completions?q=1&key=HIDDEN",
      body,
      status: 200,
    });
    expect(request.headers).toMatchObject({ "x-team": "a" });
    expect(request.at).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(server.requests)).not.toContain("secret");
  });
});

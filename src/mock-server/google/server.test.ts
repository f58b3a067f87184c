import { describe, expect, it } from "vitest";
import { LLMError, type ScriptedError, type ScriptedReply } from "../../contract/index.js";
import { createGoogleServer, type GoogleServerOptions } from "./server.js";
import { errorOf, send, user } from "./testing/requests.js";

const ask = { contents: [user()] };
const get = (options: GoogleServerOptions, path: string, init: RequestInit = {}) =>
  createGoogleServer(options).fetch(new Request(`http://127.0.0.1${path}`, init));

describe("the door", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/v1beta"],
    ["POST", "/v1beta/v1beta/models/m:generateContent"],
    ["POST", "/v1/models/m:generateContent"],
    ["POST", "/v1beta/models/m:generate"],
    ["POST", "/v1beta/models/m"],
    ["POST", "/v1beta/models/m:toString"],
    ["GET", "/v1beta/models/m:generateContent"],
    ["DELETE", "/v1beta/models"],
  ])("is a page that says no to %s %s", async (method, path) => {
    const response = await get({}, path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toMatch("text/html");
    expect(await response.text()).toContain("Error 404 (Not Found)!!1");
  });

  it("takes the one key, in a header or in the query, and quotes no other", async () => {
    const options = { apiKey: "right-key" };
    const path = "/v1beta/models";
    expect((await get(options, path, { headers: { "x-goog-api-key": "right-key" } })).status).toBe(200);
    expect((await get(options, `${path}?key=right-key`)).status).toBe(200);
    const message = "API key not valid. Please pass a valid API key.";
    for (const wrong of [
      await get(options, path, { headers: { "x-goog-api-key": "wrong-key" } }),
      await get(options, `${path}?key=wrong-key`),
    ]) {
      expect(wrong.status).toBe(400);
      expect(await errorOf(wrong)).toEqual({
        code: 400,
        message,
        status: "INVALID_ARGUMENT",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "API_KEY_INVALID",
            domain: "googleapis.com",
            metadata: { service: "generativelanguage.googleapis.com" },
          },
          { "@type": "type.googleapis.com/google.rpc.LocalizedMessage", locale: "en-US", message },
        ],
      });
    }
    for (const none of [
      await get(options, path),
      await get(options, path, { headers: { authorization: "Bearer right-key" } }),
    ])
      expect(await errorOf(none)).toEqual({
        code: 403,
        message: expect.stringContaining("Method doesn't allow unregistered callers"),
        status: "PERMISSION_DENIED",
      });
  });

  it("knows its parameters", async () => {
    expect(await errorOf(await get({}, "/v1beta/models?model=m"))).toMatchObject({
      code: 400,
      message: expect.stringContaining('Unknown name "model": Cannot bind query parameter.'),
    });
    expect(await errorOf(await get({}, "/v1beta/models?alt=xml"))).toMatchObject({
      code: 400,
      message: `Invalid value "xml" for query parameter 'alt'`,
    });
    expect((await get({}, "/v1beta/models?alt=json&prettyPrint=false&pageSize=5")).status).toBe(200);
  });

  it("knows its models", async () => {
    const models = ["m", "gemini-x"];
    expect(await (await get({ models }, "/v1beta/models")).json()).toMatchObject({
      models: [{ name: "models/m" }, { name: "models/gemini-x", supportedGenerationMethods: expect.any(Array) }],
    });
    expect(await (await get({ models }, "/v1beta/models/gemini-x")).json()).toMatchObject({ name: "models/gemini-x" });
    expect(await errorOf(await get({ models }, "/v1beta/models/x"))).toMatchObject({ code: 404, status: "NOT_FOUND" });
    const content = { parts: [{ text: "a" }] };
    for (const [method, body] of [
      ["generateContent", ask],
      ["countTokens", ask],
      ["embedContent", { content }],
      ["batchEmbedContents", { requests: [{ model: "models/x", content }] }],
    ] as const)
      expect(await errorOf(await send(createGoogleServer({ models }), body, method, "x"))).toEqual({
        code: 404,
        message: `models/x is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
        status: "NOT_FOUND",
      });
    expect((await send(createGoogleServer({ models }), ask)).status).toBe(200);
  });
});

describe("a scripted error", () => {
  // biome-ignore format: a table
  it.each<[ScriptedError, number, string, readonly string[]]>([
    [{ code: "LLM_UNAUTHORIZED" }, 400, "INVALID_ARGUMENT", ["ErrorInfo", "LocalizedMessage"]],
    [{ code: "LLM_UNAUTHORIZED", status: 403 }, 403, "PERMISSION_DENIED", []],
    [{ code: "LLM_MODEL_NOT_FOUND" }, 404, "NOT_FOUND", []],
    [{ code: "LLM_RATE_LIMITED" }, 429, "RESOURCE_EXHAUSTED", ["QuotaFailure", "RetryInfo"]],
    [{ code: "LLM_QUOTA_EXCEEDED" }, 429, "RESOURCE_EXHAUSTED", ["QuotaFailure"]],
    [{ code: "LLM_QUOTA_EXCEEDED", status: 402 }, 429, "RESOURCE_EXHAUSTED", ["QuotaFailure"]],
    [{ code: "LLM_CONTEXT_TOO_LONG" }, 400, "INVALID_ARGUMENT", []],
    [{ code: "LLM_REQUEST_REJECTED" }, 400, "INVALID_ARGUMENT", []],
    [{ code: "LLM_REQUEST_REJECTED", status: 409 }, 409, "ABORTED", ["RetryInfo"]],
    [{ code: "LLM_UNSUPPORTED" }, 400, "INVALID_ARGUMENT", []],
    [{ code: "LLM_ATTACHMENT_TOO_LARGE" }, 413, "INVALID_ARGUMENT", []],
    [{ code: "LLM_PROVIDER_ERROR" }, 502, "INTERNAL", ["RetryInfo"]],
    [{ code: "LLM_PROVIDER_ERROR", status: 500 }, 500, "INTERNAL", ["RetryInfo"]],
    [{ code: "LLM_PROVIDER_ERROR", status: 503 }, 503, "UNAVAILABLE", ["RetryInfo"]],
    [{ code: "LLM_TIMEOUT" }, 504, "DEADLINE_EXCEEDED", ["RetryInfo"]],
    [{ code: "LLM_MEMORY_EXHAUSTED" }, 400, "INVALID_ARGUMENT", []],
  ])("%j is told as Google tells it", async (error, code, status, details) => {
    for (const method of ["generateContent", "streamGenerateContent?alt=sse"]) {
      const server = createGoogleServer({ script: [{ error: { ...error, message: "told" } }] });
      const response = await send(server, ask, method);
      expect(response.status).toBe(code);
      const told = await errorOf(response);
      expect(told).toMatchObject({ code, status, message: expect.stringMatching(/told$/) });
      expect((told.details ?? []).map((detail) => detail["@type"])).toEqual(
        details.map((name) => `type.googleapis.com/google.rpc.${name}`),
      );
    }
  });

  it("of a context that is too long has Google's words", async () => {
    const script = [{ error: { code: "LLM_CONTEXT_TOO_LONG", message: "told" } }] as const;
    expect((await errorOf(await send(createGoogleServer({ script }), ask))).message).toBe(
      "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576). told",
    );
  });

  it("tells by its quota whether waiting helps", async () => {
    const quota = async (code: ScriptedError["code"]) => {
      const { details } = await errorOf(await send(createGoogleServer({ script: [{ error: { code } }] }), ask));
      return JSON.stringify(details);
    };
    expect(await quota("LLM_RATE_LIMITED")).toContain("PerMinute");
    expect(await quota("LLM_QUOTA_EXCEEDED")).toContain("PerDay");
  });

  it("says when to try again, in the body alone", async () => {
    const delay = async (error: ScriptedError, options: GoogleServerOptions = {}) => {
      const response = await send(createGoogleServer({ script: [{ error }], ...options }), ask);
      expect(response.headers.get("retry-after")).toBeNull();
      const { details = [] } = await errorOf(response);
      return details.find((detail) => "retryDelay" in detail)?.retryDelay;
    };
    expect(await delay({ code: "LLM_RATE_LIMITED" })).toBe("0.01s");
    expect(await delay({ code: "LLM_PROVIDER_ERROR" }, { retryDelayMs: 3 })).toBe("0.003s");
    expect(await delay({ code: "LLM_RATE_LIMITED", retryAfterMs: 1500 })).toBe("1.5s");
    expect(await delay({ code: "LLM_RATE_LIMITED", retryAfterMs: 20_000 })).toBe("20s");
    expect(await delay({ code: "LLM_QUOTA_EXCEEDED" })).toBeUndefined();
  });

  it("carries its request's id", async () => {
    const script = [{ error: { code: "LLM_REQUEST_REJECTED", requestId: "req_1" } }] as const;
    expect((await errorOf(await send(createGoogleServer({ script }), ask))).details).toEqual([
      { "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId: "req_1" },
    ]);
  });

  it("that no provider can send is refused, naming it", async () => {
    const error = new LLMError("LLM_CANCELLED", "cancelled");
    expect(await errorOf(await send(createGoogleServer({ script: [{ error }] }), ask))).toEqual({
      code: 400,
      status: "FAILED_PRECONDITION",
      message: expect.stringContaining("LLM_CANCELLED, which no provider can send"),
    });
  });

  it("of a bad response is a body that is not JSON", async () => {
    const response = await send(createGoogleServer({ script: [{ error: { code: "LLM_BAD_RESPONSE" } }] }), ask);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it("of the network is no response at all", async () => {
    const response = await send(createGoogleServer({ script: [{ error: { code: "LLM_NETWORK_ERROR" } }] }), ask);
    expect(response.type).toBe("error");
  });
});

describe("the script", () => {
  it("is played in order, says when it has run out, and begins again", async () => {
    const server = createGoogleServer({ script: ["one"] });
    const text = async () => {
      const body = (await (await send(server, ask)).json()) as { candidates: { content: { parts: unknown } }[] };
      return body.candidates[0]?.content.parts;
    };
    expect(await text()).toEqual([{ text: "one" }]);
    server.queue("two");
    expect(await text()).toEqual([{ text: "two" }]);
    const exhausted = await send(server, ask);
    expect(exhausted.status).toBe(400);
    expect(await errorOf(exhausted)).toEqual({
      code: 400,
      status: "INVALID_ARGUMENT",
      message: "llm: memory model was called 3 times but only 2 replies were scripted",
    });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(server.requests[2]?.turn).toBeDefined();
    server.reset();
    expect(server.requests).toHaveLength(0);
    expect(await text()).toEqual([{ text: "one" }]);
  });

  it("is refused at once where a reply is none", () => {
    expect(() => createGoogleServer({ script: [{ txt: "x" } as ScriptedReply] })).toThrow(/replies\[0\]\.txt/);
  });
});

it("records a request as it came, without its key", async () => {
  const server = createGoogleServer();
  const first = server.arrived(1);
  const body = JSON.stringify(ask);
  await server.fetch(
    new Request("http://127.0.0.1/v1beta/models/m:streamGenerateContent?key=secret&alt=sse", {
      method: "POST",
      body,
      headers: { "x-goog-api-key": "secret", "x-team": "a" },
    }),
  );
  const request = await first;
  expect(request).toMatchObject({
    kind: "stream",
    method: "POST",
    path: "/v1beta/models/m:streamGenerateContent?key=HIDDEN&alt=sse",
    body,
    status: 200,
    headers: { "x-team": "a" },
    turn: { model: "m", messages: [{ role: "user", content: "Hi" }] },
  });
  expect(JSON.stringify(server.requests)).not.toContain("secret");
});

import { fetch as undiciFetch } from "undici";
import { describe, expect, test } from "vitest";
import type { LLMRequest, Message } from "../../contract/index.js";
import { bodies, googleAt, hi, key, reply, sse } from "../testing/google-wire.js";
import { failure } from "../testing/llm-for.js";
import { json, stream } from "../testing/serve.js";
import type { FetchLike } from "../transport/index.js";

const transports: [string, FetchLike | undefined][] = [
  ["undici's request", undefined],
  ["a fetch", undiciFetch],
];
const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 };
const answer = reply([{ text: "Hello" }], "STOP", { usageMetadata, modelVersion: "gemini-2.5-flash-001" });

describe.each(transports)("over %s", (_, fetch) => {
  test("one turn asks and answers, its key in the header only", async () => {
    const { llm, server } = await googleAt([json(answer)], { fetch });
    expect(await llm.generate({ ...hi, system: "Be kind." })).toMatchObject({
      text: "Hello",
      model: "gemini-2.5-flash-001",
      provider: "google",
      finishReason: "stop",
      providerFinishReason: "STOP",
      usage: { inputTokens: 3, outputTokens: 2 },
      raw: answer,
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1beta/models/gemini-2.5-flash:generateContent" });
    expect(request?.headers).toMatchObject({ "x-goog-api-key": key, "content-type": "application/json" });
    expect(request?.path).not.toContain(key);
  });

  test("a streamed turn gives what one turn gives, and asks for events", async () => {
    const chunks = [reply([{ text: "Hel" }]), reply([{ text: "lo" }], "STOP", { usageMetadata })];
    const { llm, server } = await googleAt([stream(sse(...chunks))], { fetch });
    const streamed = await llm.stream(hi);
    const texts: string[] = [];
    for await (const event of streamed) if (event.type === "text") texts.push(event.text);
    expect(texts).toEqual(["Hel", "lo"]);
    expect(await streamed.response()).toMatchObject({ text: "Hello", finishReason: "stop", usage: { inputTokens: 3 } });
    expect(server.requests[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
  });

  test("an early close reaches the server", async () => {
    const { llm, server } = await googleAt(
      [
        (response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(sse(reply([{ text: "a" }])));
        },
      ],
      { fetch },
    );
    const streamed = await llm.stream(hi);
    await streamed.close();
    expect(await server.requests[0]?.closed).toEqual({ complete: false });
  });

  test("an abort is a cancellation with its cause", async () => {
    const controller = new AbortController();
    const { llm } = await googleAt([() => controller.abort("enough")], { fetch });
    const error = await failure(llm.generate(hi, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "LLM_CANCELLED", cause: "enough" });
  });

  test("errors are the contract's, without the key", async () => {
    const body = { error: { code: 400, message: `API key not valid: ${key}`, status: "INVALID_ARGUMENT" } };
    const { llm } = await googleAt([json(body, 400)], { fetch });
    for (const work of [llm.generate(hi), llm.stream(hi), llm.countTokens(hi)]) {
      const error = await failure(work);
      expect(error).toMatchObject({ code: "LLM_UNAUTHORIZED", status: 401, provider: "google" });
      expect(JSON.stringify(error)).not.toContain(key);
    }
  });
});

test("a request may name its own model, and the next goes back to the default", async () => {
  const { llm, server } = await googleAt([json(answer)]);
  await llm.generate({ ...hi, model: "models/gemini-3-flash" });
  await llm.generate(hi);
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1beta/models/gemini-3-flash:generateContent",
    "/v1beta/models/gemini-2.5-flash:generateContent",
  ]);
});

test("a limit that passes is waited for, a daily one is not", async () => {
  const limited = (quotaId: string) =>
    json(
      {
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "quota",
          details: [{ violations: [{ quotaId }] }, { retryDelay: "0.005s" }],
        },
      },
      429,
    );
  const minute = await googleAt([limited("PerMinute"), json(answer)], { maxRetries: 1 });
  expect((await minute.llm.generate(hi)).text).toBe("Hello");
  const day = await googleAt([limited("PerDay"), json(answer)], { maxRetries: 1 });
  expect(await failure(day.llm.generate(hi))).toMatchObject({ code: "LLM_QUOTA_EXCEEDED" });
  expect(day.server.requests).toHaveLength(1);
});

describe("how a turn ends", () => {
  const f = { functionCall: { name: "f", args: {} } };
  const tools = [{ name: "f", inputSchema: { type: "object" }, execute: () => "ran" }];

  test.each([
    [reply([{ text: "a" }], "MAX_TOKENS"), "length", "a"],
    [{ candidates: [{ content: { role: "model" }, finishReason: "MAX_TOKENS" }] }, "length", ""],
    [reply([{ text: "a" }], "SAFETY"), "content_filter", "a"],
    [reply([{ text: "a" }], "RECITATION"), "content_filter", "a"],
    [{ promptFeedback: { blockReason: "OTHER" } }, "content_filter", ""],
    [{ candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "bad" }] }, "error", ""],
    [reply([f], "MALFORMED_FUNCTION_CALL"), "error", ""],
    [reply([f], "UNEXPECTED_TOOL_CALL"), "error", ""],
    [reply([{ text: "a" }], "SOMETHING_NEW"), "other", "a"],
  ])("%j is %s", async (body, finishReason, text) => {
    const { llm, server } = await googleAt([json(body)]);
    const response = await llm.generate({ ...hi, tools, maxSteps: 3 });
    expect(response).toMatchObject({ finishReason, text, steps: 1 });
    expect(response.toolCalls.every(({ outcome }) => outcome === undefined)).toBe(true);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a tool loop", () => {
  const tools = ["f", "g"].map((name) => ({ name, inputSchema: { type: "object" }, execute: () => `${name} ran` }));
  const asks = [
    { text: "hm", thought: true, thoughtSignature: "dGg=" },
    { text: "Let me see." },
    { functionCall: { id: "x1", name: "f", args: { a: 1 } }, thoughtSignature: "c2ln" },
    { functionCall: { name: "g", args: {} } },
    { functionCall: { name: "f", args: { a: 2 } } },
  ];
  const replayed = [
    { role: "user", parts: [{ text: "Hi" }] },
    { role: "model", parts: asks },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "x1", name: "f", response: { output: "f ran" } } },
        { functionResponse: { name: "g", response: { output: "g ran" } } },
        { functionResponse: { name: "f", response: { output: "f ran" } } },
      ],
    },
  ];
  const request: LLMRequest = { ...hi, tools, model: "gemini-3-flash-preview" };

  test("returns every part with its signature, and only the ids that Google sent", async () => {
    const { llm, server } = await googleAt([json(reply(asks, "STOP")), json(answer)]);
    const response = await llm.generate({ ...request, maxSteps: 2 });
    expect(response).toMatchObject({ text: "Hello", finishReason: "stop", steps: 2 });
    expect(new Set(response.toolCalls.map(({ id }) => id)).size).toBe(3);
    expect(bodies(server)[1]?.contents).toEqual(replayed);
  });

  test("does so streamed, its text in pieces", async () => {
    const [thought, , ...calls] = asks;
    const pieces = [thought as object, { text: "Let me" }, { text: " see." }, ...calls].map((part) => reply([part]));
    const { llm, server } = await googleAt([stream(sse(...pieces, reply([], "STOP"))), stream(sse(answer))]);
    const streamed = await llm.stream({ ...request, maxSteps: 2 });
    expect(await streamed.response()).toMatchObject({ text: "Hello", steps: 2 });
    expect(bodies(server)[1]?.contents).toEqual(replayed);
  });

  test("does so after a pause in which the history was JSON, the results in any order", async () => {
    const { llm, server } = await googleAt([json(reply(asks, "STOP")), json(answer)]);
    const paused = await llm.generate({ ...request, maxSteps: 1 });
    expect(paused.finishReason).toBe("tool_use");
    const results = paused.toolCalls.map(({ id, name }) => ({ id, name, output: `${name} ran` })).reverse();
    const history = [...hi.messages, ...paused.messages, { role: "tool", results }];
    await llm.generate({ ...request, messages: JSON.parse(JSON.stringify(history)) as Message[] });
    expect(bodies(server)[1]?.contents).toEqual(replayed);
  });

  test("gives calls without an id, or with the same one, ids of their own, and Google its own back", async () => {
    const twins = [1, 2].map((a) => ({ functionCall: { id: "x", name: "f", args: { a } } }));
    const { llm, server } = await googleAt([json(reply(twins, "STOP")), json(answer)]);
    const { toolCalls } = await llm.generate({ ...request, maxSteps: 2 });
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    expect(toolCalls.map(({ input, outcome }) => [input, outcome])).toEqual([
      [{ a: 1 }, "ran"],
      [{ a: 2 }, "ran"],
    ]);
    expect(JSON.stringify(bodies(server)[1]).match(/"id":"x"/g)).toHaveLength(4);
  });
});

describe("token counting", () => {
  test("counts the whole request, and is exact", async () => {
    const { llm, server } = await googleAt([json({ totalTokens: 31 })]);
    expect(await llm.countTokens({ ...hi, system: "Be kind." })).toBe(31);
    expect(server.requests[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:countTokens");
    expect(bodies(server)[0]).toEqual({
      generateContentRequest: {
        model: "models/gemini-2.5-flash",
        systemInstruction: { parts: [{ text: "Be kind." }] },
        contents: [{ role: "user", parts: [{ text: "Hi" }] }],
      },
    });
  });

  test("sends the request itself to Vertex AI", async () => {
    const { server } = await googleAt([json({ totalTokens: 1 })]);
    const { llm } = await googleAt([json({})], { baseURL: `${server.origin}/v1/publishers/google` });
    expect(await llm.countTokens(hi)).toBe(1);
    expect(server.requests[0]?.path).toBe("/v1/publishers/google/models/gemini-2.5-flash:countTokens");
    expect(bodies(server)[0]).toEqual({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
  });

  test.each([
    ["<html></html>", "LLM_BAD_RESPONSE"],
    ["[]", "LLM_BAD_RESPONSE"],
    ["{}", "LLM_BAD_RESPONSE"],
    ['{"totalTokens":"x"}', "LLM_BAD_RESPONSE"],
    ['{"totalTokens":-1}', "LLM_BAD_RESPONSE"],
    ['{"error":{"code":503,"message":"m"}}', "LLM_PROVIDER_ERROR"],
  ])("of %s is %s", async (body, code) => {
    const { llm } = await googleAt([json(body)]);
    expect(await failure(llm.countTokens(hi))).toMatchObject({ code });
  });
});

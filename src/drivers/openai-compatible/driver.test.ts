import { describe, expect, onTestFinished, test } from "vitest";
import { completion, failure, hi, key, llmFor } from "../testing/llm-for.js";
import { delta, sse } from "../testing/read-wire.js";
import { json, serve } from "../testing/serve.js";
import { openAICompatible } from "./driver.js";

describe("one turn", () => {
  test("asks and answers", async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const reply = completion({ content: "Hello" }, "stop", { usage });
    const { server, llm } = await llmFor(json(reply));
    const response = await llm.generate({ ...hi, system: "Be kind." });
    expect(response).toMatchObject({
      text: "Hello",
      model: "m-2026",
      provider: "openai-compatible",
      finishReason: "stop",
      usage: { inputTokens: 3, outputTokens: 2 },
      raw: reply,
    });
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      model: "m",
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hi" },
      ],
      stream: false,
    });
  });

  test.each<[string, string, object]>([
    [
      "null content and calls",
      JSON.stringify(
        completion(
          {
            content: null,
            tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
          },
          "stop",
        ),
      ),
      { text: "", finishReason: "tool_use", toolCalls: [{ id: "c1", name: "f", input: { a: 1 } }] },
    ],
    [
      "arguments as an object",
      JSON.stringify(
        completion({ tool_calls: [{ id: "c1", function: { name: "f", arguments: { a: 1 } } }] }, "tool_calls"),
      ),
      { toolCalls: [{ id: "c1", name: "f", input: { a: 1 } }] },
    ],
    [
      "cut arguments",
      JSON.stringify(completion({ tool_calls: [{ id: "c1", function: { name: "f", arguments: '{"a":' } }] }, "length")),
      { finishReason: "length", toolCalls: [{ id: "c1", name: "f", input: {}, invalidInput: '{"a":' }] },
    ],
    [
      "thoughts",
      JSON.stringify(completion({ content: "Hi", reasoning_content: "hm" })),
      { text: "Hi", reasoning: "hm" },
    ],
    [
      "parts",
      JSON.stringify(
        completion({
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
            { type: "text", text: "Hi" },
          ],
        }),
      ),
      { text: "Hi", reasoning: "hm" },
    ],
    [
      "a refusal",
      JSON.stringify(completion({ content: null, refusal: "No." })),
      { text: "No.", finishReason: "content_filter", providerFinishReason: "stop" },
    ],
    [
      "a filtered answer",
      JSON.stringify(completion({ content: "Hel" }, "content_filter")),
      { text: "Hel", finishReason: "content_filter" },
    ],
    [
      "no finish reason",
      JSON.stringify(completion({ content: "Hello" }, null)),
      { text: "Hello", finishReason: "stop" },
    ],
    ["a sentinel behind it", `${JSON.stringify(completion())}\ndata: [DONE]\n\n`, { text: "Hello" }],
    [
      "a stream in its place",
      sse(delta({ content: "Hel" }), delta({ content: "lo" }, "stop")),
      { text: "Hello", finishReason: "stop" },
    ],
    [
      "reasoning outside of the output",
      JSON.stringify(
        completion({}, "stop", {
          usage: {
            prompt_tokens: 279,
            completion_tokens: 6,
            total_tokens: 374,
            completion_tokens_details: { reasoning_tokens: 89 },
          },
        }),
      ),
      { usage: { inputTokens: 279, outputTokens: 95, reasoningTokens: 89 } },
    ],
    [
      "reasoning within the output",
      JSON.stringify(
        completion({}, "stop", {
          usage: {
            prompt_tokens: 10,
            completion_tokens: 100,
            total_tokens: 110,
            completion_tokens_details: { reasoning_tokens: 89 },
          },
        }),
      ),
      { usage: { outputTokens: 100, reasoningTokens: 89 } },
    ],
  ])("reads %s", async (_, body, expected) => {
    const { llm } = await llmFor(json(body));
    expect(await llm.generate(hi)).toMatchObject(expected);
  });

  test("makes shared ids unique", async () => {
    const twin = (name: string) => ({ id: "call_1", type: "function", function: { name, arguments: "{}" } });
    const { llm } = await llmFor(json(completion({ tool_calls: [twin("f"), twin("g")] }, "tool_calls")));
    const { toolCalls } = await llm.generate(hi);
    expect(toolCalls.map((call) => call.name)).toEqual(["f", "g"]);
    expect(new Set(toolCalls.map((call) => call.id)).size).toBe(2);
    expect(toolCalls[0]?.id).toBe("call_1");
  });

  test.each<[string, string, object]>([
    ["no choices", '{"choices":[],"usage":{"prompt_tokens":2}}', { code: "LLM_PROVIDER_ERROR", status: 502 }],
    ["no body", "", { code: "LLM_PROVIDER_ERROR", status: 502 }],
    ["an error", '{"error":{"message":"queue full","code":429}}', { code: "LLM_RATE_LIMITED", status: 429 }],
    ["a page", "<html><title>Sign in</title></html>", { code: "LLM_BAD_RESPONSE", status: 502 }],
    ["words", "all is well", { code: "LLM_BAD_RESPONSE", status: 502 }],
    ["cut JSON", '{"choices":[{"index":0', { code: "LLM_BAD_RESPONSE", status: 502 }],
    ["a list", "[]", { code: "LLM_BAD_RESPONSE", status: 502 }],
    ["a choice that is none", '{"choices":["x"]}', { code: "LLM_BAD_RESPONSE", status: 502 }],
    ["content that is none", '{"choices":[{"message":{"content":7}}]}', { code: "LLM_BAD_RESPONSE", status: 502 }],
  ])("a 200 with %s is a typed error", async (_, body, expected) => {
    const { llm } = await llmFor(json(body));
    expect(await failure(llm.generate(hi))).toMatchObject(expected);
  });

  test("a blocked prompt is an answer", async () => {
    const body = {
      error: { message: "filtered", code: "content_filter", innererror: { code: "ResponsibleAIPolicyViolation" } },
    };
    const { llm } = await llmFor(json(body, 400));
    const expected = { text: "", finishReason: "content_filter", providerFinishReason: "content_filter" };
    expect(await llm.generate(hi)).toMatchObject(expected);
    expect(await (await llm.stream(hi)).response()).toMatchObject(expected);
  });

  test("what may pass is tried again, and what may not is not", async () => {
    const server = await serve(json({ error: { message: "slow down" } }, 429), json(completion()));
    const llm = openAICompatible({ baseURL: server.baseURL, model: "m", retryDelay: 1 });
    onTestFinished(() => llm.close());
    expect((await llm.generate(hi)).text).toBe("Hello");
    expect(server.requests).toHaveLength(2);

    const { server: refusing, llm: refused } = await llmFor(json({ error: { message: "bad" } }, 400), {
      maxRetries: 2,
    });
    expect(await failure(refused.generate(hi))).toMatchObject({ code: "LLM_REQUEST_REJECTED" });
    expect(refusing.requests).toHaveLength(1);
  });
});

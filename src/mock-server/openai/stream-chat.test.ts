import { expect, it } from "vitest";
import type { Reply } from "../../contract/index.js";
import { createOpenAIServer } from "./server.js";

interface Chunk {
  readonly id: string;
  readonly choices: readonly { readonly delta: Record<string, unknown>; readonly finish_reason: string | null }[];
  readonly usage?: unknown;
}

async function stream(reply: Reply, sent: object = {}) {
  const server = createOpenAIServer({ script: [reply] });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], stream: true, ...sent });
  const response = await server.fetch(new Request("http://127.0.0.1/v1/chat/completions", { method: "POST", body }));
  const text = await response.text();
  const events = text.split("\n\n");
  expect(events.pop()).toBe("");
  const chunks = events
    .filter((event) => event.includes('"choices"'))
    .map((event) => JSON.parse(event.slice(6)) as Chunk);
  return { response, events, chunks, deltas: chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta)) };
}

it("frames a stream as OpenAI does", async () => {
  const { response, events, chunks } = await stream({ text: "Hello there" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(events.at(-1)).toBe("data: [DONE]");
  for (const chunk of chunks) {
    expect(chunk).toMatchObject({
      id: chunks[0]?.id,
      object: "chat.completion.chunk",
      created: expect.any(Number),
      model: "m",
      system_fingerprint: expect.stringMatching(/^fp_/),
    });
  }
  expect(chunks.flatMap(({ choices }) => choices)).toEqual([
    { index: 0, delta: { role: "assistant", content: "", refusal: null }, logprobs: null, finish_reason: null },
    { index: 0, delta: { content: "Hello" }, logprobs: null, finish_reason: null },
    { index: 0, delta: { content: " ther" }, logprobs: null, finish_reason: null },
    { index: 0, delta: { content: "e" }, logprobs: null, finish_reason: null },
    { index: 0, delta: {}, logprobs: null, finish_reason: "stop" },
  ]);
});

it("sends usage in a chunk of its own, when asked", async () => {
  const usage = { inputTokens: 9, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 2 };
  const asked = await stream({ text: "Hi", usage }, { stream_options: { include_usage: true } });
  expect(asked.chunks.at(-1)).toMatchObject({
    choices: [],
    usage: {
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 13,
      prompt_tokens_details: { cached_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  });
  expect(asked.chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
  const unasked = await stream({ text: "Hi", usage });
  expect(unasked.chunks.some((chunk) => "usage" in chunk)).toBe(false);
});

it("sends no usage that the script does not know", async () => {
  const some = await stream({ text: "Hi", usage: { outputTokens: 4 } }, { stream_options: { include_usage: true } });
  expect(some.chunks.at(-1)?.usage).toEqual({ completion_tokens: 4 });
  const none = await stream({ text: "Hi", usage: {} }, { stream_options: { include_usage: true } });
  expect(none.chunks.at(-1)?.choices).toHaveLength(1);
});

it("sends each call's name first, then its arguments in fragments", async () => {
  const { deltas, chunks } = await stream({
    toolCalls: [
      { id: "call_a", name: "f", input: { city: "Oslo" } },
      { name: "g", input: {}, invalidInput: '{"x' },
    ],
  });
  expect(deltas[0]).toEqual({ role: "assistant", content: null, refusal: null });
  const calls = deltas.flatMap((delta) => (delta.tool_calls ?? []) as { index: number; function: object }[]);
  expect(calls).toEqual([
    { index: 0, id: "call_a", type: "function", function: { name: "f", arguments: "" } },
    { index: 0, function: { arguments: '{"cit' } },
    { index: 0, function: { arguments: 'y":"O' } },
    { index: 0, function: { arguments: 'slo"}' } },
    { index: 1, id: expect.stringMatching(/^call_\w{24}$/), type: "function", function: { name: "g", arguments: "" } },
    { index: 1, function: { arguments: '{"x' } },
  ]);
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("tool_calls");
});

it("sends reasoning before the text, and sources after it", async () => {
  const { deltas } = await stream({
    reasoning: "hm",
    text: "Hi",
    sources: [
      { type: "url", url: "https://e.test/a", title: "A" },
      { type: "url", url: "https://e.test/b" },
    ],
  });
  expect(deltas.slice(1, -1)).toEqual([
    { reasoning_content: "hm" },
    { content: "Hi" },
    {
      annotations: [
        { type: "url_citation", url_citation: { start_index: 0, end_index: 2, url: "https://e.test/a", title: "A" } },
        { type: "url_citation", url_citation: { start_index: 0, end_index: 2, url: "https://e.test/b" } },
      ],
    },
  ]);
});

it("sends a refusal in its own field", async () => {
  const { deltas, chunks } = await stream({
    text: "No.",
    finishReason: "content_filter",
    providerFinishReason: "refusal",
  });
  expect(deltas.slice(1, -1)).toEqual([{ refusal: "No." }]);
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
});

it("puts an error that comes after text into the stream, and ends there", async () => {
  const { deltas, events } = await stream({
    text: "Half",
    error: { code: "LLM_PROVIDER_ERROR", status: 503, message: "down" },
  });
  expect(deltas.slice(1)).toEqual([{ content: "Half" }]);
  expect(JSON.parse(events.at(-1)?.slice(6) ?? "")).toEqual({
    error: { message: "down", type: "server_error", param: null, code: 503 },
  });
});

import { expect, it } from "vitest";
import type { ScriptedReply } from "../../contract/index.js";
import { createOpenAIServer } from "./server.js";

async function generate(reply: ScriptedReply) {
  const server = createOpenAIServer({ script: [reply] });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] });
  const response = await server.fetch(new Request("http://127.0.0.1/v1/chat/completions", { method: "POST", body }));
  return (await response.json()) as { choices: { message: object; finish_reason: string }[]; usage?: object };
}

it("writes a completion as OpenAI does", async () => {
  const usage = { inputTokens: 9, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 2 };
  expect(await generate({ text: "Hello", usage })).toEqual({
    id: expect.stringMatching(/^chatcmpl-/),
    object: "chat.completion",
    created: expect.any(Number),
    model: "m",
    system_fingerprint: expect.stringMatching(/^fp_/),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "Hello", refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: {
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 13,
      prompt_tokens_details: { cached_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  });
});

it("writes calls, reasoning and sources", async () => {
  const { choices } = await generate({
    reasoning: "hm",
    toolCalls: [
      { id: "call_a", name: "f", input: { a: 1 } },
      { name: "g", input: {}, invalidInput: "{" },
    ],
    sources: [{ type: "url", url: "https://e.test/a", title: "A" }],
  });
  expect(choices[0]?.message).toEqual({
    role: "assistant",
    content: null,
    refusal: null,
    reasoning_content: "hm",
    annotations: [
      { type: "url_citation", url_citation: { start_index: 0, end_index: 0, url: "https://e.test/a", title: "A" } },
    ],
    tool_calls: [
      { id: "call_a", type: "function", function: { name: "f", arguments: '{"a":1}' } },
      { id: expect.stringMatching(/^call_\w{24}$/), type: "function", function: { name: "g", arguments: "{" } },
    ],
  });
});

it.each<[ScriptedReply, string]>([
  [{ text: "x" }, "stop"],
  [{ text: "x", finishReason: "length" }, "length"],
  [{ text: "x", finishReason: "content_filter" }, "content_filter"],
  [{ toolCalls: [{ name: "f", input: {} }] }, "tool_calls"],
  [{ text: "x", finishReason: "other" }, "other"],
  [{ text: "x", finishReason: "error" }, "error"],
  [{ toolCalls: [{ name: "f", input: {} }], providerFinishReason: "eos" }, "eos"],
])("labels the end of %j as %s", async (reply, label) => {
  expect((await generate(reply)).choices[0]?.finish_reason).toBe(label);
});

it("writes a refusal in its own field", async () => {
  const { choices } = await generate({ text: "No.", finishReason: "content_filter", providerFinishReason: "refusal" });
  expect(choices[0]).toMatchObject({ message: { content: null, refusal: "No." }, finish_reason: "stop" });
});

it("reports the model and the usage that the script names, and no other", async () => {
  const reply = await generate({ text: "x", model: "m-2026", usage: {} });
  expect(reply).toMatchObject({ model: "m-2026" });
  expect(reply).not.toHaveProperty("usage");
});

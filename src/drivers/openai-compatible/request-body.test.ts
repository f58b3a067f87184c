import { describe, expect, test } from "vitest";
import type { TurnRequest } from "../../contract/index.js";
import { completion, failure, hi, llmFor, sent } from "../testing/llm-for.js";
import { json } from "../testing/serve.js";
import type { OpenAICompatibleOptions } from "./options.js";

describe("what is sent", () => {
  const tools = [
    { name: "f", description: "does f", inputSchema: { type: "object" } },
    { name: "g", inputSchema: { type: "object" } },
  ];
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  const called = {
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", reasoning: "plan", toolCalls: [{ id: "call_12", name: "f", input: { a: 1 } }] },
      { role: "tool", results: [{ id: "call_12", name: "f", output: { ok: true } }] },
    ],
  } as const;

  test.each<[string, Partial<TurnRequest>, Partial<OpenAICompatibleOptions>, object]>([
    ["the model of the request", { model: "other" }, {}, { model: "other" }],
    [
      "sampling",
      { maxTokens: 5, temperature: 0, topP: 0.5, seed: 7, stopSequences: ["END"] },
      {},
      { max_tokens: 5, temperature: 0, top_p: 0.5, seed: 7, stop: ["END"] },
    ],
    [
      "OpenAI's names",
      { maxTokens: 5, system: "s" },
      { preset: "openai" },
      {
        max_completion_tokens: 5,
        messages: [
          { role: "developer", content: "s" },
          { role: "user", content: "Hi" },
        ],
      },
    ],
    ["Mistral's names", { seed: 7 }, { preset: "mistral" }, { random_seed: 7 }],
    ["effort", { reasoning: "max" }, {}, { reasoning_effort: "high" }],
    ["OpenAI's highest effort", { reasoning: "max" }, { preset: "openai" }, { reasoning_effort: "xhigh" }],
    ["no effort", { reasoning: "off" }, { preset: "deepseek" }, { thinking: { type: "disabled" } }],
    [
      "tools",
      { tools, toolChoice: "required" },
      {},
      {
        tool_choice: "required",
        tools: [
          {
            type: "function",
            function: { name: "f", description: "does f", parameters: { type: "object", properties: {} } },
          },
          { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } },
        ],
      },
    ],
    [
      "a forced tool",
      { tools, toolChoice: { tool: "g" } },
      {},
      { tool_choice: { type: "function", function: { name: "g" } } },
    ],
    [
      "a forced tool where only words are known",
      { tools, toolChoice: { tool: "g" } },
      { preset: "llama.cpp" },
      {
        tool_choice: "required",
        tools: [{ type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } }],
      },
    ],
    [
      "a strict schema",
      { schema: { name: "my schema", schema: closed } },
      {},
      { response_format: { type: "json_schema", json_schema: { name: "my_schema", schema: closed, strict: true } } },
    ],
    [
      "a schema that is not strict",
      { schema: { name: "s", schema: { type: "object" } } },
      {},
      {
        response_format: { type: "json_schema", json_schema: { name: "s", schema: { type: "object" }, strict: false } },
      },
    ],
    [
      "a strict schema with strict off",
      { schema: { name: "s", schema: closed, strict: false } },
      {},
      { response_format: { type: "json_schema", json_schema: { name: "s", schema: closed, strict: false } } },
    ],
    [
      "call and result",
      called,
      {},
      {
        messages: [
          { role: "user", content: "Hi" },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "call_12", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
          },
          { role: "tool", tool_call_id: "call_12", content: '{"ok":true}' },
        ],
      },
    ],
    [
      "empty content where null is refused",
      called,
      { preset: "ollama" },
      {
        messages: [
          { role: "user", content: "Hi" },
          {
            role: "assistant",
            content: "",
            tool_calls: [{ id: "call_12", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
          },
          { role: "tool", tool_call_id: "call_12", content: '{"ok":true}' },
        ],
      },
    ],
    [
      "images",
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "see" },
              { type: "image", mediaType: "image/png", data: "AAAA", detail: "low" },
              { type: "image", url: "https://e.example/a.png" },
            ],
          },
        ],
      },
      {},
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "see" },
              { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
              { type: "image_url", image_url: { url: "https://e.example/a.png" } },
            ],
          },
        ],
      },
    ],
    [
      "files",
      { messages: [{ role: "user", content: [{ type: "file", mediaType: "application/pdf", data: "AAAA" }] }] },
      {},
      {
        messages: [
          {
            role: "user",
            content: [{ type: "file", file: { filename: "file.pdf", file_data: "data:application/pdf;base64,AAAA" } }],
          },
        ],
      },
    ],
    [
      "the caller's own options",
      {
        temperature: 1,
        schema: { name: "s", schema: closed },
        providerOptions: { temperature: 0.2, top_k: 4, response_format: { json_schema: { strict: false } } },
      },
      {},
      {
        temperature: 0.2,
        top_k: 4,
        response_format: { type: "json_schema", json_schema: { name: "s", schema: closed, strict: false } },
      },
    ],
  ])("%s", async (_, request, options, expected) => {
    expect(await sent(request, options)).toMatchObject(expected);
  });

  test("a tool choice without tools is left out, and so is an empty list of stops", async () => {
    const body = await sent({ toolChoice: "none", tools: [], stopSequences: [] });
    expect(Object.keys(body)).toEqual(["model", "messages", "stream"]);
  });

  test("JSON mode says JSON and gives the schema", async () => {
    const body = await sent({ system: "Be kind.", schema: { name: "s", schema: closed } }, { preset: "deepseek" });
    expect(body.response_format).toEqual({ type: "json_object" });
    const [system] = body.messages as [{ role: string; content: string }];
    expect(system.content).toMatch(/^Be kind\.\n\n.*JSON/s);
    expect(system.content).toContain(JSON.stringify(closed));
  });

  test("ids are mapped to the format that Mistral takes, on call and result alike", async () => {
    const messages = (await sent(called, { preset: "mistral" })).messages as [
      unknown,
      { tool_calls: [{ id: string }] },
      { tool_call_id: string },
    ];
    expect(messages[1].tool_calls[0].id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(messages[2].tool_call_id).toBe(messages[1].tool_calls[0].id);
  });

  test("an option named __proto__ is data", async () => {
    const body = await sent({ providerOptions: JSON.parse('{"__proto__":{"polluted":true}}') as object });
    expect(Object.hasOwn(body, "__proto__")).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("reasoning goes back under the field in which it came, where the endpoint wants it", async () => {
    const state = { deepseek: { reasoningField: "reasoning" } };
    const replayed = async (preset: "deepseek" | "openai", providerState?: object) => {
      const [user, assistant, results] = called.messages;
      const body = await sent(
        { messages: [user, { ...assistant, ...(providerState && { providerState }) }, results] },
        { preset },
      );
      return (body.messages as object[])[1];
    };
    expect(await replayed("deepseek", state)).toMatchObject({ reasoning: "plan" });
    expect(await replayed("deepseek")).toMatchObject({ reasoning_content: "plan" });
    expect(await replayed("openai", state)).not.toHaveProperty("reasoning");
  });

  test("a signature survives the wire, JSON and a replay", async () => {
    const signature = { google: { thought_signature: "c2ln" } };
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" }, extra_content: signature };
    const { server, llm } = await llmFor(json(completion({ tool_calls: [call] }, "tool_calls")));
    const { messages } = await llm.generate({ ...hi, tools });
    const history = JSON.parse(
      JSON.stringify([...hi.messages, ...messages, { role: "tool", results: [{ id: "c1", name: "f", output: "1" }] }]),
    );
    await llm.generate({ messages: history, tools });
    expect(JSON.parse(server.requests[1]?.body ?? "").messages[1].tool_calls).toEqual([call]);
  });

  test.each<[string, Partial<TurnRequest>, Partial<OpenAICompatibleOptions>, string]>([
    ["seed", { seed: 1 }, { preset: "deepseek" }, "seed"],
    [
      "a file by url",
      { messages: [{ role: "user", content: [{ type: "file", url: "https://e.example/a.pdf" }] }] },
      {},
      "a file by url",
    ],
    [
      "files",
      { messages: [{ role: "user", content: [{ type: "file", mediaType: "application/pdf", data: "AAAA" }] }] },
      { preset: "groq" },
      "files",
    ],
    [
      "an image said by the assistant",
      {
        messages: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: [{ type: "image", url: "https://e.example/a.png" }] },
          { role: "user", content: "Hi" },
        ],
      },
      {},
      "attachments in assistant messages",
    ],
    [
      "a provider's tool",
      { tools: [{ name: "s", providerType: "web_search" }] },
      { capabilities: { sources: true } },
      "web_search",
    ],
  ])("%s is refused where it cannot go, and nothing is sent", async (_, request, options, what) => {
    const { server, llm } = await llmFor(json(completion()), options);
    const error = await failure(llm.generate({ ...hi, ...request }));
    expect(error).toMatchObject({ code: "LLM_UNSUPPORTED", status: 400 });
    expect(error.message).toContain(what);
    expect(server.requests).toHaveLength(0);
  });
});

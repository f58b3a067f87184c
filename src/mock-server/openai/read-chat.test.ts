import { expect, it } from "vitest";
import { post } from "./testing/chat-requests.js";

const read = async (sent: object) => (await post(sent)).request?.turn;
const schema = { type: "object", properties: {} };

it("reads a conversation without the protocol's words", async () => {
  const call = (id: string, name: string, sent: string) => ({
    id,
    type: "function",
    function: { name, arguments: sent },
  });
  const turn = await read({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "developer", content: [{ type: "text", text: "Be kind." }] },
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        tool_calls: [call("call_a", "f", '{"x":1}'), call("call_b", "g", "{oops")],
      },
      { role: "tool", tool_call_id: "call_b", content: [{ type: "text", text: "two" }] },
      { role: "tool", tool_call_id: "call_a", content: '{"y":2}' },
      { role: "assistant", content: "Done." },
    ],
  });
  expect(turn).toEqual({
    model: "m",
    system: "Be brief.\n\nBe kind.",
    messages: [
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: "",
        reasoning: "hm",
        toolCalls: [
          { id: "call_a", name: "f", input: { x: 1 } },
          { id: "call_b", name: "g", input: "{oops" },
        ],
      },
      {
        role: "tool",
        results: [
          { id: "call_b", name: "g", output: "two" },
          { id: "call_a", name: "f", output: '{"y":2}' },
        ],
      },
      { role: "assistant", content: "Done." },
    ],
  });
});

it("reads attachments", async () => {
  const content = [
    { type: "text", text: "See" },
    { type: "image_url", image_url: { url: "data:image/png;base64,aGk=", detail: "low" } },
    { type: "image_url", image_url: { url: "https://x.test/a.png" } },
    { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
    { type: "input_audio", input_audio: { data: "aGk=", format: "mp3" } },
  ];
  expect((await read({ messages: [{ role: "user", content }] }))?.messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "See" },
        { type: "image", mediaType: "image/png", data: "aGk=", detail: "low" },
        { type: "image", url: "https://x.test/a.png" },
        { type: "file", mediaType: "application/pdf", data: "aGk=", filename: "a.pdf" },
        { type: "file", mediaType: "audio/mp3", data: "aGk=" },
      ],
    },
  ]);
});

it("reads settings", async () => {
  const sent = { max_tokens: 5, temperature: 0, top_p: 0.5, seed: 7, stop: "END", reasoning_effort: "high" };
  expect(await read(sent)).toMatchObject({
    maxTokens: 5,
    temperature: 0,
    topP: 0.5,
    seed: 7,
    stopSequences: ["END"],
    reasoning: "high",
  });
  expect(await read({ max_completion_tokens: 6, stop: ["a", "b"], reasoning_effort: "none" })).toMatchObject({
    maxTokens: 6,
    stopSequences: ["a", "b"],
    reasoning: "off",
  });
});

it("reads tools and the choice among them", async () => {
  const tools = [
    { type: "function", function: { name: "f", description: "F.", parameters: schema } },
    { type: "function", function: { name: "g" } },
  ];
  const choice = { type: "function", function: { name: "g" } };
  expect(await read({ tools, tool_choice: choice, web_search_options: { search_context_size: "low" } })).toMatchObject({
    tools: [
      { name: "f", description: "F.", inputSchema: schema },
      { name: "g", inputSchema: schema },
      { name: "web_search", providerType: "web_search", options: { search_context_size: "low" } },
    ],
    toolChoice: { tool: "g" },
  });
  expect(await read({ tools, tool_choice: "required" })).toMatchObject({ toolChoice: "required" });
});

it("reads the schema of the answer", async () => {
  const json_schema = { name: "r", schema, strict: false };
  expect(await read({ response_format: { type: "json_schema", json_schema } })).toMatchObject({ schema: json_schema });
  const mode = { messages: [{ role: "user", content: "JSON!" }], response_format: { type: "json_object" } };
  expect((await read(mode))?.schema).toEqual({ name: "json_object", schema: { type: "object" } });
  expect(await read({ response_format: { type: "text" } })).not.toHaveProperty("schema");
});

import { describe, expect, it } from "vitest";
import type { TurnRequest } from "../../contract/index.js";
import { call, declare, functions, generate, model, told, user } from "./testing/requests.js";

async function read(sent: Readonly<Record<string, unknown>>): Promise<TurnRequest | undefined> {
  return (await generate(sent)).request?.turn;
}

describe("a request is told without Google's words:", () => {
  it("its settings", async () => {
    const turn = await read({
      systemInstruction: { parts: [{ text: "Be " }, { text: "brief." }] },
      generationConfig: { maxOutputTokens: 9, temperature: 0, topP: 0.5, seed: -7, stopSequences: ["END"], topK: 3 },
    });
    expect(turn).toEqual({
      model: "m",
      system: "Be brief.",
      messages: [{ role: "user", content: "Hi" }],
      maxTokens: 9,
      temperature: 0,
      topP: 0.5,
      seed: -7,
      stopSequences: ["END"],
    });
  });

  it("its conversation", async () => {
    const turn = await read({
      contents: [
        user(
          { text: "Look:" },
          {
            inlineData: { mimeType: "image/png", data: "aGk=", displayName: "a.png" },
            mediaResolution: { level: "MEDIA_RESOLUTION_LOW" },
          },
          { inlineData: { mimeType: "application/pdf", data: "aGk=" } },
          { fileData: { fileUri: "https://x.test/a.webp", mimeType: "image/webp" } },
          { fileData: { fileUri: "https://x.test/b" } },
        ),
        model({ text: "hm", thought: true }, { text: "I " }, { text: "see." }, call("f", { args: { a: 1 } })),
        user(told("f", { response: { x: 1, y: 2 } })),
        model({ text: "Done." }),
        { parts: [{ text: "Thanks" }] },
      ],
    });
    const id = expect.any(String);
    expect(turn?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Look:" },
          { type: "image", mediaType: "image/png", data: "aGk=", filename: "a.png", detail: "low" },
          { type: "file", mediaType: "application/pdf", data: "aGk=" },
          { type: "image", url: "https://x.test/a.webp", mediaType: "image/webp" },
          { type: "file", url: "https://x.test/b" },
        ],
      },
      { role: "assistant", content: "I see.", reasoning: "hm", toolCalls: [{ id, name: "f", input: { a: 1 } }] },
      { role: "tool", results: [{ id, name: "f", output: { x: 1, y: 2 } }] },
      { role: "assistant", content: "Done." },
      { role: "user", content: "Thanks" },
    ]);
  });

  it("how closely to look at all parts, where a part does not say", async () => {
    const inlineData = { mimeType: "image/png", data: "aGk=" };
    const turn = await read({
      contents: [user({ inlineData }, { inlineData, mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } })],
      generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HIGH" },
    });
    expect(turn?.messages).toMatchObject([{ content: [{ detail: "high" }, { detail: "low" }] }]);
  });

  it("a model's turn in several contents, as one message", async () => {
    const turn = await read({
      contents: [user(), model({ text: "I " }), model({ text: "see." }), model(call("f")), user(told("f"))],
    });
    expect(turn?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(turn?.messages[1]).toMatchObject({ content: "I see.", toolCalls: [{ name: "f" }] });
  });

  it("its calls, paired by position where they have no ids", async () => {
    const turn = await read({
      contents: [
        user(),
        model(call("f"), call("f", { id: "a" }), call("g")),
        user(told("f"), told("f", { id: "a" }), told("g")),
        model(call("f")),
        user(told("f")),
      ],
    });
    const calls = turn?.messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
    const results = turn?.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
    expect(results?.map(({ id }) => id)).toEqual(calls?.map(({ id }) => id));
    expect(calls?.[1]?.id).toBe("a");
    expect(new Set(calls?.map(({ id }) => id)).size).toBe(4);
  });

  it.each<[object, object]>([
    [{ output: "text" }, { output: "text" }],
    [{ result: [1] }, { output: [1] }],
    [{ error: "broken" }, { output: "broken", isError: true }],
    [{ city: "Oslo" }, { output: { city: "Oslo" } }],
    [{ output: 1, more: 2 }, { output: { output: 1, more: 2 } }],
    [{}, { output: {} }],
  ])("a result %j", async (response, expected) => {
    const turn = await read({ contents: [user(), model(call("f")), user(told("f", { response }))] });
    expect(turn?.messages[2]).toEqual({ role: "tool", results: [{ id: "call-1-0", name: "f", ...expected }] });
  });

  it.each([
    [{ thinkingBudget: 0 }, "off"],
    [{ thinkingBudget: 1024 }, "low"],
    [{ thinkingBudget: 8192 }, "medium"],
    [{ thinkingBudget: 24_576 }, "high"],
    [{ thinkingBudget: 32_768 }, "max"],
    [{ thinkingBudget: -1 }, undefined],
    [{ includeThoughts: true }, undefined],
    [{ thinkingLevel: "MINIMAL" }, "low"],
    [{ thinkingLevel: "LOW" }, "low"],
    [{ thinkingLevel: "MEDIUM" }, "medium"],
    [{ thinkingLevel: "HIGH" }, "high"],
    [{ thinkingLevel: "THINKING_LEVEL_UNSPECIFIED" }, undefined],
  ])("its effort of %j", async (thinkingConfig, effort) => {
    expect((await read({ generationConfig: { thinkingConfig } }))?.reasoning).toBe(effort);
  });

  it("its tools", async () => {
    const turn = await read({
      tools: [
        {
          functionDeclarations: [
            {
              name: "f",
              description: "F.",
              parameters: {
                type: "OBJECT",
                properties: {
                  a: { type: "STRING", nullable: true },
                  b: { type: "ARRAY", items: { type: "INTEGER" } },
                  c: { anyOf: [{ type: "NUMBER", minimum: 0 }, { type: "NULL" }] },
                },
                required: ["a"],
                propertyOrdering: ["b", "a"],
              },
            },
            { name: "g", parametersJsonSchema: { type: ["object"] } },
            { name: "h" },
          ],
        },
        { googleSearch: { excludeDomains: ["x.test"] } },
        { codeExecution: {} },
        { url_context: {} },
      ],
    });
    expect(turn?.tools).toEqual([
      {
        name: "f",
        description: "F.",
        inputSchema: {
          type: "object",
          properties: {
            a: { type: ["string", "null"] },
            b: { type: "array", items: { type: "integer" } },
            c: { anyOf: [{ type: "number", minimum: 0 }, { type: "null" }] },
          },
          required: ["a"],
        },
      },
      { name: "g", inputSchema: { type: ["object"] } },
      { name: "h", inputSchema: { type: "object", properties: {} } },
      { name: "google_search", providerType: "google_search", options: { excludeDomains: ["x.test"] } },
      { name: "code_execution", providerType: "code_execution" },
      { name: "url_context", providerType: "url_context" },
    ]);
  });

  it.each([
    [{ mode: "AUTO" }, "auto"],
    [{ mode: "VALIDATED", allowedFunctionNames: ["f"] }, "auto"],
    [{ mode: "NONE" }, "none"],
    [{ mode: "ANY" }, "required"],
    [{ mode: "any", allowedFunctionNames: ["f"] }, { tool: "f" }],
    [{ mode: "ANY", allowedFunctionNames: ["f", "g"] }, "required"],
    [{}, undefined],
  ])("its choice of %j", async (functionCallingConfig, choice) => {
    const turn = await read({ ...functions("f", "g"), toolConfig: { functionCallingConfig } });
    expect(turn?.toolChoice).toEqual(choice);
  });

  it.each<[object, object]>([
    [{}, { type: "object" }],
    [{ responseJsonSchema: { $ref: "#/a" } }, { $ref: "#/a" }],
    [{ responseSchema: { type: "ARRAY", items: { type: "STRING" } } }, { type: "array", items: { type: "string" } }],
  ])("its schema of %j", async (over, schema) => {
    const turn = await read({ generationConfig: { responseMimeType: "application/json", ...over } });
    expect(turn?.schema).toEqual({ name: "response", schema });
  });
});

it("calls each tool once where nothing is scripted, with input that fits", async () => {
  const parameters = { type: "OBJECT", properties: { a: { type: "INTEGER" } }, required: ["a"] };
  const { body } = await generate(declare({ name: "f", parameters }));
  expect(body).toMatchObject({
    candidates: [{ content: { parts: [{ functionCall: { name: "f", args: { a: 0 } } }] } }],
  });
});

import { describe, expect, test } from "vitest";
import type { AssistantMessage, TurnRequest } from "../../contract/index.js";
import { hi } from "../testing/google-wire.js";
import { traitsOf } from "./model-traits.js";
import { generateContentBody } from "./request-body.js";

function body(request: Partial<TurnRequest>, model = "gemini-2.5-flash"): Record<string, unknown> {
  return generateContentBody({ ...hi, ...request }, model, { provider: "google", traits: traitsOf(model) });
}

const f = { name: "f", description: "Does f.", inputSchema: { type: "object", properties: { a: { type: "string" } } } };
const search = { name: "search", providerType: "google_search" };
const call = (id: string, name = "f") => ({ id, name, input: { a: id } });
const asking = (more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content: "",
  toolCalls: [call("c1"), call("c2", "g")],
  ...more,
});
const results = {
  role: "tool",
  results: [
    { id: "c2", name: "g", output: [1] },
    { id: "c1", name: "f", output: "ok" },
  ],
} as const;

describe("messages", () => {
  test("have the roles user and model, and the system text apart", () => {
    const messages = [
      ...hi.messages,
      { role: "assistant", content: "Hello" },
      { role: "user", content: "Bye" },
    ] as const;
    expect(body({ system: "Be kind.", messages })).toEqual({
      systemInstruction: { parts: [{ text: "Be kind." }] },
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        { role: "model", parts: [{ text: "Hello" }] },
        { role: "user", parts: [{ text: "Bye" }] },
      ],
    });
  });

  test("that said nothing are left out", () => {
    const messages = [...hi.messages, { role: "assistant", content: "" }, { role: "user", content: "Well?" }] as const;
    expect(body({ messages }).contents).toHaveLength(2);
  });

  test("of another provider go without ids, reasoning and state", () => {
    const foreign = asking({
      content: "Let me see.",
      reasoning: "hm",
      providerState: { openai: { parts: [{ kind: "call", id: "x" }] } },
    });
    expect(body({ messages: [...hi.messages, foreign, results] }).contents).toEqual([
      { role: "user", parts: [{ text: "Hi" }] },
      {
        role: "model",
        parts: [
          { text: "Let me see." },
          { functionCall: { name: "f", args: { a: "c1" } } },
          { functionCall: { name: "g", args: { a: "c2" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "f", response: { output: "ok" } } },
          { functionResponse: { name: "g", response: { output: [1] } } },
        ],
      },
    ]);
  });

  test("of another provider have Google's word for no signature where one is needed, on the first call", () => {
    const contents = body({ messages: [...hi.messages, asking(), results] }, "gemini-3-flash-preview").contents;
    expect(JSON.stringify(contents).match(/thoughtSignature/g)).toHaveLength(1);
    expect(contents).toMatchObject([{}, { parts: [{ thoughtSignature: "skip_thought_signature_validator" }, {}] }, {}]);
  });

  test("of this provider have their parts as they were, ids and signatures on theirs and nowhere else", () => {
    const parts = [
      { kind: "thought", length: 2, signature: "dGg=" },
      { kind: "text", length: 3 },
      { kind: "other", part: { executableCode: { code: "1" } }, signature: "Y29kZQ==" },
      { kind: "text", length: 1, signature: "dHh0" },
      { kind: "call", signature: "c2ln" },
      { kind: "call", id: "x2" },
    ];
    const own = asking({ content: "Let!", reasoning: "hm", providerState: { google: { parts } } });
    const contents = body({ messages: [...hi.messages, own, results] }, "gemini-3-flash-preview").contents;
    expect(contents).toMatchObject([
      {},
      {
        parts: [
          { text: "hm", thought: true, thoughtSignature: "dGg=" },
          { text: "Let" },
          { executableCode: { code: "1" }, thoughtSignature: "Y29kZQ==" },
          { text: "!", thoughtSignature: "dHh0" },
          { functionCall: { name: "f", args: { a: "c1" } }, thoughtSignature: "c2ln" },
          { functionCall: { id: "x2", name: "g", args: { a: "c2" } } },
        ],
      },
      {
        parts: [
          { functionResponse: { name: "f", response: { output: "ok" } } },
          { functionResponse: { id: "x2", name: "g", response: { output: [1] } } },
        ],
      },
    ]);
    expect(JSON.stringify(contents)).not.toMatch(/"id":"c|skip_thought/);
  });

  test.each<[string, Partial<AssistantMessage>, object[]]>([
    [
      "the text was changed",
      { content: "Changed", toolCalls: [call("c1")] },
      [{ text: "Changed" }, { functionCall: { id: "x1", name: "f", args: { a: "c1" } }, thoughtSignature: "c2ln" }],
    ],
    ["the calls never ran", { content: "Let", toolCalls: [] }, [{ text: "Let" }]],
    [
      "a call was added",
      { content: "Let" },
      [
        { text: "Let" },
        { functionCall: { name: "f", args: { a: "c1" } } },
        { functionCall: { name: "g", args: { a: "c2" } } },
      ],
    ],
  ])("go without what no longer fits where %s", (_, change, expected) => {
    const parts = [
      { kind: "text", length: 3 },
      { kind: "call", id: "x1", signature: "c2ln" },
    ];
    const message = asking({ providerState: { google: { parts } }, ...change });
    expect(body({ messages: [...hi.messages, message] }).contents).toMatchObject([{}, { parts: expected }]);
  });

  test.each([{ parts: 1 }, { parts: [{ kind: "x" }] }, { parts: [{ kind: "text", length: -1 }] }, 3])(
    "go without a state that is none: %j",
    (google) => {
      const message = asking({ content: "Let", toolCalls: [], providerState: { google } });
      expect(body({ messages: [...hi.messages, message] }).contents).toMatchObject([{}, { parts: [{ text: "Let" }] }]);
    },
  );

  test.each([
    [{ output: { a: 1 } }, { a: 1 }],
    [{ output: "denied: no", isError: true }, { error: "denied: no" }],
    [{ output: "" }, { output: "" }],
    [{ output: null }, { output: null }],
  ])("hold a result as an object: %j", (result, response) => {
    const tool = { role: "tool", results: [{ id: "c1", name: "f", ...result }] } as const;
    const contents = body({ messages: [...hi.messages, asking({ toolCalls: [call("c1")] }), tool] }).contents;
    expect(contents).toMatchObject([{}, {}, { role: "user", parts: [{ functionResponse: { name: "f", response } }] }]);
  });
});

describe("attachments", () => {
  const with_ = (...parts: object[]) => ({ messages: [{ role: "user", content: parts }] }) as unknown as TurnRequest;
  const image = { type: "image", mediaType: "image/png", data: "aGk=" };

  test.each([
    [image, { inlineData: { mimeType: "image/png", data: "aGk=" } }],
    [
      { type: "file", mediaType: "application/pdf", url: "https://e.example/a.pdf", filename: "a.pdf" },
      { fileData: { mimeType: "application/pdf", fileUri: "https://e.example/a.pdf" } },
    ],
    [{ type: "image", url: "data:image/png;base64,aGk=" }, { inlineData: { mimeType: "image/png", data: "aGk=" } }],
  ])("go as %j", (part, wire) => {
    expect(body(with_({ type: "text", text: "See" }, part)).contents).toEqual([
      { role: "user", parts: [{ text: "See" }, wire] },
    ]);
  });

  test("by url need a media type", () => {
    expect(() => body(with_({ type: "image", url: "https://e.example/a" }))).toThrow(
      "google does not support an attachment by url without mediaType",
    );
  });

  test("have their detail on the part, or on the request where parts have none", () => {
    const low = { ...image, detail: "low" };
    expect(body(with_(low, image), "gemini-3-flash").contents).toMatchObject([
      { parts: [{ mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } }, {}] },
    ]);
    const old = body(with_(low, low));
    expect(old.generationConfig).toEqual({ mediaResolution: "MEDIA_RESOLUTION_LOW" });
    expect(JSON.stringify(old.contents)).not.toContain("mediaResolution");
    expect(() => body(with_(low, image))).toThrow("google does not support attachments that differ in detail");
  });
});

describe("tools", () => {
  test("are declared together", () => {
    const none = { name: "now", inputSchema: { type: "object", properties: {}, additionalProperties: false } };
    expect(body({ tools: [f, none], toolChoice: "auto" })).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: "f", description: "Does f.", parametersJsonSchema: f.inputSchema },
            { name: "now" },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    });
    expect(JSON.stringify(body({ tools: [none] }))).not.toContain("arameters");
  });

  test("have the older field on older models", () => {
    expect(body({ tools: [f] }, "models/gemini-2.0-flash").tools).toEqual([
      { functionDeclarations: [{ name: "f", description: "Does f.", parameters: f.inputSchema }] },
    ]);
  });

  test.each([
    ["none", { mode: "NONE" }],
    ["required", { mode: "ANY" }],
    [{ tool: "f" }, { mode: "ANY", allowedFunctionNames: ["f"] }],
  ] as const)("may be forced: %j", (toolChoice, functionCallingConfig) => {
    expect(body({ tools: [f], toolChoice }).toolConfig).toEqual({ functionCallingConfig });
  });

  test.each([
    ["google_search", {}, { googleSearch: {} }],
    ["url_context", undefined, { urlContext: {} }],
    ["code_execution", undefined, { codeExecution: {} }],
    ["google_search", { excludeDomains: ["a"] }, { googleSearch: { excludeDomains: ["a"] } }],
  ])("of Google's own: %s %j", (providerType, options, wire) => {
    expect(body({ tools: [{ name: "t", providerType, options }] }).tools).toEqual([wire]);
  });

  test("of Google's own go with local ones where the model can", () => {
    expect(body({ tools: [f, search] }, "gemini-3-flash")).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "f" }] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect(() => body({ tools: [f, search] })).toThrow(
      "google does not support provider-defined tools together with local ones",
    );
  });

  test("of Google's own are not offered where no call is wanted", () => {
    expect(body({ tools: [search], toolChoice: "none" })).not.toHaveProperty("tools");
  });

  test.each<[Partial<TurnRequest>, object]>([
    [
      { tools: [{ name: "s", providerType: "web_search" }] },
      { code: "LLM_UNSUPPORTED", message: 'google does not support tool "web_search"' },
    ],
    [{ tools: [{ name: "s", providerType: "constructor" }] }, { code: "LLM_UNSUPPORTED" }],
    [{ tools: [search], toolChoice: "required" }, { code: "LLM_UNSUPPORTED" }],
    [{ tools: [search], toolChoice: { tool: "search" } }, { code: "LLM_UNSUPPORTED" }],
    [
      { tools: [f], schema: { name: "s", schema: { type: "object" } } },
      { code: "LLM_UNSUPPORTED", message: "google does not support tools together with schema on gemini-2.5-flash" },
    ],
    ...["1st", "a b", "x".repeat(65), "\u00e9t\u00e9"].map((name): [Partial<TurnRequest>, object] => [
      { tools: [{ ...f, name }] },
      { code: "LLM_INVALID_TOOL", message: expect.stringContaining(`(tool "${name}")`) },
    ]),
    [
      { tools: [{ ...f, inputSchema: { $ref: "#" } }] },
      { code: "LLM_INVALID_TOOL", message: expect.stringContaining("tools[0].inputSchema: refers to itself") },
    ],
    [
      { schema: { name: "s", schema: { type: "array", items: { $ref: "#" } } } },
      { code: "LLM_INVALID_SCHEMA", message: expect.stringContaining("schema.schema.items: refers to itself") },
    ],
  ])("are refused before anything is sent: %j", (request, error) => {
    expect(() => body(request)).toThrow(expect.objectContaining(error));
  });
});

describe("settings", () => {
  test("have their fields", () => {
    const settings = { maxTokens: 9, temperature: 0, topP: 0.5, seed: -1, stopSequences: ["x"], cacheSystem: true };
    expect(body(settings).generationConfig).toEqual({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      seed: -1,
      stopSequences: ["x"],
    });
  });

  test("ask for JSON by schema, in the field that the model has", () => {
    const schema = { name: "s", schema: { type: "object", properties: { a: { type: ["string", "null"] } } } };
    expect(body({ schema }).generationConfig).toEqual({
      responseMimeType: "application/json",
      responseJsonSchema: schema.schema,
    });
    expect(body({ schema }, "gemini-2.0-flash").generationConfig).toEqual({
      responseMimeType: "application/json",
      responseSchema: { type: "object", properties: { a: { type: "string", nullable: true } } },
    });
    expect(body({ schema, tools: [f] }, "gemini-3-flash")).toMatchObject({
      tools: [{}],
      generationConfig: { responseMimeType: "application/json" },
    });
  });

  test("have a seed of 32 bits", () => {
    expect(body({ seed: -(2 ** 31) }).generationConfig).toEqual({ seed: -(2 ** 31) });
    expect(() => body({ seed: 2 ** 31 })).toThrow("google does not support a seed of more than 32 bits");
  });

  test("are the caller's last", () => {
    const providerOptions = { generationConfig: { topK: 3, temperature: 1 }, safetySettings: [] };
    expect(body({ temperature: 0, seed: 1, providerOptions })).toMatchObject({
      generationConfig: { temperature: 1, seed: 1, topK: 3 },
      safetySettings: [],
    });
  });

  test.each([
    ["gemini-2.5-flash", "off", { thinkingBudget: 0 }],
    ["gemini-2.5-flash", "low", { thinkingBudget: 1024, includeThoughts: true }],
    ["gemini-2.5-flash-lite-preview", "max", { thinkingBudget: 24_576, includeThoughts: true }],
    ["models/gemini-2.5-pro", "max", { thinkingBudget: 32_768, includeThoughts: true }],
    ["gemini-3-pro-preview", "high", { thinkingLevel: "HIGH", includeThoughts: true }],
    ["gemini-3.6-flash", "medium", { thinkingLevel: "MEDIUM", includeThoughts: true }],
    ["gemini-flash-latest", "low", { thinkingLevel: "LOW", includeThoughts: true }],
  ] as const)("think by budget or level: %s %s", (model, reasoning, thinkingConfig) => {
    expect(body({ reasoning }, model).generationConfig).toEqual({ thinkingConfig });
  });

  test.each([
    ["gemini-2.5-pro", "off"],
    ["gemini-3-pro-preview", "medium"],
    ["gemini-3.6-flash", "off"],
    ["gemini-2.0-flash", "low"],
  ] as const)("are refused where they cannot be: %s %s", (model, reasoning) => {
    expect(() => body({ reasoning }, model)).toThrow(`google does not support reasoning "${reasoning}" on ${model}`);
  });

  test("need not switch off what is not there", () => {
    expect(body({ reasoning: "off" }, "gemini-2.0-flash")).not.toHaveProperty("generationConfig");
  });
});

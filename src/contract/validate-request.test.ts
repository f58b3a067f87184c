import { describe, expect, it } from "vitest";
import { LLMError } from "./errors.js";
import type { LLMRequest } from "./request.js";
import { validateRequest } from "./validate-request.js";

const user = { role: "user", content: "Hello" };
const call = { id: "c1", name: "f", input: {} };
const asked = { role: "assistant", content: "", toolCalls: [call] };
const answered = { role: "tool", results: [{ id: "c1", name: "f", output: "1" }] };
const image = { type: "image", mediaType: "image/png", data: "aGVsbG8=" };
const part = (content: unknown) => ({
  messages: [user, { role: "user", content: [{ type: "text", text: "see" }, content] }],
});
const tool = { name: "f", inputSchema: { type: "object" }, execute: () => "" };
const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const mebibytes = (count: number) => "A".repeat((count * 1024 * 1024 * 4) / 3);

/** One row a rule: what is refused, with which code, and what the message must name. */
const refused: [rule: string, request: unknown, code: string, place: string][] = [
  ["no request", undefined, "LLM_INVALID_REQUEST", "request"],
  ["null", null, "LLM_INVALID_REQUEST", "request"],
  ["a list", [], "LLM_INVALID_REQUEST", "request"],
  ["a string", "Hello", "LLM_INVALID_REQUEST", "request"],
  ["no messages", {}, "LLM_INVALID_REQUEST", "messages"],
  ["empty messages", { messages: [] }, "LLM_INVALID_REQUEST", "messages"],
  ["messages that are no list", { messages: "Hello" }, "LLM_INVALID_REQUEST", "messages"],
  ["a message that is null", { messages: [null] }, "LLM_INVALID_REQUEST", "messages[0]"],
  ["unknown role", { messages: [{ role: "robot", content: "" }] }, "LLM_INVALID_REQUEST", "messages[0].role"],
  [
    "role system in the list",
    { messages: [user, { role: "system", content: "" }] },
    "LLM_INVALID_REQUEST",
    "messages[1].role",
  ],
  ["no role", { messages: [{ content: "" }] }, "LLM_INVALID_REQUEST", "messages[0].role"],
  ["no content", { messages: [{ role: "user" }] }, "LLM_INVALID_REQUEST", "messages[0].content"],
  [
    "content that is a number",
    { messages: [{ role: "user", content: 1 }] },
    "LLM_INVALID_REQUEST",
    "messages[0].content",
  ],
  ["unknown field", { messages: [user], maxToken: 5 }, "LLM_INVALID_REQUEST", "maxToken"],
  ["unknown field of a message", { messages: [{ ...user, name: "x" }] }, "LLM_INVALID_REQUEST", "messages[0].name"],
  [
    "a getter that throws",
    Object.defineProperty({}, "messages", {
      enumerable: true,
      get() {
        throw new Error("boo");
      },
    }),
    "LLM_INVALID_REQUEST",
    "read",
  ],

  ["part that is null", part(null), "LLM_INVALID_REQUEST", "messages[1].content[1]"],
  ["part without type", part({ text: "x" }), "LLM_INVALID_REQUEST", "messages[1].content[1]"],
  ["part with unknown type", part({ type: "video" }), "LLM_INVALID_REQUEST", "messages[1].content[1].type"],
  ["text part without text", part({ type: "text" }), "LLM_INVALID_REQUEST", "messages[1].content[1].text"],
  [
    "attachment with neither data nor url",
    part({ type: "image", mediaType: "image/png" }),
    "LLM_INVALID_REQUEST",
    "messages[1].content[1]",
  ],
  [
    "attachment with both",
    part({ ...image, url: "https://e.example/a.png" }),
    "LLM_INVALID_REQUEST",
    "messages[1].content[1]",
  ],
  [
    "data without media type",
    part({ type: "file", data: "aGVsbG8=" }),
    "LLM_INVALID_REQUEST",
    "messages[1].content[1].mediaType",
  ],
  [
    "media type without a slash",
    part({ ...image, mediaType: "png" }),
    "LLM_INVALID_REQUEST",
    "messages[1].content[1].mediaType",
  ],
  [
    "media type without a slash, by url",
    part({ type: "image", url: "https://e.example", mediaType: "png" }),
    "LLM_INVALID_REQUEST",
    "mediaType",
  ],
  ["bad detail", part({ ...image, detail: "fine" }), "LLM_INVALID_REQUEST", "messages[1].content[1].detail"],
  ["empty data", part({ ...image, data: "" }), "LLM_INVALID_REQUEST", "messages[1].content[1].data"],
  ["one attachment over the limit", part({ ...image, data: mebibytes(15.1) }), "LLM_ATTACHMENT_TOO_LARGE", "15 MiB"],
  [
    "attachments over the limit together",
    {
      messages: [
        { role: "user", content: [{ ...image, data: mebibytes(8) }] },
        { role: "user", content: [{ ...image, data: mebibytes(8) }] },
      ],
    },
    "LLM_ATTACHMENT_TOO_LARGE",
    "together",
  ],

  [
    "call without its result, at the end",
    { messages: [user, asked] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[0]",
  ],
  [
    "call without its result, in between",
    { messages: [user, asked, user] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[0]",
  ],
  [
    "one of two results missing",
    { messages: [user, { ...asked, toolCalls: [call, { ...call, id: "c2" }] }, answered] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[1]",
  ],
  ["result without a call", { messages: [user, answered] }, "LLM_INVALID_REQUEST", "messages[1].results[0]"],
  [
    "result of an older call",
    { messages: [user, asked, answered, user, answered] },
    "LLM_INVALID_REQUEST",
    "messages[4].results[0]",
  ],
  [
    "result twice",
    { messages: [user, asked, { ...answered, results: [...answered.results, ...answered.results] }] },
    "LLM_INVALID_REQUEST",
    "messages[2].results[1]",
  ],
  [
    "result without output",
    { messages: [user, asked, { role: "tool", results: [{ id: "c1", name: "f" }] }] },
    "LLM_INVALID_REQUEST",
    "messages[2].results[0].output",
  ],
  [
    "result without name",
    { messages: [user, asked, { role: "tool", results: [{ id: "c1", output: "" }] }] },
    "LLM_INVALID_REQUEST",
    "messages[2].results[0].name",
  ],
  [
    "results that are no list",
    { messages: [user, asked, { role: "tool", results: {} }] },
    "LLM_INVALID_REQUEST",
    "messages[2].results",
  ],
  [
    "call without id",
    { messages: [user, { ...asked, toolCalls: [{ name: "f", input: {} }] }] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[0]",
  ],
  [
    "call without input",
    { messages: [user, { ...asked, toolCalls: [{ id: "c1", name: "f" }] }] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[0].input",
  ],
  [
    "two calls with one id",
    { messages: [user, { ...asked, toolCalls: [call, call] }] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[1].id",
  ],

  [
    "unknown field of a call",
    { messages: [user, { ...asked, toolCalls: [{ ...call, args: {} }] }, answered] },
    "LLM_INVALID_REQUEST",
    "messages[1].toolCalls[0].args",
  ],
  [
    "unknown field of a result",
    { messages: [user, asked, { role: "tool", results: [{ id: "c1", name: "f", output: "", content: "" }] }] },
    "LLM_INVALID_REQUEST",
    "messages[2].results[0].content",
  ],
  ["schema missing", { messages: [user], schema: { name: "r" } }, "LLM_INVALID_SCHEMA", "schema.schema"],
  ["schema empty", { messages: [user], schema: { name: "r", schema: {} } }, "LLM_INVALID_SCHEMA", "schema.schema"],
  ["schema that is null", { messages: [user], schema: null }, "LLM_INVALID_SCHEMA", "schema"],
  [
    "schema without name",
    { messages: [user], schema: { schema: { type: "object" } } },
    "LLM_INVALID_SCHEMA",
    "schema.name",
  ],

  ["tools that are no list", { messages: [user], tools: tool }, "LLM_INVALID_TOOL", "tools"],
  ["tool that is null", { messages: [user], tools: [null] }, "LLM_INVALID_TOOL", "tools[0]"],
  ["tool without name", { messages: [user], tools: [{ ...tool, name: "" }] }, "LLM_INVALID_TOOL", "tools[0].name"],
  ["two tools of one name", { messages: [user], tools: [tool, tool] }, "LLM_INVALID_TOOL", "tools[1].name"],
  ["tool without schema", { messages: [user], tools: [{ name: "f" }] }, "LLM_INVALID_TOOL", "tools[0].inputSchema"],
  [
    "execute that is no function",
    { messages: [user], tools: [{ ...tool, execute: 1 }] },
    "LLM_INVALID_TOOL",
    "tools[0].execute",
  ],
  [
    "provider-defined tool with execute",
    { messages: [user], tools: [{ name: "s", providerType: "search", execute: () => "" }] },
    "LLM_INVALID_TOOL",
    "tools[0].execute",
  ],
  [
    "local tool without execute in a loop",
    { messages: [user], tools: [{ ...tool, execute: undefined }], maxSteps: 2 },
    "LLM_INVALID_TOOL",
    "tools[0].execute",
  ],
  [
    "unknown field of a tool",
    { messages: [user], tools: [{ ...tool, parameters: {} }] },
    "LLM_INVALID_TOOL",
    "tools[0].parameters",
  ],
  [
    "toolChoice names no tool",
    { messages: [user], tools: [tool], toolChoice: { tool: "g" } },
    "LLM_INVALID_TOOL",
    '"g"',
  ],
  ["toolChoice forces without tools", { messages: [user], toolChoice: "required" }, "LLM_INVALID_TOOL", "toolChoice"],
  [
    "toolChoice of another kind",
    { messages: [user], tools: [tool], toolChoice: "any" },
    "LLM_INVALID_REQUEST",
    "toolChoice",
  ],

  ...["maxTokens", "temperature", "topP", "maxSteps"].flatMap((field): [string, unknown, string, string][] =>
    [-1, Number.NaN, Number.POSITIVE_INFINITY, "1"].map((value) => [
      `${field}: ${value}`,
      { messages: [user], [field]: value },
      "LLM_INVALID_REQUEST",
      field,
    ]),
  ),
  ["seed that is no integer", { messages: [user], seed: 1.5 }, "LLM_INVALID_REQUEST", "seed"],
  ["stopSequences that are no list", { messages: [user], stopSequences: "x" }, "LLM_INVALID_REQUEST", "stopSequences"],
  [
    "a stop sequence that is empty",
    { messages: [user], stopSequences: ["x", ""] },
    "LLM_INVALID_REQUEST",
    "stopSequences[1]",
  ],
  ["unknown reasoning effort", { messages: [user], reasoning: "some" }, "LLM_INVALID_REQUEST", "reasoning"],
  ["model that is empty", { messages: [user], model: "" }, "LLM_INVALID_REQUEST", "model"],
  ["system that is no string", { messages: [user], system: 1 }, "LLM_INVALID_REQUEST", "system"],
  ["approve that is no function", { messages: [user], approve: true }, "LLM_INVALID_REQUEST", "approve"],
  [
    "providerOptions that are a list",
    { messages: [user], providerOptions: [] },
    "LLM_INVALID_REQUEST",
    "providerOptions",
  ],

  ["BigInt", { messages: [user], providerOptions: { a: [1n] } }, "LLM_INVALID_REQUEST", "providerOptions.a[0]"],
  ["function", { messages: [user], providerOptions: { a: () => 1 } }, "LLM_INVALID_REQUEST", "providerOptions.a"],
  ["symbol", { messages: [user], providerOptions: { a: Symbol("s") } }, "LLM_INVALID_REQUEST", "providerOptions.a"],
  ["NaN", { messages: [user], providerOptions: { a: Number.NaN } }, "LLM_INVALID_REQUEST", "providerOptions.a"],
  ["cycle", { messages: [user], providerOptions: cycle }, "LLM_INVALID_REQUEST", "providerOptions.self"],
  [
    "BigInt in a tool's schema",
    { messages: [user], tools: [{ ...tool, inputSchema: { const: 1n } }] },
    "LLM_INVALID_REQUEST",
    "tools[0].inputSchema.const",
  ],
];

describe("a request is refused", () => {
  it.each(refused)("%s", (_rule, request, code, place) => {
    const error = refusal(request);
    expect(error).toBeInstanceOf(LLMError);
    expect(error).toMatchObject({ code, status: code === "LLM_ATTACHMENT_TOO_LARGE" ? 413 : 400, retryable: false });
    expect(error.message).toContain(place);
    expect(error.message.length).toBeLessThan(400);
  });

  it("however deep the nesting is", () => {
    let deep: unknown = {};
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(refusal({ messages: [user], providerOptions: { deep } })).toMatchObject({ code: "LLM_INVALID_REQUEST" });
  });
});

const accepted: [string, unknown][] = [
  ["a message", { messages: [user] }],
  ["an empty text", { messages: [{ role: "user", content: "" }] }],
  ["numbers at their bounds", { messages: [user], maxTokens: 0, temperature: 0, topP: 0, maxSteps: 0, seed: -7 }],
  ["undefined properties", { messages: [user], model: undefined, tools: undefined, schema: undefined }],
  [
    "parts with data and with url",
    { messages: [{ role: "user", content: [image, { type: "file", url: "https://e.example/a" }] }] },
  ],
  ["attachments at the limit", { messages: [{ role: "user", content: [{ ...image, data: mebibytes(15) }] }] }],
  ["results in one message", { messages: [user, asked, answered, user] }],
  [
    "results over several messages",
    {
      messages: [
        user,
        { ...asked, toolCalls: [call, { ...call, id: "c2" }] },
        answered,
        { role: "tool", results: [{ id: "c2", name: "f", output: null }] },
      ],
    },
  ],
  ["the same id in another turn", { messages: [user, asked, answered, asked, answered] }],
  [
    "a local tool without execute in a single turn",
    { messages: [user], tools: [{ ...tool, execute: undefined }], maxSteps: 1 },
  ],
  [
    "a provider-defined tool in a loop",
    { messages: [user], tools: [{ name: "s", providerType: "search" }], maxSteps: 5 },
  ],
  ["every tool choice", { messages: [user], tools: [tool], toolChoice: { tool: "f" } }],
  ["a frozen request", Object.freeze({ messages: Object.freeze([Object.freeze({ ...user })]) })],
];

describe("a request is accepted", () => {
  it.each(accepted)("%s", (_what, request) => {
    expect(validateRequest(request, "p").messages).toEqual((request as LLMRequest).messages);
  });
});

describe("the copy", () => {
  it("shares no object with the request, and its functions", () => {
    const request = {
      messages: [{ ...user }],
      tools: [{ ...tool, inputSchema: { type: "object" } }],
      providerOptions: { a: { b: 1 } },
    };
    const copy = validateRequest(request, "p");
    request.messages[0] = { role: "user", content: "changed" };
    (request.providerOptions.a as { b: number }).b = 2;
    (request.tools[0] as { inputSchema: object }).inputSchema = {};
    expect(copy).toMatchObject({
      messages: [user],
      providerOptions: { a: { b: 1 } },
      tools: [{ inputSchema: { type: "object" } }],
    });
    expect(copy.tools?.[0]?.execute?.({}, {} as never)).toBe("");
  });

  it("is well-formed Unicode: a lone surrogate becomes U+FFFD, in keys too", () => {
    const copy = validateRequest(
      { system: "a\ud800", messages: [{ role: "user", content: "\udc00 😀" }], providerOptions: { "k\ud83d": "v" } },
      "p",
    );
    expect(copy).toMatchObject({
      system: "a\ufffd",
      messages: [{ content: "\ufffd 😀" }],
      providerOptions: { "k\ufffd": "v" },
    });
  });

  it("takes a key named __proto__ for data", () => {
    const copy = validateRequest({ messages: [user], providerOptions: JSON.parse('{"__proto__":{"a":1}}') }, "p");
    expect(Object.keys(copy.providerOptions ?? {})).toEqual(["__proto__"]);
    expect((copy.providerOptions as { a?: unknown }).a).toBeUndefined();
  });

  it("leaves out undefined properties and writes a Date as JSON does", () => {
    const copy = validateRequest({ messages: [user], providerOptions: { a: undefined, at: new Date(0) } }, "p");
    expect(copy.providerOptions).toEqual({ at: "1970-01-01T00:00:00.000Z" });
    expect(Object.keys(copy.providerOptions ?? {})).toEqual(["at"]);
  });
});

function refusal(request: unknown): LLMError {
  try {
    validateRequest(request, "p");
  } catch (error) {
    return error as LLMError;
  }
  throw new Error("was not refused");
}

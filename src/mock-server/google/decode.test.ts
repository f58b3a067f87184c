import { describe, expect, it } from "vitest";
import { createGoogleServer } from "./server.js";
import { call, errorOf, functions, generate, model, send, told, user } from "./testing/requests.js";

const v1beta = "type.googleapis.com/google.ai.generativelanguage.v1beta";

/** The fields beside `contents`, what is said of them, and the place that is named. */
type Row = [rule: string, sent: Readonly<Record<string, unknown>>, description: string, field?: string];

const unknown = (name: string, at?: string) =>
  `Invalid JSON payload received. Unknown name "${name}"${at ? ` at '${at}'` : ""}: Cannot find field.`;

// biome-ignore format: a table, a row a rule
const rows: readonly Row[] = [
  ["an unknown name at the top", { temperature: 1 }, unknown("temperature")],
  ["an unknown name in a content", { contents: [{ ...user(), mood: "good" }] }, unknown("mood", "contents[0]"), "contents[0]"],
  ["an unknown name in a part", { contents: [user({ text: "x", detail: "low" })] }, unknown("detail", "contents[0].parts[0]"), "contents[0].parts[0]"],
  ["an unknown name in a call", { contents: [user({ functionCall: { name: "f", arguments: "{}" } })] }, unknown("arguments", "contents[0].parts[0].function_call"), "contents[0].parts[0].function_call"],
  ["an unknown name in the settings", { generationConfig: { max_tokens: 1 } }, unknown("max_tokens", "generation_config"), "generation_config"],
  ["an unknown name in the thinking", { generationConfig: { thinkingConfig: { effort: "low" } } }, unknown("effort", "generation_config.thinking_config"), "generation_config.thinking_config"],
  ["an unknown tool", { tools: [{ webSearch: {} }] }, unknown("webSearch", "tools[0]"), "tools[0]"],
  ["an unknown setting of a tool", { tools: [{ codeExecution: { language: "js" } }] }, unknown("language", "tools[0].code_execution"), "tools[0].code_execution"],
  ["an unknown name in a function", { tools: [{ functionDeclarations: [{ name: "f", strict: true }] }] }, unknown("strict", "tools[0].function_declarations[0]"), "tools[0].function_declarations[0]"],
  ["an unknown name in the choice", { toolConfig: { mode: "ANY" } }, unknown("mode", "tool_config"), "tool_config"],
  ["a name of every object", { toString: 1 }, unknown("toString")],
  ["a text that is a number", { contents: [user({ text: 5 })] }, "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 5", "contents[0].parts[0].text"],
  ["a text that is an object", { contents: [user({ text: {} })] }, "Invalid value at 'contents[0].parts[0]' (text), Starting an object on a scalar field", "contents[0].parts[0]"],
  ["a text that is a list", { contents: [user({ text: ["a"] })] }, `Invalid JSON payload received. Unknown name "text" at 'contents[0].parts[0]': Proto field is not repeating, cannot start list.`, "contents[0].parts[0]"],
  ["contents that are a string", { contents: "Hi" }, `Invalid value at 'contents' (${v1beta}.Content), "Hi"`, "contents"],
  ["a part that is a string", { contents: [user("Hi")] }, `Invalid value at 'contents[0].parts[0]' (${v1beta}.Part), "Hi"`, "contents[0].parts[0]"],
  ["settings that are a list", { generationConfig: [] }, `Invalid JSON payload received. Unknown name "generationConfig": Proto field is not repeating, cannot start list.`],
  ["a number that is a word", { generationConfig: { temperature: "hot" } }, `Invalid value at 'generation_config.temperature' (TYPE_FLOAT), "hot"`, "generation_config.temperature"],
  ["a whole number that is none", { generationConfig: { maxOutputTokens: 1.5 } }, "Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), 1.5", "generation_config.max_output_tokens"],
  ["a seed of more than 32 bits", { generationConfig: { seed: 2 ** 31 } }, "Invalid value at 'generation_config.seed' (TYPE_INT32), 2147483648", "generation_config.seed"],
  ["a flag that is a word", { generationConfig: { thinkingConfig: { includeThoughts: "yes" } } }, `Invalid value at 'generation_config.thinking_config.include_thoughts' (TYPE_BOOL), "yes"`, "generation_config.thinking_config.include_thoughts"],
  ["an unknown level", { generationConfig: { thinkingConfig: { thinkingLevel: "MAX" } } }, `Invalid value at 'generation_config.thinking_config.thinking_level' (${v1beta}.ThinkingConfig.ThinkingLevel), "MAX"`, "generation_config.thinking_config.thinking_level"],
  ["an unknown mode", { ...functions("f"), toolConfig: { functionCallingConfig: { mode: "required" } } }, `Invalid value at 'tool_config.function_calling_config.mode' (${v1beta}.FunctionCallingConfig.Mode), "required"`, "tool_config.function_calling_config.mode"],
  ["an unknown type", { tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "date" } }] }] }, `Invalid value at 'tools[0].function_declarations[0].parameters.type' (${v1beta}.Type), "date"`, "tools[0].function_declarations[0].parameters.type"],
  ["bytes that are no base64", { contents: [user({ inlineData: { mimeType: "image/png", data: "https://x.test" } })] }, `Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed for "https://x.test"`, "contents[0].parts[0].inline_data.data"],
  ["a signature that is no base64", { contents: [user({ text: "x", thoughtSignature: "?" })] }, `Invalid value at 'contents[0].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "?"`, "contents[0].parts[0].thought_signature"],
  ["a response that is a string", { contents: [user(), model(call("f")), user(told("f", { response: "1" }))] }, `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "1"`, "contents[2].parts[0].function_response.response"],
  ["arguments that are a string", { contents: [user(), model(call("f", { args: "{}" })), user(told("f"))] }, `Invalid value at 'contents[1].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct), "{}"`, "contents[1].parts[0].function_call.args"],
  ["a part that is two things", { contents: [user({ text: "x", inline_data: { mimeType: "image/png", data: "aGk=" } })] }, "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'inline_data'", "contents[0].parts[0]"],
];

it.each<Row>(rows)("refuses %s", async (_, sent, description, field) => {
  const { status, body } = await generate(sent);
  expect(status).toBe(400);
  expect(body).toEqual({
    error: {
      code: 400,
      status: "INVALID_ARGUMENT",
      message: description,
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ ...(field && { field }), description }],
        },
      ],
    },
  });
});

it("lists everything that does not fit", async () => {
  const { body } = await generate({ mood: 1, generationConfig: { temperature: "hot", style: 1 } });
  const { message } = (body as { error: { message: string } }).error;
  expect(message.split("\n")).toEqual([
    unknown("mood"),
    `Invalid value at 'generation_config.temperature' (TYPE_FLOAT), "hot"`,
    unknown("style", "generation_config"),
  ]);
});

it("takes names in snake case, null for nothing, and numbers as strings", async () => {
  const { status, request } = await generate({
    system_instruction: { parts: { text: "Be brief." } },
    generation_config: { max_output_tokens: "7", temperature: "0.5", top_p: null, thinking_config: null },
    tools: null,
  });
  expect(status).toBe(200);
  expect(request?.turn).toEqual({
    model: "m",
    system: "Be brief.",
    messages: [{ role: "user", content: "Hi" }],
    maxTokens: 7,
    temperature: 0.5,
  });
});

describe("a body that is no message", () => {
  it.each([
    ["{not", "Invalid JSON payload received. Unexpected token."],
    ["[]", 'Invalid JSON payload received. Unknown name "": Root element must be a message.'],
    ["", "* GenerateContentRequest.contents: contents is not specified\n"],
  ])("is refused: %j", async (body, message) => {
    expect(await errorOf(await send(createGoogleServer(), body))).toEqual({
      code: 400,
      status: "INVALID_ARGUMENT",
      message,
    });
  });
});

it("goes no deeper than a hundred messages", async () => {
  let parameters: object = { type: "STRING" };
  for (let depth = 0; depth < 200; depth++) parameters = { type: "ARRAY", items: parameters };
  const { body } = await generate({ tools: [{ functionDeclarations: [{ name: "f", parameters }] }] });
  expect(body).toMatchObject({ error: { message: "Message too deep. Max recursion depth reached for key 'items'" } });
});

it("answers whatever is sent, and never fails", async () => {
  const properties = { a: { type: "STRING", enum: ["x"] }, b: { type: "ARRAY", items: { type: "STRING" } } };
  const request = {
    systemInstruction: { parts: [{ text: "x" }] },
    contents: [user(), model(call("f"), call("g")), user(told("f"), told("g"))],
    tools: [
      { functionDeclarations: [{ name: "f", parameters: { type: "OBJECT", properties } }] },
      { googleSearch: {} },
    ],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } },
    generationConfig: { responseMimeType: "application/json", thinkingConfig: { thinkingBudget: 1 } },
  };
  const content = { parts: [{ text: "x" }] };
  const bodies = {
    generateContent: request,
    countTokens: { generateContentRequest: { model: "models/m", contents: [user()] } },
    embedContent: { content, taskType: "CLUSTERING" },
    batchEmbedContents: { requests: [{ model: "models/m", content }] },
  };
  const values: readonly unknown[] = [null, true, -1, 1.5, "", "x", [], [null], {}, { toString: 1 }];
  const server = createGoogleServer();
  for (const [method, body] of Object.entries(bodies))
    for (let at = 0; at < places(body); at++)
      for (const value of values) {
        const response = await send(server, replaced(body, at, value), method);
        expect([200, 400]).toContain(response.status);
      }
  expect(server.requests.length).toBeGreaterThan(500);
});

/** How many values there are in JSON, itself among them. */
function places(whole: object): number {
  let count = 0;
  JSON.stringify(whole, (_, each) => {
    count += 1;
    return each;
  });
  return count;
}

/** JSON with another value at one of its places. */
function replaced(whole: object, at: number, value: unknown): string {
  let place = 0;
  return JSON.stringify(whole, (_, each) => (place++ === at ? value : each));
}

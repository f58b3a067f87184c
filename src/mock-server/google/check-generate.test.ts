import { expect, it } from "vitest";
import {
  type Accepted,
  call,
  declare,
  functions,
  generate,
  model,
  type Refused,
  told,
  user,
} from "./testing/requests.js";

const contents = (...list: unknown[]) => ({ contents: list });
const config = (generationConfig: object) => ({ generationConfig });
const thinking = (thinkingConfig: object) => config({ thinkingConfig });
const json = { responseMimeType: "application/json" };
const search = { googleSearch: {} };

// biome-ignore format: a table, a row a rule
const refused: readonly Refused[] = [
  ["missing contents", { contents: undefined }, "* GenerateContentRequest.contents: contents is not specified\n"],
  ["no contents", contents(), "* GenerateContentRequest.contents: contents is not specified\n"],
  ["a content without parts", contents({ role: "user" }), "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.\n"],
  ["a content with no part", contents(user(), model({ text: "x" }), { role: "user", parts: [] }), "contents[2].parts: contents.parts must not be empty."],
  ["a part that is nothing", contents(user({})), "contents[0].parts[0].data: required oneof field 'data' must have one initialized field"],
  ["a signature alone", contents(user({ thoughtSignature: "c2ln" })), "contents[0].parts[0].data: required oneof field 'data'"],
  ["data without a media type", contents(user({ inlineData: { data: "aGk=" } })), "contents[0].parts[0].inline_data.mime_type: must be a MIME type."],
  ["a media type without a slash", contents(user({ inlineData: { mimeType: "png", data: "aGk=" } })), "inline_data.mime_type: must be a MIME type."],
  ["data without bytes", contents(user({ inlineData: { mimeType: "image/png" } })), "inline_data.data: must not be empty."],
  ["a file without a URI", contents(user({ fileData: { mimeType: "image/png" } })), "file_data.file_uri: must not be empty."],
  ["a call without a name", contents(user(), model({ functionCall: {} }), user(told("f"))), "contents[1].parts[0].function_call.name: Name cannot be empty."],
  ["a response without a name", contents(user(), model(call("f")), user({ functionResponse: { response: {} } })), "contents[2].parts[0].function_response.name: Name cannot be empty."],
  ["a response without a response", contents(user(), model(call("f")), user({ functionResponse: { name: "f" } })), "function_response.response: response is not specified"],
  ["an instruction without parts", { systemInstruction: {} }, "system_instruction.parts: contents.parts must not be empty."],
  ["an instruction that is an image", { systemInstruction: user({ inlineData: { mimeType: "image/png", data: "aGk=" } }) }, "system_instruction.parts[0]: only text is supported."],

  ["an unknown role", contents({ role: "assistant", parts: [{ text: "x" }] }), "Please use a valid role: user, model."],
  ["a system role", contents({ role: "system", parts: [{ text: "x" }] }, user()), "Please use a valid role: user, model."],
  ["a model that has the last word", contents(user(), model({ text: "x" })), "Please ensure that single turn requests end with a user role or the role field is empty."],
  ["a call at the beginning", contents(model(call("f")), user(told("f"))), "function call turn comes immediately after a user turn or after a function response turn."],
  ["a call by the user", contents(user(call("f")), user(told("f"))), "function call turn comes immediately after a user turn"],
  ["a response without a call", contents(user(), user(told("f"))), "Please ensure that function response turn comes immediately after a function call turn."],
  ["a response at the beginning", contents(user(told("f"))), "function response turn comes immediately after a function call turn."],
  ["a response by the model", contents(user(), model(call("f")), model(told("f"))), "function response turn comes immediately after a function call turn."],
  ["a call without a response", contents(user(), model(call("f")), user()), "number of function response parts is equal to the number of function call parts of the function call turn."],
  ["a call at the end", contents(user(), model(call("f"))), "number of function response parts is equal"],
  ["fewer responses than calls", contents(user(), model(call("f"), call("g")), user(told("f"))), "number of function response parts is equal"],
  ["responses in contents of their own", contents(user(), model(call("f"), call("g")), user(told("f")), user(told("g"))), "number of function response parts is equal"],
  ["more responses than calls", contents(user(), model(call("f")), user(told("f"), told("f"))), "number of function response parts is equal"],
  ["text beside a response", contents(user(), model(call("f")), user(told("f"), { text: "and?" })), "number of function response parts is equal"],
  ["responses out of order", contents(user(), model(call("f"), call("g")), user(told("g"), told("f"))), "'g' does not answer 'f'."],
  ["a response of another id", contents(user(), model(call("f", { id: "a" })), user(told("f", { id: "b" }))), "'b' does not answer 'a'."],
  ["an id where the call had none", contents(user(), model(call("f")), user(told("f", { id: "b" }))), "'b' does not answer ''."],
  ["a signature that nobody gave", contents(user(), model({ ...call("f"), thoughtSignature: "c2ln" }), user(told("f"))), "Corrupted thought signature."],

  ["a function without a name", declare({}), "* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore."],
  ["a name that begins with a digit", declare({ name: "2f" }), "Invalid function name."],
  ["a name with a space", declare({ name: "a b" }), "Invalid function name."],
  ["a name that is too long", declare({ name: "f".repeat(65) }), "with a maximum length of 64."],
  ["two functions with one name", functions("f", "f"), "Duplicate function declaration found: f"],
  ["one name in two tools", { tools: [...functions("f").tools, ...functions("f").tools] }, "Duplicate function declaration found: f"],
  ["two kinds of parameters", declare({ name: "f", parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } }, parametersJsonSchema: { type: "object" } }), "parameters_json_schema: should not be set together with parameters"],
  ["two kinds of responses", declare({ name: "f", response: { type: "STRING" }, responseJsonSchema: {} }), "response_json_schema: should not be set together with response"],
  ["a choice without functions", { toolConfig: { functionCallingConfig: { mode: "AUTO" } } }, "Function calling config is set without function_declarations."],
  ["a choice with a search alone", { tools: [search], toolConfig: { functionCallingConfig: {} } }, "Function calling config is set without function_declarations."],
  ["allowed names in another mode", { ...functions("f"), toolConfig: { functionCallingConfig: { mode: "AUTO", allowedFunctionNames: ["f"] } } }, "Allowed function names can only be set when the function calling mode is ANY or VALIDATED."],
  ["an allowed name that is not declared", { ...functions("f"), toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } } }, "Allowed function name is not declared: g"],
  ["functions beside a search, in 2.5", { tools: [...functions("f").tools, search] }, "Tool use with function calling is unsupported", "gemini-2.5-flash"],
  ["functions beside a search, in 3 without a word", { tools: [...functions("f").tools, search] }, "Please enable tool_config.include_server_side_tool_invocations", "gemini-3-flash-preview"],
  ["functions with JSON, in 2.5", { ...functions("f"), ...config(json) }, "Function calling with a response mime type: 'application/json' is unsupported", "gemini-2.5-pro"],
  ["a search with JSON, in 2.5", { tools: [search], ...config(json) }, "Tool use with a response mime type: 'application/json' is unsupported", "gemini-2.5-pro"],

  ["no candidate", config({ candidateCount: 0 }), "* GenerateContentRequest.generation_config.candidate_count: candidate_count must be in the range [1, 8].\n"],
  ["two candidates", config({ candidateCount: 2 }), "Multiple candidates is not enabled for this model"],
  ["six stop sequences", config({ stopSequences: ["a", "b", "c", "d", "e", "f"] }), "generation_config.stop_sequences: at most 5"],
  ["an empty stop sequence", config({ stopSequences: [""] }), "generation_config.stop_sequences[0]: cannot be empty"],
  ["no output", config({ maxOutputTokens: 0 }), "max_output_tokens must be positive."],
  ["too hot", config({ temperature: 2.1 }), "temperature must be in the range [0.0, 2.0]."],
  ["too cold", config({ temperature: -1 }), "temperature must be in the range [0.0, 2.0]."],
  ["a top p over 1", config({ topP: 1.1 }), "top_p must be in the range [0.0, 1.0]."],
  ["a top k of 0", config({ topK: 0 }), "top_k must be positive."],
  ["two rules at once", config({ topK: 0, topP: 2 }), "top_p must be in the range [0.0, 1.0].\n* GenerateContentRequest.generation_config.top_k"],
  ["an unknown format", config({ responseMimeType: "text/html" }), "response_mime_type: allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`."],
  ["a schema without JSON", config({ responseSchema: { type: "STRING" } }), "generation_config.response_schema: only allowed when response_mime_type is"],
  ["a JSON Schema without JSON", config({ responseJsonSchema: {} }), "generation_config.response_json_schema: only allowed when response_mime_type is"],
  ["two schemas", config({ ...json, responseSchema: { type: "STRING" }, responseJsonSchema: {} }), "response_json_schema: should not be set together with response_schema"],
  ["a picture", config({ responseModalities: ["TEXT", "IMAGE"] }), "The requested combination of response modalities (TEXT, IMAGE) is not supported by the model."],
  ["log probabilities", config({ responseLogprobs: true }), "Logprobs is not enabled for models/m"],
  ["speech", config({ speechConfig: {} }), "Speech config is not enabled for models/m"],
  ["an image's shape", config({ imageConfig: {} }), "Image config is not enabled for models/m"],
  ["a level and a budget", thinking({ thinkingBudget: 1, thinkingLevel: "LOW" }), "You can only set only one of thinking budget and thinking level."],
  ["a level, in 2.5", thinking({ thinkingLevel: "LOW" }), "Thinking level is not supported for this model.", "gemini-2.5-flash"],
  ["thinking, in 2.0", thinking({ thinkingBudget: 1 }), "Thinking is not enabled for models/gemini-2.0-flash", "gemini-2.0-flash"],
  ["a level that the model lacks", thinking({ thinkingLevel: "MEDIUM" }), "Thinking level MEDIUM is not supported for this model.", "gemini-3-pro-preview"],
  ["no thinking, in 2.5 pro", thinking({ thinkingBudget: 0 }), "Budget 0 is invalid. This model only works in thinking mode.", "gemini-2.5-pro"],
  ["no thinking, in 3", thinking({ thinkingBudget: 0 }), "Budget 0 is invalid. This model only works in thinking mode.", "gemini-3-flash-preview"],
  ["a budget that is too large", thinking({ thinkingBudget: 30_000 }), "The thinking budget (30000) is invalid.", "gemini-2.5-flash"],
  ["a budget that is too small", thinking({ thinkingBudget: 100 }), "The thinking budget (100) is invalid.", "gemini-2.5-flash-lite"],
  ["a negative budget", thinking({ thinkingBudget: -2 }), "The thinking budget (-2) is invalid."],
  ["thoughts without thinking", thinking({ thinkingBudget: 0, includeThoughts: true }), "include_thoughts is only enabled when thinking is enabled.", "gemini-2.5-flash"],
];

// biome-ignore format: a table
const accepted: readonly Accepted[] = [
  ["contents without a role", contents({ parts: [{ text: "x" }] })],
  ["one content and one part without lists", { contents: { parts: { text: "x" } } }],
  ["two users in a row", contents(user(), user())],
  ["an empty text", contents(user({ text: "" }))],
  ["an image, a file and a link", contents(user({ text: "x" }, { inlineData: { mimeType: "image/png", data: "aGk=" } }, { fileData: { mimeType: "application/pdf", fileUri: "https://x.test/a.pdf" } }))],
  ["text beside a call", contents(user(), model({ text: "hm", thought: true }, { text: "x" }, call("f")), user(told("f")))],
  ["several calls, one after the other", contents(user(), model(call("f"), call("f")), user(told("f"), told("f")), model(call("g")), user(told("g")))],
  ["a model's turn in several contents, as chunks came", contents(user(), model({ text: "a" }), model({ text: "" }), model(call("f")), model(call("g")), user(told("f"), told("g")))],
  ["ids that fit", contents(user(), model(call("f", { id: "a" })), user(told("f", { id: "a" })))],
  ["a placeholder for another model's signature", contents(user(), model({ ...call("f"), thoughtSignature: "skip_thought_signature_validator" }), user(told("f")))],
  ["a name with every allowed sign", declare({ name: "_a.b:c-D9" })],
  ["a function without parameters", declare({ name: "f" })],
  ["a function in JSON Schema", declare({ name: "f", parametersJsonSchema: { type: ["object", "null"], $defs: {}, additionalProperties: false } })],
  ["functions with JSON, in 3", { ...functions("f"), ...config(json) }, "gemini-3-flash-preview"],
  ["functions beside a search, in 3 when enabled", { tools: [...functions("f").tools, search], toolConfig: { includeServerSideToolInvocations: true } }, "gemini-3-flash-preview"],
  ["every setting at its bounds", config({ candidateCount: 1, stopSequences: ["a", "b", "c", "d", "e"], maxOutputTokens: 1, temperature: 2, topP: 1, topK: 1, seed: -1, responseModalities: ["TEXT"], presencePenalty: -1.5, frequencyPenalty: 0.5 })],
  ["a JSON Schema", config({ ...json, responseJsonSchema: { type: "object", $ref: "#/$defs/a", $defs: { a: {} } } })],
  ["an enum as text", config({ responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a"] } })],
  ["no thinking, in 2.5 flash", thinking({ thinkingBudget: 0 }), "gemini-2.5-flash"],
  ["as much thinking as it wants", thinking({ thinkingBudget: -1, includeThoughts: true }), "gemini-2.5-pro"],
  ["a level, in 3", thinking({ thinkingLevel: "high", includeThoughts: true }), "gemini-3-pro-preview"],
  ["any thinking of a model whose name tells nothing", thinking({ thinkingLevel: "MINIMAL" })],
  ["safety settings", { safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }] }],
];

it.each<Refused>(refused)("refuses %s", async (_, sent, message, name) => {
  const { status, body, request } = await generate(sent, name);
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringContaining(message) } },
  });
  expect(request).toMatchObject({ kind: "generate", status: 400 });
  expect(request).not.toHaveProperty("turn");
});

it("knows no caches", async () => {
  const { body } = await generate({ cachedContent: "cachedContents/1" });
  expect(body).toEqual({
    error: { code: 403, status: "PERMISSION_DENIED", message: "CachedContent not found (or permission denied)" },
  });
});

it.each<Accepted>(accepted)("accepts %s", async (_, sent, name = "m") => {
  const { body, status, request } = await generate(sent, name);
  expect(body).not.toHaveProperty("error");
  expect(status).toBe(200);
  expect(request?.turn?.model).toBe(name);
});

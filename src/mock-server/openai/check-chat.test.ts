import { expect, it } from "vitest";
import { type Accepted, post, type Refused, refusal, tool } from "./testing/chat-requests.js";

const messages = (...list: unknown[]) => ({ messages: list });

// biome-ignore format: a table, a row a rule
const refused: readonly Refused[] = [
  ["an unknown field", { top_k: 1 }, "Unrecognized request argument supplied: top_k", null, null],
  ["a missing model", { model: undefined }, "Missing required parameter: 'model'.", "model", "missing_required_parameter"],
  ["a model of a wrong type", { model: 1 }, "Invalid type for 'model': expected a string, but got an integer", "model", "invalid_type"],
  ["an empty model", { model: "" }, "Invalid 'model': empty string.", "model", "empty_string"],
  ["both token limits", { max_tokens: 1, max_completion_tokens: 1 }, "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", "max_tokens", "invalid_parameter_combination"],
  ["a token limit of 0", { max_tokens: 0 }, "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.", "max_tokens", "integer_below_min_value"],
  ["a broken token limit", { max_completion_tokens: 1.5 }, "expected an integer, but got a decimal", "max_completion_tokens", "invalid_type"],
  ["stream_options without stream", { stream_options: { include_usage: true } }, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options", null],
  ["an unknown stream option", { stream: true, stream_options: { usage: true } }, "Unknown parameter: 'stream_options.usage'.", "stream_options.usage", "unknown_parameter"],
  ["stream of a wrong type", { stream: "yes" }, "expected a boolean, but got a string", "stream", "invalid_type"],
  ["a temperature over 2", { temperature: 2.5 }, "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.", "temperature", "decimal_above_max_value"],
  ["a temperature under 0", { temperature: -1 }, "Expected a value >= 0, but got -1", "temperature", "decimal_below_min_value"],
  ["a top_p over 1", { top_p: 1.1 }, "Expected a value <= 1, but got 1.1", "top_p", "decimal_above_max_value"],
  ["a penalty over 2", { presence_penalty: 3 }, "Expected a value <= 2, but got 3", "presence_penalty", "decimal_above_max_value"],
  ["a seed that is not whole", { seed: 0.5 }, "expected an integer, but got a decimal", "seed", "invalid_type"],
  ["two choices, which a script lacks", { n: 2 }, "Expected a value <= 1, but got 2", "n", "integer_above_max_value"],
  ["five stop sequences", { stop: ["a", "b", "c", "d", "e"] }, "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.", "stop", "array_above_max_length"],
  ["an unknown effort", { reasoning_effort: "huge" }, "Invalid value: 'huge'.", "reasoning_effort", "invalid_value"],
  ["log probabilities, which a script lacks", { logprobs: true }, "Unsupported parameter: 'logprobs' is not supported with this model.", "logprobs", "unsupported_parameter"],
  ["functions of old", { functions: [] }, "Unsupported parameter: 'functions'", "functions", "unsupported_parameter"],
  ["spoken answers", { modalities: ["text", "audio"] }, "Invalid value: 'audio'.", "modalities[1]", "invalid_value"],
  ["an empty list of tools", { tools: [] }, "Invalid 'tools': empty array.", "tools", "empty_array"],
  ["129 tools", { tools: Array.from({ length: 129 }, (_, i) => tool({ name: `f${i}` })) }, "Expected an array with maximum length 128, but got an array with length 129", "tools", "array_above_max_length"],
  ["a tool without its function", { tools: [{ type: "function" }] }, "Missing required parameter: 'tools[0].function'.", "tools[0].function", "missing_required_parameter"],
  ["a tool of another type", { tools: [{ type: "custom", custom: { name: "f" } }] }, "Missing required parameter: 'tools[0].function'.", "tools[0].function", "missing_required_parameter"],
  ["a tool without a name", { tools: [{ type: "function", function: {} }] }, "Missing required parameter: 'tools[0].function.name'.", "tools[0].function.name", "missing_required_parameter"],
  ["a name with a space", { tools: [tool({ name: "a b" })] }, "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "tools[0].function.name", "invalid_value"],
  ["a name of 65 characters", { tools: [tool({ name: "a".repeat(65) })] }, "Expected a string with maximum length 64, but got a string with length 65", "tools[0].function.name", "string_above_max_length"],
  ["two tools with one name", { tools: [tool(), tool()] }, "there are several functions named 'f'", "tools", "invalid_value"],
  ["a field of the tool's own", { tools: [tool({ inputSchema: {} })] }, "Unknown parameter: 'tools[0].function.inputSchema'.", "tools[0].function.inputSchema", "unknown_parameter"],
  ["a tool choice without tools", { tool_choice: "auto" }, "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", "tool_choice", null],
  ["parallel_tool_calls without tools", { parallel_tool_calls: false }, "'parallel_tool_calls' is only allowed when 'tools' are specified.", "parallel_tool_calls", null],
  ["an unknown tool choice", { tools: [tool()], tool_choice: "any" }, "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.", "tool_choice", "invalid_value"],
  ["a tool choice that names no tool", { tools: [tool()], tool_choice: { type: "function", function: { name: "g" } } }, "no function named 'g' in 'tools'", "tool_choice", null],
  ["a response format of an unknown type", { response_format: { type: "xml" } }, "Invalid value: 'xml'. Supported values are: 'json_object', 'json_schema', and 'text'.", "response_format.type", "invalid_value"],
  ["a response format that is a string", { response_format: "json_object" }, "expected an object, but got a string", "response_format", "invalid_type"],
  ["json_schema without a schema", { response_format: { type: "json_schema" } }, "Missing required parameter: 'response_format.json_schema'.", "response_format.json_schema", "missing_required_parameter"],
  ["a schema without a name", { response_format: { type: "json_schema", json_schema: { schema: {} } } }, "Missing required parameter: 'response_format.json_schema.name'.", "response_format.json_schema.name", "missing_required_parameter"],
  ["a schema with a bad name", { response_format: { type: "json_schema", json_schema: { name: "a b", schema: { type: "object" } } } }, "Invalid 'response_format.json_schema.name': string does not match pattern.", "response_format.json_schema.name", "invalid_value"],
  ["JSON mode without the word", { response_format: { type: "json_object" } }, "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", "messages", null],
];

// biome-ignore format: a table
const accepted: readonly Accepted[] = [
  ["null where null is the default", { temperature: null, top_p: null, stop: null, n: null, stream: null, seed: null, stream_options: null, max_tokens: null }],
  ["four stop sequences", { stop: ["a", "b", "c", "d"] }],
  ["any whole seed", { seed: -5 }],
  ["JSON mode with the word", { ...messages({ role: "user", content: "Answer in Json." }), response_format: { type: "json_object" } }],
  ["a forced tool", { tools: [tool()], tool_choice: { type: "function", function: { name: "f" } } }],
  ["a search", { web_search_options: {} }],
  ["what says who asks and how", { user: "u", metadata: { a: "b" }, service_tier: "auto", store: false, verbosity: "low", logit_bias: { "1": 5 }, prompt_cache_key: "k" }],
];

it.each(refused)("refuses %s", async (_, sent, message, param, code) => {
  const { answer, request } = await post(sent);
  expect(answer).toEqual({ ...refusal(param, code), message: expect.stringContaining(message) });
  expect(request).toMatchObject({ kind: expect.stringMatching(/generate|stream/), status: 400 });
  expect(request).not.toHaveProperty("turn");
});

it.each(accepted)("accepts %s", async (_, sent) => {
  const { answer, request } = await post(sent);
  expect(answer).toEqual({ status: 200 });
  expect(request?.turn?.model).toBe("m");
});

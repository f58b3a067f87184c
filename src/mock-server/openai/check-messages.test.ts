import { expect, it } from "vitest";
import { type Accepted, post, type Refused, refusal, user } from "./testing/chat-requests.js";

const asking = (...ids: string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
});
const told = (id: string) => ({ role: "tool", tool_call_id: id, content: "1" });
const messages = (...list: unknown[]) => ({ messages: list });
const part = (...parts: unknown[]) => messages({ role: "user", content: parts });
const image = (url: unknown, over: object = {}) => part({ type: "image_url", image_url: { url, ...over } });

// biome-ignore format: a table, a row a rule
const refused: readonly Refused[] = [
  ["missing messages", { messages: undefined }, "Missing required parameter: 'messages'.", "messages", "missing_required_parameter"],
  ["no messages", messages(), "Invalid 'messages': empty array. Expected an array with minimum length 1", "messages", "empty_array"],
  ["messages that are no list", { messages: "Hi" }, "expected an array, but got a string", "messages", "invalid_type"],
  ["a message that is no object", messages(null), "Invalid type for 'messages[0]': expected an object, but got null", "messages[0]", "invalid_type"],
  ["a message without a role", messages({ content: "x" }), "Missing required parameter: 'messages[0].role'.", "messages[0].role", "missing_required_parameter"],
  ["an unknown role", messages({ role: "human", content: "x" }), "Invalid value: 'human'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", "messages[0].role", "invalid_value"],
  ["the function role of old", messages({ role: "function", content: "x", name: "f" }), "'messages[0].role' does not support 'function'", "messages[0].role", "unsupported_value"],
  ["an unknown message field", messages({ ...user, mood: "good" }), "Unknown parameter: 'messages[0].mood'.", "messages[0].mood", "unknown_parameter"],
  ["a user message without content", messages({ role: "user" }), "Missing required parameter: 'messages[0].content'.", "messages[0].content", "missing_required_parameter"],
  ["a user message with null", messages({ role: "user", content: null }), "Invalid value for 'content': expected a string, got null.", "messages.[0].content", null],
  ["an assistant with neither content nor calls", messages({ role: "assistant", content: null }), "expected a string, got null", "messages.[0].content", null],
  ["a tool result of null", messages(user, asking("c"), { ...told("c"), content: null }), "expected a string, got null", "messages.[2].content", null],
  ["content of a wrong type", messages({ role: "user", content: 3 }), "expected one of a string or array of objects, but got an integer", "messages[0].content", "invalid_type"],
  ["a call in the old form", messages({ role: "assistant", content: "x", function_call: { name: "f", arguments: "" } }), "Unsupported parameter: 'messages[0].function_call'", "messages[0].function_call", "unsupported_parameter"],
  ["a part that is a string", part("x"), "Invalid type for 'messages[0].content[0]': expected an object, but got a string", "messages[0].content[0]", "invalid_type"],
  ["a part without a type", part({ text: "x" }), "Missing required parameter: 'messages[0].content[0].type'.", "messages[0].content[0].type", "missing_required_parameter"],
  ["a part of an unknown type", part({ type: "image" }), "Invalid value: 'image'. Supported values are: 'text', 'image_url', 'input_audio', and 'file'.", "messages[0].content[0].type", "invalid_value"],
  ["an image for the system", messages({ role: "system", content: [{ type: "image_url" }] }, user), "Invalid value: 'image_url'. Supported values are: 'text'.", "messages[0].content[0].type", "invalid_value"],
  ["an image url that is a string", part({ type: "image_url", image_url: "https://x.test/a.png" }), "expected an object, but got a string", "messages[0].content[0].image_url", "invalid_type"],
  ["an image without a url", part({ type: "image_url", image_url: {} }), "Missing required parameter: 'messages[0].content[0].image_url.url'.", "messages[0].content[0].image_url.url", "missing_required_parameter"],
  ["bare base64 for an image", image("aGk="), "but got a value without the 'data:' prefix", "messages[0].content[0].image_url.url", "invalid_value"],
  ["an image that is a PDF", image("data:application/pdf;base64,aGk="), "unsupported MIME type 'application/pdf'", "messages[0].content[0].image_url.url", "invalid_value"],
  ["an image without bytes", image("data:image/png;base64,"), "but got empty base64-encoded bytes", "messages[0].content[0].image_url.url", "invalid_value"],
  ["an image that is not base64", image("data:image/png;base64,???"), "but got invalid base64-encoded bytes", "messages[0].content[0].image_url.url", "invalid_value"],
  ["an unknown detail", image("https://x.test/a.png", { detail: "ultra" }), "Supported values are: 'auto', 'low', and 'high'.", "messages[0].content[0].image_url.detail", "invalid_value"],
  ["a file that is no data URL", part({ type: "file", file: { file_data: "aGk=" } }), "Invalid file data: 'messages[0].content[0].file.file_data'.", "messages[0].content[0].file.file_data", "invalid_value"],
  ["a file by id", part({ type: "file", file: { file_id: "file-1" } }), "Missing required parameter: 'messages[0].content[0].file.file_data'.", "messages[0].content[0].file.file_data", "missing_required_parameter"],
  ["a call without a result", messages(user, asking("call_a", "call_b"), told("call_a")), "The following tool_call_ids did not have response messages: call_b", "messages.[3].role", null],
  ["a call answered too late", messages(user, asking("call_a"), user, told("call_a")), "must be followed by tool messages responding to each 'tool_call_id'", "messages.[2].role", null],
  ["a result without a call", messages(user, told("call_a")), "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", "messages.[1].role", null],
  ["a result of another call", messages(user, asking("call_a"), told("call_x")), "'tool_call_id' of 'call_x' not found in 'tool_calls' of previous message.", "messages.[2].tool_call_id", null],
  ["two results of one call", messages(user, asking("call_a"), told("call_a"), told("call_a")), "Duplicate value for 'tool_call_id' of 'call_a', in messages[2] and messages[3].", "messages.[3].tool_call_id", null],
  ["two calls with one id", messages(user, asking("call_a", "call_a"), told("call_a")), "Duplicate value for 'tool_call_id' of 'call_a'", "messages.[1].tool_calls", null],
  ["a result without an id", messages(user, asking("call_a"), { role: "tool", content: "1" }), "Missing required parameter: 'messages[2].tool_call_id'.", "messages[2].tool_call_id", "missing_required_parameter"],
  ["an empty list of calls", messages({ role: "assistant", content: "x", tool_calls: [] }), "Invalid 'messages[0].tool_calls': empty array.", "messages[0].tool_calls", "empty_array"],
  ["a call id that is too long", messages(user, asking("c".repeat(41)), told("c".repeat(41))), "Expected a string with maximum length 40, but got a string with length 41", "messages[1].tool_calls[0].id", "string_above_max_length"],
  ["arguments as an object", messages(user, { role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: {} } }] }), "expected a string, but got an object", "messages[1].tool_calls[0].function.arguments", "invalid_type"],
];

// biome-ignore format: a table
const accepted: readonly Accepted[] = [
  ["an assistant that called no function", messages(user, { role: "assistant", content: "x", function_call: null, audio: null }, user)],
  ["results in another order than their calls", messages(user, asking("call_a", "call_b"), told("call_b"), told("call_a"))],
  ["an assistant message as the server sent it", messages(user, { role: "assistant", content: "x", refusal: null, annotations: [], reasoning_content: "hm" }, user)],
  ["the developer role", messages({ role: "developer", content: "Be brief." }, user)],
  ["a data URL, a web URL, a file and a sound", part({ type: "image_url", image_url: { url: "data:image/png;base64,aGk=", detail: "low" } }, { type: "image_url", image_url: { url: "https://x.test/a.png" } }, { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } }, { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } })],
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

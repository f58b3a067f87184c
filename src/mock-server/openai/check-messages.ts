import {
  type Check,
  identifier,
  listOf,
  nullable,
  object,
  oneOf,
  requireField,
  shape,
  text,
  textUpTo,
  wrongType,
} from "./check.js";
import { checkParts } from "./check-parts.js";
import { refuse } from "./refusal.js";

const toolCall = shape(
  {
    // https://github.com/agno-agi/agno/issues/5382 shows the limit.
    id: textUpTo(40),
    type: oneOf("function"),
    function: shape({ name: identifier, arguments: text }, ["name", "arguments"]),
  },
  ["id", "type", "function"],
);

const content =
  (...parts: readonly string[]): Check =>
  (value, at) => {
    if (typeof value === "string") return;
    if (Array.isArray(value)) return checkParts(value, at, parts);
    wrongType(at, "one of a string or array of objects", value);
  };

const absent: Check = (value, at) => {
  if (value !== null)
    refuse(`Unsupported parameter: '${at}' is not supported with this model.`, at, "unsupported_parameter");
};

const instructions = { role: text, content: content("text"), name: text };

/** What a message of each role may hold. An assistant's is accepted as the server itself sends it. */
const fields: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  system: instructions,
  developer: instructions,
  user: { role: text, content: content("text", "image_url", "input_audio", "file"), name: text },
  assistant: {
    role: text,
    content: nullable(content("text", "refusal")),
    refusal: nullable(text),
    name: text,
    annotations: listOf(object),
    audio: absent,
    function_call: absent,
    reasoning_content: nullable(text),
    tool_calls: listOf(toolCall, { least: 1, most: 128 }),
  },
  tool: { role: text, content: content("text"), tool_call_id: text },
};

/** @throws Refusal for the first message that is malformed, or out of place */
export function checkMessages(messages: unknown): void {
  listOf(checkMessage, { least: 1 })(messages, "messages");
  checkPairing(messages as readonly Loose[]);
}

type Loose = Readonly<Record<string, unknown>>;

function checkMessage(message: unknown, at: string): void {
  object(message, at);
  requireField(message, "role", at);
  // https://github.com/TheR1D/shell_gpt/issues/717: still a role, and no model of today takes it.
  if (message.role === "function")
    refuse(
      `Unsupported value: '${at}.role' does not support 'function' with this model.`,
      `${at}.role`,
      "unsupported_value",
    );
  oneOf("system", "assistant", "user", "function", "tool", "developer")(message.role, `${at}.role`);
  checkContentPresence(message, at);
  shape(fields[message.role as string] as Readonly<Record<string, Check>>)(message, at);
  if (message.role === "tool") requireField(message, "tool_call_id", at);
}

/** Only an assistant that calls tools may say nothing: https://github.com/langchain-ai/langchainjs/issues/4153 */
function checkContentPresence({ role, content, refusal, tool_calls: calls }: Loose, at: string): void {
  if (role === "assistant" && (calls !== undefined || typeof refusal === "string")) return;
  if (content === undefined) requireField({}, "content", at);
  if (content === null)
    refuse("Invalid value for 'content': expected a string, got null.", `${at.replace("[", ".[")}.content`);
}

/** Every call is answered right after the message that made it, and every answer has its call. */
function checkPairing(messages: readonly Loose[]): void {
  let calls: readonly string[] = [];
  const answered = new Map<string, number>();

  const expectAnswered = (next: number) => {
    const missing = calls.filter((id) => !answered.has(id));
    // https://github.com/aliasrobotics/cai/issues/111
    if (missing.length > 0)
      refuse(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(", ")}`,
        `messages.[${next}].role`,
      );
  };

  for (const [i, { role, tool_calls: asked, tool_call_id: id }] of messages.entries()) {
    if (role === "tool") {
      answer(id as string, i);
      continue;
    }
    expectAnswered(i);
    answered.clear();
    calls = ((asked ?? []) as readonly { id: string }[]).map((call) => call.id);
    const repeated = calls.find((call, j) => calls.indexOf(call) !== j);
    if (repeated !== undefined)
      refuse(
        `Invalid parameter: Duplicate value for 'tool_call_id' of '${repeated}', in messages[${i}] and messages[${i}].`,
        `messages.[${i}].tool_calls`,
      );
  }
  expectAnswered(messages.length);

  function answer(id: string, i: number): void {
    // https://github.com/smarter-sh/smarter/issues/264; the provider misspells it so.
    if (calls.length === 0)
      refuse(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${i}].role`,
      );
    if (!calls.includes(id))
      refuse(
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
        `messages.[${i}].tool_call_id`,
      );
    const earlier = answered.get(id);
    // https://github.com/agno-agi/agno/issues/5116
    if (earlier !== undefined)
      refuse(
        `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${earlier}] and messages[${i}].`,
        `messages.[${i}].tool_call_id`,
      );
    answered.set(id, i);
  }
}

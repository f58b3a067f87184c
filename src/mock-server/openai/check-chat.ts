import type { ChatBody, ResponseFormat, WireTool } from "./chat-body.js";
import {
  boolean,
  type Check,
  checkTopLevel,
  identifier,
  integer,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  shape,
  text,
  textUpTo,
} from "./check.js";
import { checkMessages } from "./check-messages.js";
import { checkParameters, checkResponseSchema } from "./check-schema.js";
import { refuse } from "./refusal.js";

/** What the API has and a script cannot play is refused in the words for a model that lacks it, never dropped. */
const unsupported: Check = (_, at) =>
  refuse(`Unsupported parameter: '${at}' is not supported with this model.`, at, "unsupported_parameter");

const unlessNull = nullable(unsupported);
const responseFormats = ["json_object", "json_schema", "text"] as const;

const tool = shape(
  {
    type: oneOf("function"),
    function: shape({ name: identifier, description: text, parameters: object, strict: nullable(boolean) }, ["name"]),
  },
  ["type", "function"],
);

const toolChoice: Check = (value, at) => {
  if (typeof value === "string") return oneOf("none", "auto", "required")(value, at);
  shape({ type: oneOf("function"), function: shape({ name: identifier }, ["name"]) }, ["type", "function"])(value, at);
};

const responseFormat: Check = (value, at) => {
  object(value, at);
  const { type } = value;
  if (type !== undefined) oneOf(...responseFormats)(type, `${at}.type`);
  const fields = { type: text, json_schema: shape(jsonSchemaFields, ["name"]) };
  shape(fields, type === "json_schema" ? ["type", "json_schema"] : ["type"])(value, at);
};

const jsonSchemaFields = { name: identifier, description: text, schema: object, strict: nullable(boolean) };

const stop: Check = (value, at) => {
  if (typeof value !== "string") listOf(text, { most: 4 })(value, at);
};

/** https://platform.openai.com/docs/api-reference/chat/create, as of the `openai` package 6.49 */
const fields: Readonly<Record<string, Check>> = {
  messages: () => {},
  model: textUpTo(Number.POSITIVE_INFINITY),
  audio: unlessNull,
  frequency_penalty: nullable(number(-2, 2)),
  function_call: unsupported,
  functions: unsupported,
  logit_bias: nullable(object),
  logprobs: nullable((value, at) => (value === true ? unsupported(value, at) : boolean(value, at))),
  max_completion_tokens: nullable(integer(1)),
  max_tokens: nullable(integer(1)),
  metadata: nullable(object),
  modalities: nullable(listOf(oneOf("text"), { least: 1 })),
  moderation: nullable(object),
  // A script has one reply for a request.
  n: nullable(integer(1, 1)),
  parallel_tool_calls: boolean,
  prediction: nullable(object),
  presence_penalty: nullable(number(-2, 2)),
  prompt_cache_key: nullable(text),
  prompt_cache_options: object,
  prompt_cache_retention: nullable(oneOf("in_memory", "24h")),
  reasoning_effort: nullable(oneOf("none", "minimal", "low", "medium", "high", "xhigh", "max")),
  response_format: responseFormat,
  safety_identifier: nullable(text),
  seed: nullable(integer()),
  service_tier: nullable(oneOf("auto", "default", "flex", "scale", "priority")),
  stop: nullable(stop),
  store: nullable(boolean),
  stream: nullable(boolean),
  stream_options: nullable(shape({ include_usage: boolean, include_obfuscation: boolean })),
  temperature: nullable(number(0, 2)),
  tool_choice: toolChoice,
  tools: listOf(tool, { least: 1, most: 128 }),
  top_logprobs: unlessNull,
  top_p: nullable(number(0, 1)),
  user: text,
  verbosity: nullable(oneOf("low", "medium", "high")),
  web_search_options: object,
};

/**
 * Checks a chat completion request as strictly as OpenAI does.
 * @throws Refusal with the provider's own message, param and code
 */
export function checkChat(body: Readonly<Record<string, unknown>>): asserts body is ChatBody & typeof body {
  checkTopLevel(body, fields, ["messages", "model"]);
  checkMessages(body.messages);
  const chat = body as unknown as ChatBody;
  checkCombinations(chat);
  checkTools(chat);
  if (chat.response_format) checkResponseFormat(chat.response_format, chat);
}

function checkCombinations({ stream, stream_options, max_tokens, max_completion_tokens }: ChatBody): void {
  // https://github.com/langchain-ai/langgraph/issues/5943
  if (max_tokens != null && max_completion_tokens != null)
    refuse(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      "max_tokens",
      "invalid_parameter_combination",
    );
  // https://github.com/BerriAI/litellm/issues/5803
  if (stream_options != null && stream !== true)
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options");
}

function checkTools({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ChatBody): void {
  // https://github.com/vllm-project/vllm/pull/40311 compares what OpenAI says without tools.
  for (const [name, value] of Object.entries({ tool_choice: choice, parallel_tool_calls: parallel })) {
    if (!tools && value !== undefined)
      refuse(`Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`, name);
  }
  const names = (tools ?? []).map(({ function: { name } }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined)
    refuse(`Invalid value for 'tools': there are several functions named '${repeated}'.`, "tools", "invalid_value");
  tools?.forEach((entry: WireTool, i) => {
    if (entry.function.parameters) checkParameters(entry.function, `tools[${i}].function.parameters`);
  });
  if (typeof choice === "object" && !names.includes(choice.function.name))
    refuse(`Invalid value for 'tool_choice': no function named '${choice.function.name}' in 'tools'.`, "tool_choice");
}

function checkResponseFormat(format: ResponseFormat, { messages }: ChatBody): void {
  if (format.type === "json_schema") checkResponseSchema(format.json_schema);
  // https://platform.openai.com/docs/guides/structured-outputs#json-mode
  if (format.type === "json_object" && !/json/i.test(JSON.stringify(messages)))
    refuse(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "messages",
    );
}

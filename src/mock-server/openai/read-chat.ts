import type {
  AssistantMessage,
  Content,
  JSONValue,
  MessageToolCall,
  OutputSchema,
  Part,
  ReasoningEffort,
  Tool,
  ToolChoice,
  ToolMessage,
  TurnRequest,
} from "../../contract/index.js";
import type { ChatBody, WireMessage, WirePart, WireToolCall } from "./chat-body.js";

type Turn = { -readonly [K in keyof TurnRequest]: TurnRequest[K] };

const efforts: Readonly<Record<NonNullable<ChatBody["reasoning_effort"]>, ReasoningEffort>> = {
  none: "off",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "max",
  max: "max",
};

/**
 * What a chat completion request asks for, without OpenAI's words. JSON mode is a schema that any object satisfies; a
 * tool's result is always the string that was sent.
 * @param body one that `checkChat` has passed
 */
export function readChat(body: ChatBody): TurnRequest {
  const system = body.messages.filter(({ role }) => role === "system" || role === "developer");
  const turn: Turn = { model: body.model, messages: readMessages(body.messages) };
  if (system.length > 0) turn.system = system.map(({ content }) => plainText(content)).join("\n\n");
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  if (maxTokens != null) turn.maxTokens = maxTokens;
  if (body.temperature != null) turn.temperature = body.temperature;
  if (body.top_p != null) turn.topP = body.top_p;
  if (body.seed != null) turn.seed = body.seed;
  if (body.stop != null) turn.stopSequences = [body.stop].flat();
  if (body.reasoning_effort != null) turn.reasoning = efforts[body.reasoning_effort];
  const schema = readSchema(body);
  if (schema) turn.schema = schema;
  const tools = readTools(body);
  if (tools.length > 0) turn.tools = tools;
  if (body.tool_choice !== undefined) turn.toolChoice = readToolChoice(body.tool_choice);
  return turn;
}

function readMessages(messages: readonly WireMessage[]): TurnRequest["messages"] {
  const read: (TurnRequest["messages"][number] | ToolMessage)[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "user") read.push({ role: "user", content: readContent(message.content) });
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
      read.push(readAssistant(message));
    }
    if (message.role === "tool") {
      const { tool_call_id: id, content } = message;
      const result = { id, name: names.get(id) ?? "", output: plainText(content) };
      const before = read.at(-1);
      if (before?.role === "tool") read[read.length - 1] = { role: "tool", results: [...before.results, result] };
      else read.push({ role: "tool", results: [result] });
    }
  }
  return read;
}

function readAssistant(message: Extract<WireMessage, { role: "assistant" }>): AssistantMessage {
  return {
    role: "assistant",
    content: readContent(message.content ?? ""),
    ...(message.reasoning_content && { reasoning: message.reasoning_content }),
    ...(message.tool_calls && { toolCalls: message.tool_calls.map(readCall) }),
  };
}

/** Arguments that are not JSON stay the string that was sent, for a test to find. */
function readCall({ id, function: { name, arguments: sent } }: WireToolCall): MessageToolCall {
  let input: JSONValue = sent;
  try {
    input = JSON.parse(sent) as JSONValue;
  } catch {
    // Kept as it is.
  }
  return { id, name, input };
}

function readContent(content: string | readonly WirePart[]): Content {
  return typeof content === "string" ? content : content.map(readPart);
}

function readPart(part: WirePart): Part {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "refusal":
      return { type: "text", text: part.refusal };
    case "image_url": {
      const { url, detail } = part.image_url;
      return { type: "image", ...readURL(url), ...(detail && { detail }) };
    }
    case "file": {
      const { file_data: url, filename } = part.file;
      return { type: "file", ...readURL(url), ...(filename !== undefined && { filename }) };
    }
    case "input_audio":
      return { type: "file", mediaType: `audio/${part.input_audio.format}`, data: part.input_audio.data };
  }
}

function readURL(url: string): { url: string } | { mediaType: string; data: string } {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return mediaType !== undefined && data !== undefined ? { mediaType, data } : { url };
}

function plainText(content: string | readonly WirePart[] | null | undefined): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

function readSchema({ response_format: format }: ChatBody): OutputSchema | undefined {
  if (format?.type === "json_object") return { name: "json_object", schema: { type: "object" } };
  if (format?.type !== "json_schema") return undefined;
  const { name, schema, strict } = format.json_schema;
  return { name, schema: schema ?? { type: "object" }, ...(strict != null && { strict }) };
}

function readTools({ tools = [], web_search_options: search }: ChatBody): Tool[] {
  const local = tools.map(
    ({ function: { name, description, parameters } }): Tool => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: parameters ?? { type: "object", properties: {} },
    }),
  );
  if (!search) return local;
  const options = Object.keys(search).length > 0 && { options: search };
  return [...local, { name: "web_search", providerType: "web_search", ...options }];
}

function readToolChoice(choice: NonNullable<ChatBody["tool_choice"]>): ToolChoice {
  return typeof choice === "string" ? choice : { tool: choice.function.name };
}

import {
  type AssistantMessage,
  type AttachmentPart,
  type Content,
  type Message,
  type Part,
  type ToolResult,
  unsupported,
} from "../../contract/index.js";
import { stringifyDigits } from "../../generation/index.js";
import type { Endpoint } from "./endpoint.js";
import { readState } from "./provider-state.js";
import { wireId } from "./tool-call-ids.js";

/** Whom the messages are for. */
export interface Addressee {
  readonly endpoint: Endpoint;
  readonly provider: string;
}

/** The conversation as chat completions has it. @throws LLMError `LLM_UNSUPPORTED` for a part that cannot go */
export function toWireMessages(system: string | undefined, messages: readonly Message[], to: Addressee): object[] {
  const wire: object[] = system ? [{ role: to.endpoint.systemRole, content: system }] : [];
  for (const message of messages) {
    if (message.role === "user") wire.push({ role: "user", content: userContent(message.content, to) });
    else if (message.role === "assistant") wire.push(assistantMessage(message, to));
    else wire.push(...message.results.map((result) => toolMessage(result, to)));
  }
  return wire;
}

function userContent(content: Content, to: Addressee): string | object[] {
  if (typeof content === "string") return content;
  const [first] = content;
  // Servers without vision often take nothing but a string.
  if (content.length === 1 && first?.type === "text") return first.text;
  return content.map((part) => userPart(part, to));
}

function userPart(part: Part, to: Addressee): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const detail = part.detail === undefined ? {} : { detail: part.detail };
  if (part.type === "image") return { type: "image_url", image_url: { url: part.url ?? dataURI(part), ...detail } };
  const { files } = to.endpoint;
  if (part.url !== undefined) {
    if (!files.url) throw unsupported(to.provider, "a file by url");
    return { type: "file", file: { filename: filename(part), file_data: part.url } };
  }
  if (!files.data) throw unsupported(to.provider, "files");
  return { type: "file", file: { filename: filename(part), file_data: dataURI(part) } };
}

function dataURI({ mediaType, data }: AttachmentPart): string {
  return `data:${mediaType};base64,${data}`;
}

/** A name is required; its ending tells the kind. */
function filename({ filename: name, mediaType = "application/octet-stream" }: AttachmentPart): string {
  return name ?? `file.${/\/(?:.*[.+-])?([a-z0-9]+)/i.exec(mediaType)?.[1] ?? "bin"}`;
}

function assistantMessage(message: AssistantMessage, to: Addressee): object {
  const { endpoint, provider } = to;
  const calls = message.toolCalls ?? [];
  const state = readState(provider, message);
  const text = assistantText(message.content, to);
  const replays = endpoint.reasoning.replay === "with tool calls" && calls.length > 0;
  return {
    role: "assistant",
    // The key is always there; some relays refuse a turn without it: https://github.com/MoonshotAI/kimi-code/pull/3056
    content: text === "" && calls.length > 0 ? endpoint.emptyContent : text,
    ...(replays && message.reasoning && { [state.reasoningField ?? endpoint.reasoning.field]: message.reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call, i) => ({
        id: wireId(call.id, endpoint),
        type: "function",
        function: { name: call.name, arguments: stringifyDigits(call.input) },
        ...(state.extraContent?.[i] != null && { extra_content: state.extraContent[i] }),
      })),
    }),
  };
}

function assistantText(content: Content, to: Addressee): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => {
      if (part.type !== "text") throw unsupported(to.provider, "attachments in assistant messages");
      return part.text;
    })
    .join("");
}

function toolMessage({ id, output }: ToolResult, { endpoint }: Addressee): object {
  const content = typeof output === "string" ? output : stringifyDigits(output);
  return { role: "tool", tool_call_id: wireId(id, endpoint), content };
}

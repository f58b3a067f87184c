import {
  type AssistantMessage,
  type AttachmentPart,
  type Content,
  isObject,
  type Message,
  type Part,
  type ToolResult,
  type TurnRequest,
} from "../../contract/index.js";

/** The conversation as objects that LangChain makes messages of. */
export function toMessages(request: TurnRequest, provider: string): readonly object[] {
  const system = request.system === undefined ? [] : [{ role: "system", content: request.system }];
  return [...system, ...request.messages.flatMap((message) => toMessage(message, provider))];
}

function toMessage(message: Message, provider: string): readonly object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: toContent(message.content) }];
    case "assistant":
      // Of a turn that said nothing there is nothing to send.
      return message.content === "" && !message.toolCalls?.length ? [] : [assistant(message, provider)];
    case "tool":
      return message.results.map(toolMessage);
  }
}

function toContent(content: Content): string | readonly object[] {
  return typeof content === "string" ? content : content.map(toBlock);
}

function toBlock(part: Part): object {
  if (part.type === "text") return part;
  const { type, url, data, mediaType, detail } = part;
  // LangChain's own block is not taken for an image's bytes everywhere, nor is `image_url` for an address:
  // @langchain/google-genai wants the former there.
  if (type === "file" || url !== undefined) return dataBlock(part);
  return {
    type: "image_url",
    image_url: { url: `data:${mediaType};base64,${data}`, ...(detail !== undefined && { detail }) },
  };
}

function dataBlock({ type, url, data, mediaType, filename, detail }: AttachmentPart): object {
  const metadata = {
    ...(filename !== undefined && { filename, name: filename }),
    ...(detail !== undefined && { detail }),
  };
  return {
    type,
    ...(url === undefined ? { source_type: "base64", data } : { source_type: "url", url }),
    ...(mediaType !== undefined && { mime_type: mediaType }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** With what the model gave beside text and calls, as long as it still says what it said. */
function assistant(message: AssistantMessage, provider: string): object {
  const { content, toolCalls = [], providerState } = message;
  const own = isObject(providerState) && Object.hasOwn(providerState, provider) ? providerState[provider] : undefined;
  const { content: blocks, additional_kwargs: kwargs, text } = isObject(own) ? own : {};
  const isSame = text === content;
  return {
    role: "assistant",
    content: isSame && Array.isArray(blocks) ? blocks : toContent(content),
    ...(isSame && isObject(kwargs) && { additional_kwargs: kwargs }),
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, input }) => ({ type: "tool_call", id, name, args: input })),
    }),
  };
}

function toolMessage({ id, output, isError }: ToolResult): object {
  return {
    role: "tool",
    tool_call_id: id,
    // A tool message holds text.
    content: typeof output === "string" ? output : JSON.stringify(output),
    ...(isError && { status: "error" }),
  };
}

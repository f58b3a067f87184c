import {
  type AssistantMessage,
  type AttachmentPart,
  type Content,
  type Message,
  type Part,
  type ToolResult,
  type TurnRequest,
  unsupported,
} from "../../contract/index.js";
import type { AISDKLanguageModel } from "./language-model.js";
import { readState } from "./provider-state.js";
import { takesUrl } from "./supported-urls.js";

/**
 * The conversation as the AI SDK has it.
 * @throws LLMError `LLM_UNSUPPORTED` for a part that this model cannot be given
 */
export async function toPrompt(request: TurnRequest, model: AISDKLanguageModel): Promise<readonly object[]> {
  const supported: unknown = await model.supportedUrls;
  const toPart = (part: Part) => (part.type === "text" ? part : attachment(part, supported, model));
  const toMessage = (message: Message): readonly object[] => {
    switch (message.role) {
      case "user":
        return [{ role: "user", content: parts(message.content).map(toPart) }];
      case "assistant": {
        // Of a turn that said nothing there is nothing to send; the AI SDK keeps none either.
        const content = assistantParts(message, toPart, model.provider);
        return content.length > 0 ? [{ role: "assistant", content }] : [];
      }
      case "tool":
        return [{ role: "tool", content: message.results.map(toolResult) }];
    }
  };
  const system = request.system === undefined ? [] : [{ role: "system", content: request.system }];
  return [...system, ...request.messages.flatMap(toMessage)];
}

function parts(content: Content): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function attachment(part: AttachmentPart, supported: unknown, { provider, specificationVersion }: AISDKLanguageModel) {
  if (part.detail !== undefined) throw unsupported(provider, "detail");
  const mediaType = part.mediaType ?? (part.type === "image" ? "image/*" : "application/octet-stream");
  if (part.url !== undefined && !takesUrl(supported, mediaType, part.url))
    throw unsupported(provider, `${part.type === "image" ? "an image" : "a file"} by url`);
  const { filename } = part;
  const data =
    specificationVersion === "v3"
      ? part.url === undefined
        ? part.data
        : new URL(part.url)
      : part.url === undefined
        ? { type: "data", data: part.data }
        : { type: "url", url: new URL(part.url) };
  return { type: "file", mediaType, data, ...(filename !== undefined && { filename }) };
}

/** In the order in which they came, each with the metadata that the model wants back. */
function assistantParts(message: AssistantMessage, toPart: (part: Part) => object, provider: string): object[] {
  const { content, reasoning = "", toolCalls = [] } = message;
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input,
  }));
  const state = typeof content === "string" ? readState(provider, message) : undefined;
  if (!state) {
    const said = content === "" ? [] : parts(content).map(toPart);
    return [...(reasoning === "" ? [] : [{ type: "reasoning", text: reasoning }]), ...said, ...calls];
  }
  const left = { text: content as string, reasoning };
  let call = 0;
  return state.flatMap((layout): object[] => {
    const back = layout.metadata && { providerOptions: layout.metadata };
    if (layout.kind === "call") return calls.slice(call, ++call).map((given) => ({ ...given, ...back }));
    const text = left[layout.kind].slice(0, layout.length);
    left[layout.kind] = left[layout.kind].slice(layout.length);
    return [{ type: layout.kind, text, ...back }];
  });
}

function toolResult({ id, name, output, isError }: ToolResult): object {
  const kind = typeof output === "string" ? "text" : "json";
  return {
    type: "tool-result",
    toolCallId: id,
    toolName: name,
    output: { type: isError ? `error-${kind}` : kind, value: output },
  };
}

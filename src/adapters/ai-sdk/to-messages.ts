import { isObject, type LLMRequest } from "../../contract/index.js";
import { stateKey } from "./to-result.js";

type Loose = Readonly<Record<string, unknown>>;

/** A prompt of the AI SDK as system text and messages. What is malformed in it, the LLM's own validation refuses. */
export function toMessages(prompt: unknown): Pick<LLMRequest, "system" | "messages"> {
  const messages = Array.isArray(prompt) ? prompt.filter(isObject) : [];
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  return {
    ...(system.length > 0 && { system: system.join("\n\n") }),
    messages: others.map(toMessage) as unknown as LLMRequest["messages"],
  };
}

function toMessage({ role, content }: Loose): object {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  if (role === "tool") return { role, results: parts.filter(({ type }) => type === "tool-result").map(toResult) };
  if (role !== "assistant") return { role, content: toContent(parts) };
  const textOf = (kind: string) => parts.flatMap(({ type, text }) => (type === kind ? [String(text)] : [])).join("");
  const reasoning = textOf("reasoning");
  // A call that a provider ran has its result beside it, and is nothing to answer.
  const calls = parts.filter(({ type, providerExecuted }) => type === "tool-call" && providerExecuted !== true);
  const state = parts.map(stateIn).find((value) => value !== undefined);
  return {
    role,
    content: textOf("text"),
    ...(reasoning !== "" && { reasoning }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
    }),
    ...(state !== undefined && { providerState: JSON.parse(state) as unknown }),
  };
}

/** A single text is a string, as an application that holds an LLM itself would say it. */
function toContent(parts: readonly Loose[]): unknown {
  const [only, ...others] = parts;
  return only?.type === "text" && others.length === 0 ? only.text : parts.map(toPart);
}

function toPart(part: Loose): object {
  const { type, text, mediaType, data, filename } = part;
  if (type !== "file") return { type, text };
  const media = String(mediaType);
  return {
    type: media.startsWith("image") ? "image" : "file",
    mediaType: media.includes("/") ? media : `${media}/*`,
    ...bytes(data),
    ...(filename !== undefined && { filename }),
  };
}

/** Bytes, base64 or an address; v4 puts each into an object of its own. */
function bytes(data: unknown): object {
  if (data instanceof URL) return { url: data.href };
  if (data instanceof Uint8Array) return { data: Buffer.from(data).toString("base64") };
  if (!isObject(data)) return { data };
  if (data.type === "text") return { data: Buffer.from(String(data.text)).toString("base64") };
  return bytes(data.type === "url" ? data.url : data.data);
}

function toResult({ toolCallId, toolName, output }: Loose): object {
  const { type, value, reason }: Loose = isObject(output) ? output : {};
  const isError = type === "error-text" || type === "error-json" || type === "execution-denied";
  return {
    id: toolCallId,
    name: toolName,
    output: type === "execution-denied" ? `denied: ${reason ?? "the call was not approved"}` : value,
    ...(isError && { isError }),
  };
}

function stateIn({ providerOptions }: Loose): string | undefined {
  const own = isObject(providerOptions) ? providerOptions[stateKey] : undefined;
  return isObject(own) && typeof own.state === "string" ? own.state : undefined;
}

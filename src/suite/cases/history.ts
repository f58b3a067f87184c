import type { Content, Message, MessageToolCall, ToolResult } from "../../contract/index.js";

/** The calls of a history, in order. */
export function callsIn(messages: readonly Message[]): MessageToolCall[] {
  return messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
}

/** The results of a history, in order. */
export function resultsIn(messages: readonly Message[]): ToolResult[] {
  return messages.flatMap((message) => (message.role === "tool" ? message.results : []));
}

/** What a message says: its text parts, joined. */
export function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** A tool's result as the model reads it: a wire may carry a value only as its JSON. */
export function asText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

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

/** A message without what a protocol may change: ids, and the form of what was said and given. */
export function readable(message: Message): object {
  if (message.role === "tool")
    return { results: message.results.map(({ name, output }) => ({ name, output: asText(output) })) };
  const calls = message.role === "assistant" ? message.toolCalls : undefined;
  return {
    role: message.role,
    text: textOf(message.content),
    calls: (calls ?? []).map(({ name, input }) => ({ name, input })),
  };
}

/** A conversation in which tools were used. Their results are a string and a JSON value. */
export const lookedUp: readonly Message[] = [
  { role: "user", content: "How warm is it in Paris and in Oslo?" },
  {
    role: "assistant",
    content: "Let me look.",
    toolCalls: [
      { id: "call_paris", name: "get_temperature", input: { city: "Paris" } },
      { id: "call_oslo", name: "get_forecast", input: { city: "Oslo" } },
    ],
  },
  {
    role: "tool",
    results: [
      { id: "call_paris", name: "get_temperature", output: "21 degrees" },
      { id: "call_oslo", name: "get_forecast", output: { celsius: 8, sky: "clear" } },
    ],
  },
  { role: "assistant", content: "21 degrees in Paris, and 8 in Oslo." },
  { role: "user", content: "Thank you. Say goodbye in one short sentence." },
];

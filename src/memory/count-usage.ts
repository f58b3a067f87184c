import type { Content, Message, TurnRequest, Usage } from "../contract/index.js";
import type { PlayedReply } from "./player.js";

/** The tokens of a text as scripted models count them: its code points divided by four, rounded up. */
export function countTextTokens(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + codePoints(text), 0) / 4);
}

/** The input tokens of a turn: of the system text and the text of all messages, tool results among them. */
export function countInputTokens(request: TurnRequest): number {
  return countTextTokens(request.system ?? "", ...request.messages.flatMap(textsOf));
}

/** The usage of a reply that scripts none. Calls count as their name and arguments, reasoning as a part of the output. */
export function countUsage(request: TurnRequest, reply: Omit<PlayedReply, "usage">): Usage {
  const calls = reply.toolCalls.map(({ name, input, invalidInput }) => name + (invalidInput ?? JSON.stringify(input)));
  return {
    inputTokens: countInputTokens(request),
    outputTokens: countTextTokens(reply.text, reply.reasoning ?? "", ...calls),
    ...(reply.reasoning && { reasoningTokens: countTextTokens(reply.reasoning) }),
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function textsOf(message: Message): string[] {
  if (message.role !== "tool") return [contentText(message.content)];
  return message.results.map(({ output }) => (typeof output === "string" ? output : JSON.stringify(output)));
}

/** The text parts of a content, joined. */
export function contentText(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

import { redact, type TurnRequest } from "../contract/index.js";
import type { RecordedRequest } from "../mock-server/index.js";

/** How much is shown of what was asked. */
const longest = 60;

/** One request as a line: method, path, what was asked in short, and the status. No key is in it. */
export function requestLine(request: RecordedRequest): string {
  const { method, path, status = "no reply" } = request;
  return [`${method} ${redact(path)}`, asked(request), status].filter((part) => part !== "").join("  ");
}

function asked({ kind, turn, embed }: RecordedRequest): string {
  if (embed) return `embed ${embed.model ?? ""} ${counted(embed.texts.length, "text")}`;
  if (!turn) return kind === "unknown" ? "" : kind;
  return `${kind} ${turn.model ?? ""} ${lastSaid(turn)}`;
}

/** The last message of a conversation, in short. */
function lastSaid({ messages }: TurnRequest): string {
  const last = messages.at(-1);
  if (!last) return "";
  if (last.role === "tool") return counted(last.results.length, "tool result");
  const { content } = last;
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join(" ");
  return JSON.stringify(redact(text, [], longest));
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

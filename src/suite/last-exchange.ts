import { redact } from "../contract/index.js";
import type { OpenedSubject } from "./open-subject.js";
import type { Outcome } from "./outcome.js";
import type { SentRequest } from "./stage.js";

/** The longest request and reply that are shown, in characters. */
const most = 1_200;

/** The longest text within them, in characters, and the longest list. */
const longest = { text: 60, list: 6 };

/** What subjects sent so far; nothing of those of which their stage cannot tell it. */
export function sentSoFar(opened: readonly OpenedSubject<unknown>[]): readonly SentRequest[] {
  return opened.flatMap((played) => {
    try {
      return played.sent();
    } catch {
      // A subject that is none of this stage's, which the checks themselves find.
      return [];
    }
  });
}

/** The request that a subject sent last and its scripted reply, for whoever looks into a failure; without credentials. */
export function lastExchange(opened: OpenedSubject<unknown> | undefined): Pick<Outcome, "sent" | "replied"> {
  if (!opened) return {};
  const all = sentSoFar([opened]);
  const request = all.at(-1);
  if (!request) return {};
  const safe = (text: string) => redact(text, opened.apiKey ? [opened.apiKey] : [], most);
  const { raw, turn, embed, kind } = request;
  const sent = raw ? `${raw.method} ${raw.path} ${shortBody(raw.body)}` : shortJSON(turn ?? embed ?? {});
  // Counting tokens takes no reply of the script.
  const isCount = (one: SentRequest) => one.kind === "count-tokens";
  const reply = kind === "count-tokens" ? undefined : opened.script[all.filter((one) => !isCount(one)).length - 1];
  return { sent: safe(sent), ...(reply !== undefined && { replied: safe(shortJSON(reply)) }) };
}

function shortBody(body: string): string {
  try {
    return shortJSON(JSON.parse(body));
  } catch {
    return body;
  }
}

/** JSON of which long texts and lists are cut, so that all of its parts can be seen. */
function shortJSON(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === "string" && item.length > longest.text)
      return `${item.slice(0, longest.text).toWellFormed()}… (${item.length} characters)`;
    if (Array.isArray(item) && item.length > longest.list)
      return [...item.slice(0, longest.list), `… (${item.length - longest.list} more)`];
    return item;
  });
}

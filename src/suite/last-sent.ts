import { redact } from "../contract/index.js";
import type { OpenedSubject } from "./open-subject.js";

/** The longest request that is shown, in characters. */
const most = 1_000;

/** The request that a subject sent last, for whoever looks into a failure; without credentials. */
export function lastSent(opened: OpenedSubject<unknown> | undefined): string | undefined {
  const request = opened?.sent().at(-1);
  if (!request) return undefined;
  const { raw, turn, embed } = request;
  const text = raw ? `${raw.method} ${raw.path} ${raw.body}` : JSON.stringify(turn ?? embed ?? {});
  return redact(text, opened?.apiKey ? [opened.apiKey] : [], most);
}

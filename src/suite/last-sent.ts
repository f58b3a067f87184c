import { redact } from "../contract/index.js";
import type { OpenedSubject } from "./open-subject.js";
import type { SentRequest } from "./stage.js";

/** The longest request that is shown, in characters. */
const most = 1_000;

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

/** The request that a subject sent last, for whoever looks into a failure; without credentials. */
export function lastSent(opened: OpenedSubject<unknown> | undefined): string | undefined {
  const request = sentSoFar(opened ? [opened] : []).at(-1);
  if (!request) return undefined;
  const { raw, turn, embed } = request;
  const text = raw ? `${raw.method} ${raw.path} ${raw.body}` : JSON.stringify(turn ?? embed ?? {});
  return redact(text, opened?.apiKey ? [opened.apiKey] : [], most);
}

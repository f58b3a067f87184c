import { answerOf, type WireExchange } from "../quirks/index.js";
import type { ReplyCheck } from "./reply-check.js";

/**
 * Whether a call that was forced is made. No quirk of the catalogue: it cannot be put into an exchange, since a driver that
 * is told of no call has nothing to read otherwise.
 */
export const forcedCall: ReplyCheck = {
  slug: "tool-calls-forced-call-is-not-made",
  about: {
    level: "must",
    clause: "An answer to a request that forces a call has one (`tool_choice`; at Google the mode `ANY`).",
    why: "Whoever relies on the call gets a text, and what was to be done is not.",
    fix: "Hold the model to a call where one is forced, or refuse the field with 400.",
  },
  detect(exchange) {
    const answer = isForced(exchange) ? answerOf(exchange) : undefined;
    if (!answer || answer.isCut || answer.finishReasons.length === 0 || answer.calls.length > 0) return undefined;
    return `the request forces a call, and the answer (${answer.finishReasons.at(-1)}) has none`;
  },
  couldShow: (exchange) => isForced(exchange) && (answerOf(exchange)?.calls.length ?? 0) > 0,
};

function isForced({ protocol, request }: WireExchange): boolean {
  let body: Asked | null;
  try {
    body = JSON.parse(request.body) as Asked | null;
  } catch {
    return false;
  }
  if (protocol === "google") return body?.toolConfig?.functionCallingConfig?.mode === "ANY";
  const choice = body?.tool_choice;
  return choice === "required" || (typeof choice === "object" && choice !== null);
}

/** As far as it is looked at: our own driver wrote it. */
interface Asked {
  readonly tool_choice?: unknown;
  readonly toolConfig?: { readonly functionCallingConfig?: { readonly mode?: unknown } };
}

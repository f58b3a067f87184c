import type { Method, Outcome } from "./play-road.js";

/** A script that comes out differently over one wire, and has to. */
export interface RoadException {
  readonly reason: string;
  /** Default both. */
  readonly method?: Method;
  /** What comes out there. @param memory what comes out in memory */
  readonly outcome: (memory: Outcome) => Outcome;
}

/** By the name of the script; see `roadScripts`. What no road need have in common, `Outcome` leaves out. */
export const openaiExceptions: Readonly<Record<string, RoadException>> = {
  "the end error": {
    reason: "OpenAI has no turn that it calls failed; hosts that have send the label with an error, which rejects.",
    outcome: ({ told, events }) => ({
      told,
      ...(events && { events: events.slice(0, -1) }),
      error: { code: "LLM_PROVIDER_ERROR", status: 502, retryable: events === undefined },
    }),
  },
  "a refusal": {
    reason: "OpenAI tells a refusal in a field of its own, under the label of an ordinary end.",
    outcome: ({ told, events, response }) => {
      const raw = { ...(response as object), providerFinishReason: "stop" };
      return { told, ...(events && { events: [events[0], { type: "finish", response: raw }] }), response: raw };
    },
  },
  "a script that runs out": {
    reason: "A server has run out, and not a memory model: it refuses the request.",
    outcome: rejects("LLM_REQUEST_REJECTED", 400),
  },
  "text, then LLM_NETWORK_ERROR": {
    reason: "After the first byte a connection that fails is a stream that was cut.",
    method: "stream",
    outcome: rejects("LLM_STREAM_INTERRUPTED", 502),
  },
  "error LLM_TIMEOUT": {
    reason: "What a provider says of a timeout is a gateway's 504; LLM_TIMEOUT is a client's own clock.",
    outcome: rejects("LLM_PROVIDER_ERROR", 504, true),
  },
  "error LLM_INVALID_REQUEST": {
    reason: "The code is for what is refused before the wire.",
    outcome: rejects("LLM_REQUEST_REJECTED", 400),
  },
  "error LLM_CANCELLED": {
    reason: "No provider can send it, and the server says so.",
    outcome: rejects("LLM_REQUEST_REJECTED", 400),
  },
};

/** The same for embedders; by the name of the request, see `roadEmbeds`. */
export const openaiEmbedExceptions: Readonly<Record<string, { readonly reason: string; readonly outcome: object }>> = {
  "a task": {
    reason: "OpenAI's embeddings have no tasks.",
    outcome: { error: { code: "EMBED_UNSUPPORTED", status: 400 } },
  },
};

function rejects(code: string, status: number, retryable = false): RoadException["outcome"] {
  return (memory) => ({ ...memory, error: { code, status, retryable } });
}

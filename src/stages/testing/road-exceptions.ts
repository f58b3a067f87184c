import { embedTasks, isObject } from "../../contract/index.js";
import type { Method, Outcome } from "./play-road.js";

/** A script that comes out differently over one wire, and has to. */
export interface RoadException {
  readonly reason: string;
  /** Default all. */
  readonly methods?: readonly Method[];
  /** What comes out there. @param memory what comes out in memory */
  readonly outcome: (memory: Outcome) => Outcome;
}

export interface EmbedRoadException {
  readonly reason: string;
  readonly outcome: object;
}

/** Over any wire, by the name of the script; see `roadScripts`. What no road need have in common, `Outcome` leaves out. */
const onAnyWire: Readonly<Record<string, RoadException>> = {
  "a script that runs out": {
    reason: "A server has run out, and not a memory model: it refuses the request.",
    outcome: rejects("LLM_REQUEST_REJECTED", 400),
  },
  "text, then LLM_NETWORK_ERROR": {
    reason: "After the first byte a connection that fails is a stream that was cut.",
    methods: ["stream"],
    outcome: rejects("LLM_STREAM_INTERRUPTED", 502),
  },
  "error LLM_TIMEOUT": {
    reason: "What a provider says of a timeout is a gateway's 504; LLM_TIMEOUT is a client's own clock.",
    outcome: rejects("LLM_PROVIDER_ERROR", 504, true),
  },
  ...errors("The code is for what is refused before the wire.", rejects("LLM_REQUEST_REJECTED", 400), [
    ...["LLM_INVALID_REQUEST", "LLM_INVALID_SCHEMA", "LLM_INVALID_TOOL"],
  ]),
  ...errors("The code is for what is refused before the wire.", rejects("LLM_REQUEST_REJECTED", 413), [
    "LLM_ATTACHMENT_TOO_LARGE",
  ]),
  ...errors("No provider can send it, and the server says so.", rejects("LLM_REQUEST_REJECTED", 400), [
    ...["LLM_DISABLED", "LLM_INVALID_CONFIG", "LLM_STREAM_CLOSED", "LLM_CANCELLED", "LLM_INVALID_OUTPUT"],
    ...["LLM_UNKNOWN_TOOL", "LLM_TOOL_NOT_LOCAL"],
  ]),
  ...errors("A server has run out, and not a memory model.", rejects("LLM_REQUEST_REJECTED", 400), [
    "LLM_MEMORY_EXHAUSTED",
  ]),
};

export const openaiExceptions: Readonly<Record<string, RoadException>> = {
  ...onAnyWire,
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
  "an image by its address": {
    reason: "Whoever serves an image tells its media type.",
    outcome: toldWithout("mediaType"),
  },
  "a search that the provider runs": {
    reason: "Chat completions have no tool of that name.",
    outcome: () => ({ told: [], error: { code: "LLM_UNSUPPORTED", status: 400, retryable: false } }),
  },
};

/** Google pairs calls and responses by their order. https://github.com/brightwave-inc/tidebreak/pull/1535 */
const ownIds = "Google is sent the ids back that it sent, and no others.";

export const googleExceptions: Readonly<Record<string, RoadException>> = {
  ...onAnyWire,
  "a file": { reason: "A part has no name in Google's API.", outcome: toldWithout("filename") },
  "reasoning at its most": {
    reason: "A flash model thinks with no more tokens than stand for much.",
    outcome: retold((turn) => ({ ...turn, reasoning: "high" })),
  },
  "a schema outside of them": {
    reason: "Google has no word for the length of a text; the driver tells it in the description.",
    outcome: retold(({ schema, ...turn }) => {
      const { properties } = schema as { readonly properties: object };
      const city = { type: "string", description: 'Must also satisfy: {"minLength":1}' };
      return { ...turn, schema: { ...(schema as object), properties: { ...properties, city } } };
    }),
  },
  "arguments that are not complete JSON": {
    reason: "Google sends objects: a call that is none it calls malformed, and shows nothing of that turn's calls.",
    outcome: ({ told, events }) => {
      const response = {
        ...{ text: "", finishReason: "error", model: "its own", steps: 1, toolCalls: [], sources: [] },
        ...{ messages: [{ role: "assistant", content: "" }], usage: { inputTokens: 3, outputTokens: 11 } },
      };
      return { told: told.slice(0, 1), ...(events && { events: [{ type: "finish", response }] }), response };
    },
  },
  "calls without ids": {
    reason: ownIds,
    // Paused, no response shows the ids.
    methods: ["generate", "stream"],
    outcome: toldIds({ "minted 1": "minted 3", "minted 2": "minted 4" }),
  },
  "an id that comes again": { reason: ownIds, outcome: toldIds({ "minted 1": "call_paris" }) },
  "an id that comes twice at once": { reason: ownIds, outcome: toldIds({ "minted 1": "call_paris" }) },
  "a conversation that goes on": { reason: ownIds, outcome: toldIds({ call_paris: "minted 1" }) },
  ...errors("Google says 429 of every quota.", rejects("LLM_QUOTA_EXCEEDED", 429), ["LLM_QUOTA_EXCEEDED 402"]),
  ...errors("Google says 400 of every prompt that is too long.", rejects("LLM_CONTEXT_TOO_LONG", 400), [
    "LLM_CONTEXT_TOO_LONG 413",
  ]),
};

/** The same for embedders; by the name of the request, see `roadEmbeds`. */
export const openaiEmbedExceptions: Readonly<Record<string, EmbedRoadException>> = Object.fromEntries(
  embedTasks.map((task) => [
    `the task ${task}`,
    {
      reason: "OpenAI's embeddings have no tasks.",
      outcome: { error: { code: "EMBED_UNSUPPORTED", status: 400 }, told: { texts: [], settings: [] } },
    },
  ]),
);

export const googleEmbedExceptions: Readonly<Record<string, EmbedRoadException>> = {};

function errors(
  reason: string,
  outcome: RoadException["outcome"],
  names: readonly string[],
): Record<string, RoadException> {
  return Object.fromEntries(names.map((name) => [`error ${name}`, { reason, outcome }]));
}

/** @param change what it does to each turn that the model was told */
function retold(change: (turn: Readonly<Record<string, unknown>>) => object): RoadException["outcome"] {
  return ({ told, ...rest }) => ({ ...rest, told: told.map((turn) => change(turn as Record<string, unknown>)) });
}

/** @param name of a field that is not told */
function toldWithout(name: string): RoadException["outcome"] {
  return ({ told, ...rest }) => ({
    ...rest,
    told: JSON.parse(JSON.stringify(told), (key, value) => (key === name ? undefined : value)),
  });
}

function toldIds(ids: Readonly<Record<string, string>>): RoadException["outcome"] {
  const renamed = (_: string, value: unknown) =>
    isObject(value) && typeof value.id === "string" ? { ...value, id: ids[value.id] ?? value.id } : value;
  return ({ told, ...rest }) => ({ ...rest, told: JSON.parse(JSON.stringify(told), renamed) });
}

function rejects(code: string, status: number, retryable = false): RoadException["outcome"] {
  return (memory) => ({ ...memory, error: { code, status, retryable } });
}

import { isLLMError, type LLM, type LLMRequest, type LLMStream } from "../contract/index.js";
import type { Claims } from "./claims.js";
import type { Profile } from "./profiles.js";

/** A request that is sent for the sake of its reply's wire alone: what comes of it is judged by nothing else. */
interface Probe {
  readonly profiles: readonly Profile[];
  readonly capabilities: readonly (keyof Claims)[];
  /** The most requests that it takes. */
  readonly requests: number;
  readonly request: LLMRequest;
}

const temperatures: LLMRequest = {
  messages: [
    {
      role: "user",
      content: "Call the tool get_temperature twice at once: for the city Paris, and for the city Rome.",
    },
  ],
  tools: [
    {
      name: "get_temperature",
      description: "Gives the current temperature in a city, in degrees Celsius.",
      inputSchema: {
        type: "object",
        properties: { city: { type: "string", description: "The name of the city, in English" } },
        required: ["city"],
        additionalProperties: false,
      },
    },
  ],
  toolChoice: "required",
};

/** Long enough that a buffer between the model and us can be told from a fast model. */
const longAnswer: LLMRequest = {
  messages: [{ role: "user", content: "Write the numbers from one to sixty in English words, separated by commas." }],
};

/** No case of the suite streams calls or a long answer without a script, and that is where servers deviate most. */
const probes: readonly Probe[] = [
  {
    profiles: ["default", "full"],
    capabilities: ["streaming", "tools"],
    requests: 2,
    request: temperatures,
  },
  { profiles: ["default", "stream", "full"], capabilities: ["streaming"], requests: 1, request: longAnswer },
];

/** The probes of a profile, for what the endpoint is not known to lack. */
export function probesOf(profile: Profile, claims: Claims): readonly Probe[] {
  return probes.filter(
    (one) => one.profiles.includes(profile) && one.capabilities.every((name) => claims[name] !== false),
  );
}

/** Streams each probe to its end, one after the other. Never rejects: the exchanges tell what came. */
export async function sendProbes(llm: LLM, wanted: readonly Probe[]): Promise<void> {
  for (const { request } of wanted) {
    try {
      await drained(llm, request);
    } catch (error) {
      // Not every endpoint can force a call.
      if (request.toolChoice === undefined || !isLLMError(error) || error.code !== "LLM_REQUEST_REJECTED") continue;
      const { toolChoice: _, ...unforced } = request;
      await drained(llm, unforced).catch(() => {});
    }
  }
}

async function drained(llm: LLM, request: LLMRequest): Promise<void> {
  await using stream: LLMStream = await llm.stream(request);
  await stream.response();
}

import { isLLMError, type LLM, type LLMRequest, type LLMStream } from "../contract/index.js";
import type { Claims } from "./claims.js";
import { lacksPieces, repeatRequest } from "./lost-pieces.js";
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

/** No case of the suite streams calls or a long answer without a script, and that is where servers deviate most. */
const probes: readonly Probe[] = [
  {
    profiles: ["default", "full"],
    capabilities: ["streaming", "tools"],
    requests: 2,
    request: temperatures,
  },
  { profiles: ["default", "stream", "full"], capabilities: ["streaming"], requests: 2, request: repeatRequest },
];

/** The probes of a profile, for what the endpoint is not known to lack. */
export function probesOf(profile: Profile, claims: Claims): readonly Probe[] {
  return probes.filter(
    (one) => one.profiles.includes(profile) && one.capabilities.every((name) => claims[name] !== false),
  );
}

/** Streams the probes to their ends, all at once. Never rejects: the exchanges tell what came. */
export async function sendProbes(llm: LLM, wanted: readonly Probe[]): Promise<void> {
  await Promise.all(wanted.map(({ request }) => sendProbe(llm, request).catch(() => {})));
}

async function sendProbe(llm: LLM, request: LLMRequest): Promise<void> {
  try {
    const text = await streamed(llm, request);
    if (request === repeatRequest && lacksPieces(text)) await llm.generate(request);
  } catch (error) {
    // Not every endpoint can force a call.
    if (request.toolChoice === undefined || !isLLMError(error) || error.code !== "LLM_REQUEST_REJECTED") throw error;
    const { toolChoice: _, ...unforced } = request;
    await streamed(llm, unforced);
  }
}

async function streamed(llm: LLM, request: LLMRequest): Promise<string> {
  await using stream: LLMStream = await llm.stream(request);
  return (await stream.response()).text;
}

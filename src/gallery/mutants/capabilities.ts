import { capabilityNames, type LLM, LLMError, type LLMRequest } from "../../contract/index.js";
import { badLLM, badRequest, badResponse } from "../break-llm.js";
import { badEvents } from "../break-stream.js";
import type { LLMMutants } from "../mutant.js";
import { textOnly, without } from "./spoilt-requests.js";

const slugs = {
  streaming: "streaming",
  structuredOutput: "structured-output",
  tools: "tools",
  vision: "vision",
  reasoning: "reasoning",
  tokenCounting: "token-counting",
  promptCaching: "prompt-caching",
  sources: "sources",
} as const;

/** Works, and is not claimed: what is not claimed must be refused. */
const unclaimed: LLMMutants = Object.fromEntries(
  capabilityNames.map((name) => [
    `does-not-claim-${slugs[name]}-that-works`,
    [
      `CapabilitiesAreHonest/${slugs[name]}`,
      name === "promptCaching"
        ? /is not claimed, but `usage\.cachedInputTokens`: expected undefined without the claim, got 8/
        : new RegExp(`${name} is not claimed, but .*: expected a rejection with LLM_UNSUPPORTED, got (?!one with)`),
      badLLM((llm) => ({ capabilities: { ...llm.capabilities, [name]: false } })),
    ],
  ]),
);

/** What is claimed, and what is not. */
export const capabilityMutants: LLMMutants = {
  ...unclaimed,
  "claims-seven-of-eight": [
    "CapabilitiesAreHonest/claims-are-complete",
    /`capabilities\.vision`: expected .*, got undefined/,
    badLLM(({ capabilities: { vision: _, ...capabilities } }) => ({ capabilities })),
  ],
  "takes-a-tool-beside-a-providers-own": [
    "CapabilitiesAreHonest/tools",
    /tools is not claimed, but generate\(\): expected a rejection with LLM_UNSUPPORTED, got (?!one with)/,
    badLLM((llm) => ({
      capabilities: { ...llm.capabilities, tools: false },
      async generate(...call: Parameters<LLM["generate"]>) {
        if (call[0].tools?.every((tool) => tool.providerType === undefined))
          throw new LLMError("LLM_UNSUPPORTED", "memory does not support tools");
        return llm.generate(...call);
      },
    })),
  ],
  "streams-the-end-only": [
    "CapabilitiesAreHonest/streaming",
    /the text deltas of the stream: expected at least one, got none/,
    badEvents(async function* (events, harm) {
      harm();
      for await (const event of events) if (event.type !== "text") yield event;
    }),
  ],
  "claims-schemas-and-drops-them": [
    "CapabilitiesAreHonest/structured-output",
    /the schema of the request sent: expected the caller's, got none/,
    badRequest(without("schema")),
  ],
  "claims-tools-and-drops-them": [
    "CapabilitiesAreHonest/tools",
    /the number of times that the handler ran: expected at least 1, got 0/,
    badRequest(without("tools")),
  ],
  "claims-vision-and-skips-images": [
    "CapabilitiesAreHonest/vision",
    /the parts sent: expected one of type image, got none/,
    badRequest(textOnly),
  ],
  "claims-reasoning-and-drops-the-effort": [
    "CapabilitiesAreHonest/reasoning",
    /the effort sent: expected .*, got undefined/,
    badRequest(without("reasoning")),
  ],
  "thinks-in-silence": [
    "CapabilitiesAreHonest/reasoning",
    /`reasoning` and `usage\.reasoningTokens`: expected one of the two, .*, got neither/,
    badResponse(({ usage: { reasoningTokens: _, ...usage } }) => ({ usage, reasoning: undefined })),
  ],
  "counts-characters-for-tokens": [
    "CapabilitiesAreHonest/token-counting",
    /the count \(against the usage of the same request\): expected /,
    badLLM(() => ({ countTokens: async (request: LLMRequest) => JSON.stringify(request).length })),
  ],
  "counts-the-messages-only": [
    "CapabilitiesAreHonest/token-counting",
    /a system text added to it: expected more than \d+, got \d+/,
    badLLM((llm) => ({
      countTokens: ({ messages }: LLMRequest, options?: object) => llm.countTokens({ messages }, options),
    })),
  ],
  "estimates-fractions-of-tokens": [
    "CapabilitiesAreHonest/token-counting",
    /countTokens\(\): expected a whole number that is not negative, got \d+\.5/,
    badLLM((llm) => ({
      countTokens: async (...call: Parameters<LLM["countTokens"]>) => (await llm.countTokens(...call)) + 0.5,
    })),
  ],
  "claims-caching-and-never-reports-it": [
    "CapabilitiesAreHonest/prompt-caching",
    /`usage\.cachedInputTokens`: expected .*, got undefined/,
    badResponse(({ usage: { cachedInputTokens: _, ...usage } }) => ({ usage })),
  ],
  "loses-sources": [
    "CapabilitiesAreHonest/sources",
    /`sources`: expected at least one, got none/,
    badResponse(() => ({ sources: [] })),
  ],
  "refuses-to-think-not-at-all": [
    "CapabilitiesAreHonest/reasoning-off-needs-no-claim",
    /an LLM that claims no reasoning: expected it to be taken, got a rejection with LLM_UNSUPPORTED/,
    badLLM((llm) => ({
      capabilities: { ...llm.capabilities, reasoning: false },
      generate: async (...call: Parameters<LLM["generate"]>) => {
        if (call[0].reasoning) throw new LLMError("LLM_UNSUPPORTED", "memory does not support reasoning");
        return llm.generate(...call);
      },
    })),
  ],
};

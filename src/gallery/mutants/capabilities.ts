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
        ? /is not claimed and must be refused, but 8 cached tokens were reported/
        : new RegExp(`${name} is not claimed and must be refused, but it resolved with`),
      badLLM((llm) => ({ capabilities: { ...llm.capabilities, [name]: false } })),
    ],
  ]),
);

/** What is claimed, and what is not. */
export const capabilityMutants: LLMMutants = {
  ...unclaimed,
  "claims-seven-of-eight": [
    "CapabilitiesAreHonest/claims-are-complete",
    /`capabilities\.vision` is undefined/,
    badLLM(({ capabilities: { vision: _, ...capabilities } }) => ({ capabilities })),
  ],
  "streams-the-end-only": [
    "CapabilitiesAreHonest/streaming",
    /the stream brought no text/,
    badEvents(async function* (events, harm) {
      harm();
      for await (const event of events) if (event.type !== "text") yield event;
    }),
  ],
  "claims-schemas-and-drops-them": [
    "CapabilitiesAreHonest/structured-output",
    /sent without the schema/,
    badRequest(without("schema")),
  ],
  "claims-tools-and-drops-them": [
    "CapabilitiesAreHonest/tools",
    /the tool was never called/,
    badRequest(without("tools")),
  ],
  "claims-vision-and-skips-images": ["CapabilitiesAreHonest/vision", /sent without the image/, badRequest(textOnly)],
  "claims-reasoning-and-drops-the-effort": [
    "CapabilitiesAreHonest/reasoning",
    /the effort sent is undefined/,
    badRequest(without("reasoning")),
  ],
  "thinks-in-silence": [
    "CapabilitiesAreHonest/reasoning",
    /neither reasoning text nor reasoning tokens came back/,
    badResponse(({ usage: { reasoningTokens: _, ...usage } }) => ({ usage, reasoning: undefined })),
  ],
  "counts-characters-for-tokens": [
    "CapabilitiesAreHonest/token-counting",
    /the count \(against the usage of the same request\) is/,
    badLLM(() => ({ countTokens: async (request: LLMRequest) => JSON.stringify(request).length })),
  ],
  "counts-the-messages-only": [
    "CapabilitiesAreHonest/token-counting",
    /a longer request counts \d+ tokens, and a shorter one/,
    badLLM((llm) => ({
      countTokens: ({ messages }: LLMRequest, options?: object) => llm.countTokens({ messages }, options),
    })),
  ],
  "estimates-fractions-of-tokens": [
    "CapabilitiesAreHonest/token-counting",
    /the count is \d+\.5; expected a whole number/,
    badLLM((llm) => ({
      countTokens: async (...call: Parameters<LLM["countTokens"]>) => (await llm.countTokens(...call)) + 0.5,
    })),
  ],
  "claims-caching-and-never-reports-it": [
    "CapabilitiesAreHonest/prompt-caching",
    /`usage\.cachedInputTokens` is undefined/,
    badResponse(({ usage: { cachedInputTokens: _, ...usage } }) => ({ usage })),
  ],
  "loses-sources": ["CapabilitiesAreHonest/sources", /`sources` is empty/, badResponse(() => ({ sources: [] }))],
  "refuses-to-think-not-at-all": [
    "CapabilitiesAreHonest/reasoning-off-needs-no-claim",
    /refused by an LLM that does not reason/,
    badLLM((llm) => ({
      capabilities: { ...llm.capabilities, reasoning: false },
      generate: async (...call: Parameters<LLM["generate"]>) => {
        if (call[0].reasoning) throw new LLMError("LLM_UNSUPPORTED", "memory does not support reasoning");
        return llm.generate(...call);
      },
    })),
  ],
};

import type { Capability, Embedder, LLM } from "../contract/index.js";
import { type Case, embedderCases, llmCases } from "../suite/index.js";
import type { Claims } from "./claims.js";

/** What of an endpoint is judged. */
export const profiles = ["default", "chat", "stream", "tools", "structured", "embed", "full"] as const;
export type Profile = (typeof profiles)[number];

/** The checks of `CapabilitiesAreHonest` and the requests that each capability takes there; some need a script, and send none. */
const forCapability: Readonly<Record<Capability, number>> = {
  streaming: 1,
  structuredOutput: 1,
  tools: 3,
  vision: 1,
  reasoning: 0,
  tokenCounting: 3,
  promptCaching: 1,
  sources: 1,
};

/** The most requests that a case sends to an endpoint, beside those; what is not named here sends none. */
const requests: Readonly<Record<string, number>> = {
  Enabled: 1,
  Identity: 1,
  Generate: 1,
  Stream: 2,
  StreamCloseIsIdempotent: 4,
  StreamCloseBeforeDrain: 2,
  CapabilitiesAreHonest: 2,
  StructuredOutputIsJSON: 2,
  ToolLoop: 3,
  ToolApprovalIsEnforced: 6,
  PerRequestModelIsHonouredOrRefused: 1,
  TokenCountIsExact: 6,
  EmbedReturnsOneVectorPerText: 3,
  EmbedIdentity: 1,
  EmbedHonoursDimensionsOrRefuses: 4,
  EmbedHonoursTaskOrRefuses: 10,
  EmbedSplitsLargeBatches: 6,
  EmbedRequestIsNotMutated: 2,
  EmbedTextsArriveWhole: 1,
  EmbedUsageIsHonest: 6,
  EmbedPerRequestModelIsHonouredOrRefused: 1,
  EmbedCallsDoNotMix: 61,
};

/** Cases that only some profiles play; all others are played by every profile of their kind. */
const only: Readonly<Record<string, readonly Profile[]>> = {
  // Its attachments take more memory than all else together, and none is ever sent.
  AttachmentSizeIsGuarded: ["full"],
  TokenCountIsExact: ["full"],
  Generate: ["default", "chat", "full"],
  PerRequestModelIsHonouredOrRefused: ["default", "chat", "full"],
  Stream: ["default", "stream", "full"],
  StreamCloseIsIdempotent: ["stream", "full"],
  StreamCloseBeforeDrain: ["default", "stream", "full"],
  StructuredOutputIsJSON: ["default", "structured", "full"],
  ToolLoop: ["default", "tools", "full"],
  ToolApprovalIsEnforced: ["default", "tools", "full"],
  EmbedCallsDoNotMix: [],
};

/** The capabilities that a profile tries; the others are not claimed in it, so that nothing is spent on them. */
const tried: Readonly<Record<Profile, readonly Capability[]>> = {
  default: ["streaming", "structuredOutput", "tools"],
  chat: [],
  stream: ["streaming"],
  tools: ["tools"],
  structured: ["structuredOutput"],
  full: ["streaming", "structuredOutput", "tools", "vision", "reasoning", "tokenCounting", "promptCaching", "sources"],
  embed: [],
};

/**
 * What is claimed of an endpoint before anything is known of it: what the profile does not try is not, and of the rest
 * what is said of the endpoint; where nothing is said, our driver's own claims hold.
 */
export function claimsOf(profile: Profile, said: Claims): Claims {
  // Whether a model reasons decides what may be asked of it at all, and to know it costs nothing.
  const untried = (Object.keys(forCapability) as Capability[]).filter(
    (name) => name !== "reasoning" && !tried[profile].includes(name),
  );
  return { ...said, ...Object.fromEntries(untried.map((name) => [name, false])) };
}

export const isEmbedding = (profile: Profile): boolean => profile === "embed";

/** The cases of a profile, in the order of the suite. */
export function llmCasesOf(profile: Profile): readonly Case<LLM>[] {
  return isEmbedding(profile) ? [] : llmCases.filter((one) => isPlayed(one, profile));
}

export function embedderCasesOf(profile: Profile): readonly Case<Embedder>[] {
  return isEmbedding(profile) ? embedderCases.filter((one) => isPlayed(one, profile)) : [];
}

/** Cases of a wire of ours are none of an endpoint's: its own wire is judged by what it sends. */
function isPlayed({ name, protocol }: Case<never>, profile: Profile): boolean {
  return protocol === undefined && (only[name]?.includes(profile) ?? true);
}

/** How many requests a case may send. */
export function requestsOf(name: string, claims: Claims): number {
  const claimed = Object.entries(forCapability).filter(([capability]) => claims[capability as Capability] !== false);
  const ofClaims = name === "CapabilitiesAreHonest" ? claimed.reduce((sum, [, count]) => sum + count, 0) : 0;
  return (requests[name] ?? 0) + ofClaims;
}

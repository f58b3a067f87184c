import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { fromAISDK } from "touchstone/ai-sdk";
import { runSuite } from "touchstone/vitest";
import knownFailures from "./ai-sdk-known-failures.json" with { type: "json" };

// The suite starts a scripted server on loopback for each case; the provider is made as its users make it.
runSuite(
  ({ baseURL, apiKey, model, maxRetries }) =>
    fromAISDK(createOpenAICompatible({ name: "acme", baseURL, apiKey, includeUsage: true })(model), {
      maxRetries,
      secrets: [apiKey],
    }),
  { protocol: "openai", knownFailures },
);

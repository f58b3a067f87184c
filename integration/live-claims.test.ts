import type { LLM } from "touchstone";
import { google, openAICompatible } from "touchstone/drivers";
import { describe, expect, test } from "vitest";
import { expectedProviders, missingKey, type Provider, providersIn } from "../src/cli/providers.js";
import { liveClaims } from "./live-claims.js";

/*
 * Each provider whose key is set; EXPECTED_PROVIDERS=openai,google names those whose key must be.
 *
 *   OPENAI_API_KEY=… EXPECTED_PROVIDERS=openai npm run test:integration
 */
const expected = expectedProviders(process.env);

for (const provider of providersIn(process.env)) {
  const { name, keyEnv } = provider;
  const apiKey = process.env[keyEnv];
  describe(name, () => (apiKey ? holdTo(provider, apiKey) : tellMissing(provider)));
}

function tellMissing(provider: Provider): void {
  test("has its key", ({ skip }) => {
    if (expected.includes(provider.name)) expect.fail(missingKey(provider));
    skip(`${provider.keyEnv} is not set`);
  });
}

function holdTo(provider: Provider, apiKey: string): void {
  test.each(Object.entries(liveClaims))("%s", async (_, holds) => {
    const llm = llmOf(provider, apiKey);
    try {
      await holds(llm);
    } finally {
      await llm.close();
    }
  });
}

function llmOf({ driver, preset, baseURL, model }: Provider, apiKey: string): LLM {
  const options = { baseURL, model, apiKey };
  return driver === "google" ? google(options) : openAICompatible({ ...options, preset });
}

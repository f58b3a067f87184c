import { ChatOpenAI } from "@langchain/openai";
import { fromLangChain } from "touchstone/langchain";
import { runSuite } from "touchstone/vitest";
import knownFailures from "./langchain-known-failures.json" with { type: "json" };

runSuite(
  ({ baseURL, apiKey, model: own, maxRetries, timeouts }) =>
    fromLangChain(
      // LangChain has most settings in the constructor: a model is made for those of each request.
      ({ model = own, maxTokens, temperature, topP, seed, providerOptions }) =>
        new ChatOpenAI({
          model,
          apiKey,
          configuration: { baseURL },
          maxRetries: 0,
          timeout: timeouts.total ?? timeouts.headers ?? 60_000,
          ...(maxTokens !== undefined && { maxTokens }),
          ...(temperature !== undefined && { temperature }),
          ...(topP !== undefined && { topP }),
          modelKwargs: { ...(seed !== undefined && { seed }), ...providerOptions },
        }),
      { maxRetries, secrets: [apiKey] },
    ),
  { protocol: "openai", knownFailures },
);

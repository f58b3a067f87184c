import type { Embedder, LLM } from "touchstone";
import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "touchstone/drivers";
import { runEmbedderSuite, runSuite } from "touchstone/vitest";
import { test } from "vitest";

/*
 * The whole suite against one provider of one's choice, or whatever else is at an address.
 *
 *   APP_AI_PROVIDER=compat APP_AI_BASE_URL=https://api.groq.com/openai/v1 APP_AI_API_KEY=… \
 *     APP_AI_MODEL=llama-3.3-70b-versatile npm run test:integration
 *   APP_AI_PROVIDER=google APP_AI_API_KEY=… APP_AI_MODEL=gemini-2.5-flash APP_AI_EMBED_MODEL=gemini-embedding-001 \
 *     npm run test:integration
 */
const {
  APP_AI_PROVIDER: provider = "compat",
  APP_AI_MODEL: model,
  APP_AI_EMBED_MODEL: embedModel,
  APP_AI_BASE_URL: baseURL,
  APP_AI_API_KEY: apiKey,
} = process.env;

interface Provider {
  llm(model: string): LLM;
  embedder(model: string): Embedder;
}

const providers: Readonly<Record<string, Provider>> = {
  compat: {
    llm: (name) => openAICompatible({ ...target(), model: name }),
    embedder: (name) => openAICompatibleEmbedder({ ...target(), model: name }),
  },
  google: {
    llm: (name) => google({ ...target(), model: name }),
    embedder: (name) => googleEmbedder({ ...target(), model: name }),
  },
};

function target() {
  return { ...(baseURL && { baseURL }), ...(apiKey && { apiKey }) };
}

if (!apiKey && !baseURL) {
  test("a real provider", (context) => {
    context.skip("neither APP_AI_API_KEY nor APP_AI_BASE_URL is set");
  });
} else {
  const chosen = providers[provider];
  if (!chosen) throw new Error(`APP_AI_PROVIDER is "${provider}"; there are ${Object.keys(providers).join(", ")}`);
  if (!model && !embedModel) throw new Error("set APP_AI_MODEL, APP_AI_EMBED_MODEL or both");
  if (model) runSuite(() => chosen.llm(model), { name: `${provider} ${model}` });
  if (embedModel) runEmbedderSuite(() => chosen.embedder(embedModel), { name: `${provider} ${embedModel}` });
}

import { google, googleEmbedder } from "touchstone/drivers";
import { createGoogleServer, serve } from "touchstone/mock-server";
import { afterAll, expect, test } from "vitest";

// Stands for Google, so that this runs without a key. Leave `baseURL` away for the real one.
const endpoint = await serve(createGoogleServer({ script: ["Hello there!"] }));
afterAll(() => endpoint.close());
const apiKey = process.env.GEMINI_API_KEY ?? "any";

test("generate, embed", async () => {
  const llm = google({ baseURL: endpoint.baseURL, apiKey, model: "gemini-2.5-flash" });
  const response = await llm.generate({ messages: [{ role: "user", content: "Say hello." }], reasoning: "low" });
  expect(response).toMatchObject({ text: "Hello there!", finishReason: "stop", provider: "google" });
  await llm.close();

  const embedder = googleEmbedder({ baseURL: endpoint.baseURL, apiKey, model: "gemini-embedding-001" });
  const { vectors } = await embedder.embed({ texts: ["one", "two"], task: "document", dimensions: 8 });
  expect(vectors).toHaveLength(2);
  await embedder.close();
});

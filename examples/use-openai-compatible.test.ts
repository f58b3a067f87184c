import { openAICompatible, openAICompatibleEmbedder } from "touchstone/drivers";
import { createOpenAIServer, serve } from "touchstone/mock-server";
import { afterAll, expect, test } from "vitest";

// Stands for the endpoint, so that this runs anywhere.
const endpoint = await serve(createOpenAIServer({ script: ["Hello there!"] }));
afterAll(() => endpoint.close());

test("generate, stream, embed", async () => {
  const llm = openAICompatible({ baseURL: endpoint.baseURL, model: "llama3.2", preset: "ollama" });
  const stream = await llm.stream({ messages: [{ role: "user", content: "Say hello." }] });
  for await (const event of stream) if (event.type === "text") process.stdout.write(event.text);
  expect(await stream.response()).toMatchObject({ text: "Hello there!", finishReason: "stop", provider: "ollama" });
  await llm.close();

  const embedder = openAICompatibleEmbedder({ baseURL: endpoint.baseURL, model: "nomic-embed-text", preset: "ollama" });
  const { vectors } = await embedder.embed({ texts: ["one", "two"] });
  expect(vectors).toHaveLength(2);
  await embedder.close();
});

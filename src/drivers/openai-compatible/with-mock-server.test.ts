import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { llmCalls, memoryEmbedder, memoryLLM } from "../../memory/index.js";
import { createOpenAIServer, type MockServer, mswHandlers, serve } from "../../mock-server/index.js";
import { type Method, playEmbedRoad, playRoad } from "../../stages/testing/play-road.js";
import { openaiEmbedExceptions, openaiExceptions } from "../../stages/testing/road-exceptions.js";
import { roadEmbeds, roadScripts } from "../../stages/testing/road-scripts.js";
import { openAICompatible, openAICompatibleEmbedder } from "./index.js";

type Reach = (
  server: MockServer,
) => Promise<{ baseURL: string; fetch?: (url: string, init: object) => Promise<Response> }>;

const apiKey = "sk-touchstone-0123456789abcdef";
const interceptor = setupServer();

const onLoopback: Reach = async (server) => {
  const { baseURL, close } = await serve(server);
  onTestFinished(close);
  return { baseURL };
};
const throughMSW: Reach = async (server) => {
  const baseURL = "https://api.openai.test/v1";
  interceptor.use(...mswHandlers(http, server, baseURL));
  return { baseURL, fetch: (url, init) => fetch(url, init) };
};

test.each([
  [roadScripts, openaiExceptions],
  [roadEmbeds, openaiEmbedExceptions],
])("names are used once, and every exception has one", (rows, exceptions) => {
  const names = rows.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});

describe.each([
  ["undici, on loopback", onLoopback],
  ["fetch, answered by msw", throughMSW],
])("over %s", (_, reach) => {
  beforeAll(() => interceptor.listen({ onUnhandledRequest: "error" }));
  afterEach(() => interceptor.resetHandlers());
  afterAll(() => interceptor.close());

  describe.each(["generate", "stream"] as Method[])("%s", (method) => {
    it.each(roadScripts.map((row) => [row.name, row] as const))("%s", async (name, row) => {
      const memory = memoryLLM(...row.script);
      const expected = await playRoad(memory, row, method, () => llmCalls(memory));

      const server = createOpenAIServer({ script: row.script, apiKey });
      const llm = openAICompatible({ ...(await reach(server)), apiKey, model: "m", preset: "openai", maxRetries: 0 });
      onTestFinished(() => llm.close());
      const outcome = await playRoad(llm, row, method, () => server.requests.map(({ turn }) => turn));

      const exception = openaiExceptions[name];
      const differs = exception && (exception.method ?? method) === method;
      expect(outcome).toEqual(differs ? exception.outcome(expected) : expected);
      // An exception that makes no difference must go.
      if (differs) expect(outcome).not.toEqual(expected);
    });
  });

  it.each(roadEmbeds)("embeds $name", async ({ name, request }) => {
    const server = createOpenAIServer({ apiKey });
    const embedder = openAICompatibleEmbedder({
      ...{ ...(await reach(server)), apiKey, model: "m", preset: "openai", maxRetries: 0 },
    });
    onTestFinished(() => embedder.close());
    const expected = await playEmbedRoad(memoryEmbedder(), request);
    expect(await playEmbedRoad(embedder, request)).toEqual(openaiEmbedExceptions[name]?.outcome ?? expected);
  });
});

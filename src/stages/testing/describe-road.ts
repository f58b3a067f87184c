import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import type { Embedder, LLM, Script } from "../../contract/index.js";
import { embeddedRequests, llmCalls, memoryEmbedder, memoryLLM } from "../../memory/index.js";
import { type MockServer, mswHandlers, serve } from "../../mock-server/index.js";
import { playEmbedRoad } from "./play-embed-road.js";
import { type Method, playRoad } from "./play-road.js";
import { roadEmbeds } from "./road-embeds.js";
import type { EmbedRoadException, RoadException } from "./road-exceptions.js";
import type { RoadScript } from "./road-script.js";
import { roadScripts } from "./road-scripts.js";

/** What a driver is told: where its server is, how it is reached, and to try once. */
export interface Reached {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch?: (url: string, init: object) => Promise<Response>;
  readonly maxRetries: 0;
}

/** The way of a script over one wire: a server, its driver, and what comes out differently there. */
export interface Road {
  /** Where msw answers in the provider's place. */
  readonly baseURL: string;
  createServer(options: { readonly script?: Script; readonly apiKey: string }): MockServer;
  createLLM(reached: Reached): LLM;
  createEmbedder(reached: Reached): Embedder;
  readonly exceptions: Readonly<Record<string, RoadException>>;
  readonly embedExceptions: Readonly<Record<string, EmbedRoadException>>;
}

type Reach = (server: MockServer, road: Road) => Promise<Pick<Reached, "baseURL" | "fetch">>;

const apiKey = "touchstone-0123456789abcdef";
const interceptor = setupServer();

const onLoopback: Reach = async (server) => {
  const { baseURL, close } = await serve(server);
  onTestFinished(close);
  return { baseURL };
};
const throughMSW: Reach = async (server, { baseURL }) => {
  interceptor.use(...mswHandlers(http, server, baseURL));
  return { baseURL, fetch: (url, init) => fetch(url, init) };
};

/** To pause takes a loop; unscripted, a memory model asks for tools only where the request says that it is one. */
function isFor(method: Method): (row: RoadScript) => boolean {
  return ({ script, request: { maxSteps = 1 } }) =>
    method !== "pause and resume" || (maxSteps > 1 && script.length > 0);
}

/** Declares the tests of a road: every script and every embedding comes out as in memory, or as its exception says. */
export function describeRoad(road: Road): void {
  test.each([
    [roadScripts, road.exceptions],
    [roadEmbeds, road.embedExceptions],
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

    const reached = async (server: MockServer): Promise<Reached> => ({
      ...(await reach(server, road)),
      apiKey,
      maxRetries: 0,
    });

    describe.each(["generate", "stream", "pause and resume"] as Method[])("%s", (method) => {
      it.each(roadScripts.filter(isFor(method)).map((row) => [row.name, row] as const))("%s", async (name, row) => {
        const memory = memoryLLM(...row.script);
        const expected = await playRoad(memory, row, method, () => llmCalls(memory));

        const server = road.createServer({ script: row.script, apiKey });
        const llm = road.createLLM(await reached(server));
        onTestFinished(() => llm.close());
        const outcome = await playRoad(llm, row, method, () => server.requests.map(({ turn }) => turn));

        const exception = road.exceptions[name];
        const differs = exception && (exception.methods?.includes(method) ?? true);
        expect(outcome).toEqual(differs ? exception.outcome(expected) : expected);
        // An exception that makes no difference must go.
        if (differs) expect(outcome).not.toEqual(expected);
      });
    });

    it.each(roadEmbeds)("embeds $name", async ({ name, request }) => {
      const memory = memoryEmbedder();
      const expected = await playEmbedRoad(memory, request, () => embeddedRequests(memory));

      const server = road.createServer({ apiKey });
      const embedder = road.createEmbedder(await reached(server));
      onTestFinished(() => embedder.close());
      const outcome = await playEmbedRoad(embedder, request, () => server.requests.map(({ embed }) => embed));

      const exception = road.embedExceptions[name];
      expect(outcome).toEqual(exception?.outcome ?? expected);
      if (exception) expect(outcome).not.toEqual(expected);
    });
  });
}

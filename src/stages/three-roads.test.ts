import { describe, expect, onTestFinished, test } from "vitest";
import type { LLM, LLMRequest, Reply, TurnRequest } from "../contract/index.js";
import { google, openAICompatible } from "../drivers/index.js";
import { llmCalls, memoryLLM, memoryToolCall } from "../memory/index.js";
import { createGoogleServer, createOpenAIServer, type MockServer, serve } from "../mock-server/index.js";
import { goOn } from "./testing/pause.js";
import { weather } from "./testing/road-tools.js";
import { toldOf } from "./testing/told.js";

// That each road comes out as memory does, the drivers' own tests show, see `describeRoad`. Here one conversation moves
// between them.

interface Traveller {
  readonly llm: LLM;
  turns(): readonly (TurnRequest | undefined)[];
}

async function atServer(
  server: MockServer,
  connect: (options: object & { baseURL: string }) => LLM,
): Promise<Traveller> {
  const { baseURL, close } = await serve(server);
  const llm = connect({ baseURL });
  onTestFinished(() => llm.close().then(close));
  return { llm, turns: () => server.requests.map(({ turn }) => turn) };
}

/** Each signs its calls, or names them, in its own way. */
const roads: Readonly<Record<string, (script: readonly Reply[]) => Promise<Traveller>>> = {
  memory: async (script) => {
    const llm = memoryLLM(...script);
    return { llm, turns: () => llmCalls(llm) };
  },
  openai: (script) =>
    atServer(createOpenAIServer({ script }), (at) => openAICompatible({ ...at, model: "m", preset: "openai" })),
  google: (script) =>
    atServer(createGoogleServer({ script }), (at) => google({ ...at, model: "gemini-3-flash-preview" })),
};

const asks = (...cities: string[]) => cities.map((city) => memoryToolCall("weather", { city }));
const script: readonly Reply[] = [
  { text: "Let me see.", reasoning: "Two of them.", toolCalls: asks("Paris", "Oslo") },
  { toolCalls: asks("Madrid") },
  "All the same.",
];
const request = { tools: [weather], messages: [{ role: "user", content: "Where is it warm?" }] } satisfies LLMRequest;

/** Ids by their order: not every wire carries all of them, and each must pair a call with its result. */
function told({ llm, turns }: Traveller): unknown[] {
  return turns().map((turn) => {
    const ids: string[] = [];
    const named = (id: string) => `call ${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`;
    return turn && toldOf(turn, llm, named);
  });
}

/** Plays the script, each reply by the next of the travellers. */
async function play(travellers: readonly Traveller[]): Promise<{ text: string; ids: string[] }> {
  let conversation: LLMRequest = request;
  const ids: string[] = [];
  for (const { llm } of travellers) {
    const response = await llm.generate(conversation);
    ids.push(...response.toolCalls.map(({ id }) => id));
    if (response.toolCalls.length === 0) return { text: response.text, ids };
    conversation = { ...request, messages: await goOn(conversation.messages, response, request.tools) };
  }
  throw new Error("the script did not come to its end");
}

const names = Object.keys(roads);
const journeys = names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other] as const));

describe.each(journeys)("a conversation that begins at %s and goes on at %s", (home, abroad) => {
  const openRoad = (name: string, replies: readonly Reply[]) => (roads[name] as (typeof roads)["memory"])(replies);

  test("is told there as in memory, and at home again too", async () => {
    const memory = memoryLLM(...script);
    const stays = { llm: memory, turns: () => llmCalls(memory) };
    await play([stays, stays, stays]);
    const [first, second, third] = told(stays);

    const [one, two, three] = script as [Reply, Reply, Reply];
    const [begins, goes] = [await openRoad(home, [one, three]), await openRoad(abroad, [two])];
    const { text, ids } = await play([begins, goes, begins]);
    expect(text).toBe("All the same.");
    expect(new Set(ids).size).toBe(3);
    expect(told(begins)).toEqual([first, third]);
    expect(told(goes)).toEqual([second]);
  });
});

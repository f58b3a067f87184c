import type { Reply, TurnRequest } from "../../contract/index.js";
import { createGoogleServer, createOpenAIServer, type ServedMock, serve } from "../../mock-server/index.js";
import type { WireProtocol } from "../../quirks/index.js";
import { cityAnswer } from "../../suite/prompts.js";
import { repeated } from "../lost-pieces.js";

/** What stands for a live endpoint. */
export interface ObedientModel extends ServedMock {
  /** How many requests came. */
  readonly requests: () => number;
  /** How many were being answered at once, at most. */
  readonly busiest: () => number;
}

export interface ObedientOptions {
  readonly protocol?: WireProtocol;
  readonly apiKey?: string;
  readonly models?: readonly string[];
  /** Quirks of its wire. */
  readonly quirks?: readonly string[];
  /** What it answers instead; undefined for what it would answer otherwise. */
  readonly answer?: (turn: TurnRequest) => Reply | Response | undefined;
  /** Changes what it has answered, as a gateway before it would; undefined for nothing. */
  readonly bend?: (text: string, reply: Response, body: string) => Response | undefined;
}

/** Serves a model that does what the suite's prompts ask for, as far as it can be told without any wit. */
export async function obedientModel(options: ObedientOptions = {}): Promise<ObedientModel> {
  const { protocol = "openai", apiKey, models, quirks = [], answer = () => undefined, bend } = options;
  const create = protocol === "openai" ? createOpenAIServer : createGoogleServer;
  let requests = 0;
  let busy = 0;
  let busiest = 0;
  let calls = 0;
  const obey = (turn: TurnRequest | undefined): Reply => {
    if (!turn) return "Hello there.";
    const results = turn.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
    const [tool] = turn.tools ?? [];
    const last = results.at(-1);
    if (last) return `It was told ${typeof last.output === "string" ? last.output : JSON.stringify(last.output)}.`;
    if (tool && "providerType" in tool)
      return { text: "It is nodejs.org.", sources: [{ type: "url", url: "https://nodejs.org/en" }] };
    if (tool && turn.toolChoice !== "none")
      return { toolCalls: [{ id: `call_${calls++}`, name: tool.name, input: { city: "Paris" } }] };
    if (JSON.stringify(turn.messages).includes(repeated)) return repeated;
    return turn.schema ? cityAnswer : "Hello there, this is a friendly answer.";
  };
  const served = await serve({
    basePath: create().basePath,
    async fetch(request) {
      requests += 1;
      busy += 1;
      busiest = Math.max(busiest, busy);
      try {
        const understood = create({ ...(apiKey !== undefined && { apiKey }), ...(models && { models }) });
        await understood.fetch(request);
        const turn = understood.requests[0]?.turn;
        const given = (turn && answer(turn)) ?? obey(turn);
        if (given instanceof Response) return given;
        const settings = { ...(apiKey !== undefined && { apiKey }), ...(models && { models }), quirks };
        const body = await request.text();
        const reply = await create({ ...settings, script: [given] }).fetch(request);
        return bend?.(await reply.clone().text(), reply, body) ?? reply;
      } finally {
        busy -= 1;
      }
    },
  });
  return { ...served, requests: () => requests, busiest: () => busiest };
}

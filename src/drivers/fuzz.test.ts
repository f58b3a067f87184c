import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  isLLMError,
  type LLM,
  type LLMError,
  type LLMRequest,
  type LLMResponse,
  type Script,
} from "../contract/index.js";
import { memoryLLM } from "../memory/index.js";
import { createGoogleServer, createOpenAIServer, type MockServer } from "../mock-server/index.js";
import { playRoad } from "../stages/testing/play-road.js";
import { google, openAICompatible } from "./index.js";
import { chunked, cleanDeliveries, type Delivery, deliveries } from "./testing/chunked.js";
import { type Damage, damaged, damages } from "./testing/damage.js";
import { receivedInputs } from "./testing/received-inputs.js";
import { answers, replies, toolNames } from "./testing/scripts.js";

// FUZZ_RUNS is the number of damaged replies a protocol. A failure tells its seed at once; FUZZ_SEED plays it again and
// looks for the smallest that fails, which can take minutes.
const numRuns = Number(process.env.FUZZ_RUNS ?? 500);
const seed = process.env.FUZZ_SEED === undefined ? { endOnFailure: true } : { seed: Number(process.env.FUZZ_SEED) };
const settings = (share: number) => ({ ...seed, numRuns: Math.ceil(numRuns * share) });

/** A run that takes longer than this never ends. */
const limit = 2000;
const key = "sk-very-secret-key";

interface Wire {
  readonly createServer: (script: Script) => MockServer;
  readonly createLLM: (options: { baseURL: string; fetch: Fetch; timeouts?: { idle: number } }) => LLM;
  /** Asks for a stream where none was asked for, and the reverse. */
  readonly crossed: (request: Request) => Promise<Request>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const common = { apiKey: key, maxRetries: 0 };
const wires: Readonly<Record<string, Wire>> = {
  openai: {
    createServer: (script) => createOpenAIServer({ script }),
    createLLM: (options) => openAICompatible({ ...common, ...options, model: "m", preset: "openai" }),
    async crossed(request) {
      const { stream, stream_options: _, ...body } = (await request.json()) as Record<string, unknown>;
      const more = stream === true ? {} : { stream: true, stream_options: { include_usage: true } };
      return new Request(request, { body: JSON.stringify({ ...body, ...more }) });
    },
  },
  google: {
    createServer: (script) => createGoogleServer({ script }),
    createLLM: (options) => google({ ...common, ...options, model: "gemini-2.5-flash" }),
    async crossed(request) {
      const url = request.url.includes("streamGenerateContent")
        ? request.url.replace(/streamGenerateContent.*/, "generateContent")
        : // Without `alt=sse`: a list.
          request.url.replace("generateContent", "streamGenerateContent");
      return new Request(url, request);
    },
  },
};

/** What is done to the first reply. Later ones come as they are. */
interface Trouble {
  readonly delivery: Delivery;
  readonly damage: readonly Damage[];
  readonly isCrossed: boolean;
}

interface Played {
  readonly llm: LLM;
  /** The bytes of the first reply, as they came out of the trouble. */
  readonly received: () => Uint8Array;
}

/** A driver whose server plays a script, with trouble on the way. @param other is spliced in */
function play(wire: Wire, script: Script, { delivery, damage, isCrossed }: Trouble, other: Script = []): Played {
  const [server, second] = [wire.createServer(script), wire.createServer(other)];
  let received: Uint8Array = new Uint8Array();
  const fetch: Fetch = async (url, init) => {
    const asked = new Request(url, init);
    if (server.requests.length > 0) return server.fetch(asked);
    const request = isCrossed ? await wire.crossed(asked) : asked;
    const foreign = damage.some(({ kind }) => kind === "splice") ? await second.fetch(request.clone()) : undefined;
    const response = await server.fetch(request);
    if (response.type === "error") throw new TypeError("fetch failed");
    const { bytes, isCut } = await bytesOf(response);
    received = damaged(bytes, damage, foreign ? (await bytesOf(foreign)).bytes : bytes);
    const how = isCut ? { ...delivery, ending: "cut" as const } : delivery;
    return new Response(chunked(received, how), { status: response.status, headers: response.headers });
  };
  const llm = wire.createLLM({
    ...{ baseURL: `http://fuzz.test${server.basePath}`, fetch },
    ...(delivery.ending === "stall" && { timeouts: { idle: 5 } }),
  });
  return { llm, received: () => received };
}

/** What there is of a body. */
async function bytesOf(response: Response): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of response.body ?? []) pieces.push(piece);
    return { bytes: Buffer.concat(pieces), isCut: false };
  } catch {
    return { bytes: Buffer.concat(pieces), isCut: true };
  }
}

type Ending = { readonly response: LLMResponse } | { readonly error: LLMError };

const inputSchema = { type: "object", properties: {} };
const asks: LLMRequest = { messages: [{ role: "user", content: "Go on." }], maxSteps: 2 };

/** Asks once and holds what comes to the contract, whatever it is. @returns with the inputs that handlers were given */
async function ask(llm: LLM, streamed: boolean): Promise<{ ending: Ending; ran: unknown[] }> {
  const ran: unknown[] = [];
  const execute = (input: unknown) => {
    ran.push(input);
    return "Fine.";
  };
  const tools = toolNames.map((name) => ({ name, description: name, inputSchema, execute }));
  const request = { ...asks, tools };
  const ending = await within(limit, streamed ? readStream(llm, request) : settled(llm.generate(request)));
  if ("error" in ending) expectError(ending.error);
  else expectWellFormed(ending.response);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  return { ending, ran };
}

async function settled(work: Promise<LLMResponse>): Promise<Ending> {
  try {
    return { response: await work };
  } catch (error) {
    if (!isLLMError(error)) throw error;
    return { error };
  }
}

async function readStream(llm: LLM, request: LLMRequest): Promise<Ending> {
  const opened = await llm.stream(request).catch((error: unknown) => error);
  if (isLLMError(opened)) return { error: opened };
  if (opened instanceof Error) throw opened;
  const stream = opened as Awaited<ReturnType<LLM["stream"]>>;
  const text = { text: new Map<number, string>(), reasoning: new Map<number, string>() };
  const finished: LLMResponse[] = [];
  const events = stream[Symbol.asyncIterator]();
  const ending = await settled(
    (async () => {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        expect(finished).toHaveLength(0);
        const event = next.value;
        if (event.type === "finish") finished.push(event.response);
        if (!("text" in event)) continue;
        expect(event.text).not.toBe("");
        expect(event.text.isWellFormed()).toBe(true);
        text[event.type].set(event.step, (text[event.type].get(event.step) ?? "") + event.text);
      }
      return stream.response();
    })(),
  );
  expect((await events.next()).done).toBe(true);
  if ("error" in ending) {
    expect(finished).toHaveLength(0);
    expect(ending.error.retryable && text.text.size > 0).toBe(false);
  } else {
    const { response } = ending;
    expect(finished).toEqual([response]);
    expect(text.text.get(response.steps) ?? "").toBe(response.text);
    expect(text.reasoning.get(response.steps)).toBe(response.reasoning);
  }
  return ending;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the run has not ended within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

function expectError(error: LLMError): void {
  const { status, retryAfterMs = 0, message } = error;
  expect(status >= 400 && status < 600 && Number.isInteger(status)).toBe(true);
  expect(retryAfterMs >= 0 && Number.isFinite(retryAfterMs)).toBe(true);
  expect(message.length).toBeLessThan(800);
  expect(JSON.stringify(error)).not.toContain(key);
}

function expectWellFormed(response: LLMResponse): void {
  const { raw: _, ...rest } = response;
  // Whatever is not well-formed comes out of JSON as an escape.
  expect(JSON.stringify(rest)).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i);
  expect(typeof rest.text).toBe("string");
  for (const value of Object.values(rest.usage)) expect(value >= 0 && Number.isFinite(value)).toBe(true);
}

describe.each(Object.entries(wires))("fuzz over the wire of %s", (_, wire) => {
  const escaped: unknown[] = [];
  beforeEach(() => {
    const keep = (reason: unknown) => void escaped.push(reason);
    process.on("unhandledRejection", keep);
    return () => {
      process.off("unhandledRejection", keep);
      expect(escaped.splice(0)).toEqual([]);
    };
  });
  const timeout = Math.max(60_000, numRuns * 100);

  test("a damaged reply ends in a response or one error, and no tool runs on what it does not hold", {
    timeout,
  }, async () => {
    let usable = 0;
    const trouble = fc.record({ delivery: deliveries, damage: damages, isCrossed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(replies, replies, trouble, fc.boolean(), async (reply, other, how, streamed) => {
        const { llm, received } = play(wire, [reply, "Done."], how, [other]);
        const { ran } = await ask(llm, streamed);
        if (ran.length === 0) return;
        usable++;
        const held = receivedInputs(received());
        expect(held.isEnded).toBe(true);
        const scripted = (reply.toolCalls ?? []).map(({ input }) => input);
        const others = ran.filter((input) => !scripted.some((known) => isDeepStrictEqual(input, known)));
        for (const input of others) expect(held.has(input), `it does not hold ${JSON.stringify(input)}`).toBe(true);
      }),
      settings(1),
    );
    // Not every reply is beyond use, or nothing was tried.
    expect(usable).toBeGreaterThan(numRuns / 20);
  });

  test("a reply that breaks off is whole, or an error", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(answers, deliveries, fc.nat(), fc.boolean(), async (reply, delivery, at, isCrossed) => {
        const how = { delivery, damage: [{ kind: "truncate", at }] as const, isCrossed };
        const { ending, ran } = await ask(play(wire, [reply, "Done."], how).llm, true);
        const inputs = (reply.toolCalls ?? []).map(({ input }) => input);
        if (ran.length > 0) expect(ran).toEqual(inputs);
        if ("error" in ending) return;
        expect(ending.response.toolCalls.map(({ input }) => input)).toEqual(inputs);
        if (ending.response.steps === 1) expect(ending.response.text).toBe((reply.text ?? "").toWellFormed());
      }),
      settings(0.2),
    );
  });

  test("a reply comes out as in memory, however its bytes are cut", { timeout }, async () => {
    const tools = toolNames.map((name) => ({
      name,
      description: name,
      inputSchema,
      execute: () => "Fine.",
    }));
    const how = fc.record({ delivery: cleanDeliveries, damage: fc.constant([]), isCrossed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(answers, how, fc.constantFrom("generate", "stream"), async (reply, trouble, method) => {
        const script = [reply, "Done."];
        const row = { name: "fuzz", script, request: { ...asks, tools } };
        const { told: _, ...expected } = await playRoad(memoryLLM(...script), row, method, () => []);
        const { told: __, ...outcome } = await playRoad(play(wire, script, trouble).llm, row, method, () => []);
        expect(outcome).toEqual(expected);
      }),
      settings(0.2),
    );
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { extract, type LLM, type LLMRequest, overDriver, wrapLLM } from "touchstone";
import { google, openAICompatible } from "touchstone/drivers";
import { afterEach, describe, expect, it } from "vitest";
import { parseExactly, stringifyExactly, validated } from "./index.js";
import { observed } from "./observed.js";

const id = 9007199254740993n;
const inputSchema = { type: "object", properties: { id: { type: "integer" }, size: { type: "number" } } };
const bigint = validated({ largeIntegers: "bigint" });

let server: Server | undefined;
const received: string[] = [];

/** Serves the replies in order. */
async function serve(replies: readonly string[], type: string): Promise<string> {
  const left = [...replies];
  received.length = 0;
  server = createServer(async (request, response) => {
    received.push(await textOf(request));
    response.writeHead(200, { "content-type": type }).end(left.shift());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

interface Wire {
  llm(url: string): LLM;
  call(args: string): object;
  text(text: string): object;
  streamed(reply: object): string;
  /** How the call and the result are to stand in the next request. */
  readonly sent: readonly string[];
}

const chunk = ({ choices: [choice] }: { choices: { message: object }[] }) => ({
  choices: [{ ...choice, message: undefined, delta: choice?.message }],
});
const sse = (data: string) => `data: ${data}\n\n`;

const wires: Readonly<Record<string, Wire>> = {
  "openai-compatible": {
    llm: (url) => openAICompatible({ preset: "openai", apiKey: "k", model: "m", baseURL: url }),
    call: (args) => ({
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "find", arguments: args } }],
          },
        },
      ],
    }),
    text: (text) => ({ choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }] }),
    streamed: (reply) => `${sse(JSON.stringify(chunk(reply as never)))}${sse("[DONE]")}`,
    sent: ['"arguments":"{\\"id\\":9007199254740993}"', '"content":"{\\"found\\":9007199254740993}"'],
  },
  "openai-compatible, arguments as an object": {
    llm: (url) => openAICompatible({ preset: "openai", apiKey: "k", model: "m", baseURL: url }),
    call: (args) => (wires["openai-compatible"] as Wire).call(parseExactly(args) as never),
    text: (text) => (wires["openai-compatible"] as Wire).text(text),
    streamed: (reply) => `${sse(stringifyExactly(chunk(reply as never)))}${sse("[DONE]")}`,
    sent: ['"arguments":"{\\"id\\":9007199254740993}"', '"content":"{\\"found\\":9007199254740993}"'],
  },
  google: {
    llm: (url) => google({ apiKey: "k", model: "gemini-2.5-flash", baseURL: url }),
    call: (args) => ({
      candidates: [
        { finishReason: "STOP", content: { parts: [{ functionCall: { name: "find", args: parseExactly(args) } }] } },
      ],
    }),
    text: (text) => ({ candidates: [{ finishReason: "STOP", content: { parts: [{ text }] } }] }),
    streamed: (reply) => sse(stringifyExactly(reply)),
    sent: ['"args":{"id":9007199254740993}', '{"found":9007199254740993}'],
  },
};

const ask = (llm: LLM, request: LLMRequest, streamed: boolean) =>
  streamed ? llm.stream(request).then((stream) => stream.response()) : llm.generate(request);

const cases = Object.entries(wires).flatMap(([name, wire]) =>
  [false, true].map((streamed) => [name, streamed ? "streamed" : "whole", wire, streamed] as const),
);

describe.each(cases)("integers beyond 2^53 - 1 from %s, %s", (_, _kind, wire, streamed) => {
  const start = async (...replies: readonly object[]) =>
    wire.llm(
      streamed
        ? await serve(replies.map(wire.streamed), "text/event-stream")
        : await serve(
            replies.map((reply) => stringifyExactly(reply)),
            "application/json",
          ),
    );
  const given: unknown[] = [];
  const find = {
    name: "find",
    inputSchema,
    execute: (input: unknown) => {
      given.push(input);
      return { found: (input as { id: unknown }).id as never };
    },
  };
  const request: LLMRequest = { messages: [{ role: "user", content: "Find it." }], tools: [find], maxSteps: 2 };

  it("come to the handler as they were sent, go back so, and can be stored", async () => {
    given.length = 0;
    const llm = wrapLLM(
      await start(wire.call('{"id":9007199254740993}'), wire.text("Here."), wire.text("Yes.")),
      bigint,
    );
    const response = await ask(llm, request, streamed);
    expect(given).toEqual([{ id }]);
    expect(response.toolCalls).toMatchObject([{ input: { id }, outcome: "ran", output: '{"found":9007199254740993}' }]);
    for (const text of wire.sent) expect(received[1]).toContain(text);

    const stored = parseExactly(stringifyExactly(response.messages)) as typeof response.messages;
    expect(stored).toEqual(response.messages);
    const again = [...request.messages, ...stored, { role: "user", content: "Sure?" } as const];
    expect((await ask(llm, { ...request, messages: again }, streamed)).text).toBe("Yes.");
    for (const text of wire.sent) expect(received[2]).toContain(text);
  });

  it("are asked for through other wrappers", async () => {
    given.length = 0;
    const inner = wrapLLM(await start(wire.call('{"id":9007199254740993}'), wire.text("Here.")), (driver) =>
      overDriver(driver, {}),
    );
    const llm = observed(wrapLLM(observed(inner, {}), bigint), {});
    await ask(llm, request, streamed);
    expect(given).toEqual([{ id }]);
  });

  it("are refused by default, and a number with an exponent is not", async () => {
    given.length = 0;
    const llm = wrapLLM(
      await start(wire.call('{"id":9007199254740993}'), wire.call('{"size":1e300}'), wire.text("Here.")),
      validated(),
    );
    await expect(ask(llm, request, streamed)).rejects.toMatchObject({
      kind: "tool_arguments",
      correction: expect.stringContaining("id: invalid_range"),
    });
    expect(given).toEqual([]);
  });

  it("are none with an exponent", async () => {
    given.length = 0;
    const exponent = stringifyExactly(wire.call('{"size":7}')).replace(/(size\\?":)7/, "$19007199254740992e1");
    const reply = JSON.parse(exponent) as object;
    const written = (streamed ? wire.streamed(reply) : JSON.stringify(reply)).replace(
      "90071992547409920",
      "9007199254740992e1",
    );
    const url = await serve([written], streamed ? "text/event-stream" : "application/json");
    const response = await ask(wrapLLM(wire.llm(url), validated()), { ...request, maxSteps: 1 }, streamed);
    expect(response.toolCalls).toMatchObject([{ input: { size: 90071992547409920 } }]);
  });

  it("are judged by the schema, to the digit", async () => {
    const schema = { type: "object", properties: { id: { type: "integer", maximum: 2 ** 53 } } };
    const llm = wrapLLM(await start(wire.call('{"id":9007199254740993}')), bigint);
    const tools = [{ ...find, inputSchema: schema }];
    await expect(ask(llm, { ...request, tools }, streamed)).rejects.toMatchObject({
      kind: "tool_arguments",
      cause: { issues: [{ field: "id", constraint: "invalid_range", expected: { maximum: 2 ** 53 } }] },
    });
  });

  it("come to a Standard Schema as they are", async () => {
    const seen: unknown[] = [];
    const inputValidator = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) => {
          seen.push(value);
          return { value };
        },
      },
    };
    const llm = wrapLLM(await start(wire.call('{"id":9007199254740993}'), wire.text("Here.")), bigint);
    await ask(llm, { ...request, tools: [{ ...find, inputValidator }] }, streamed);
    expect(seen).toEqual([{ id }, { id }]);
  });
});

describe.each(Object.entries(wires))("structured output from %s", (_, wire) => {
  it("has them exact", async () => {
    const reply = stringifyExactly(wire.text('{"id":9007199254740993}'));
    const llm = wrapLLM(wire.llm(await serve([reply], "application/json")), bigint);
    const request = { messages: [{ role: "user", content: "Which?" }] } as const;
    expect(await extract(llm, { ...inputSchema, required: ["id"] }, request)).toEqual({ id });
  });
});

describe("a driver that rounds", () => {
  const rounding = (input: object) => ({
    provider: "other",
    model: "m",
    capabilities: { tools: true },
    turn: async () => ({ text: "", toolCalls: [{ name: "find", input: input as never }] }),
  });
  const request = { messages: [], tools: [{ name: "find", inputSchema }] };
  const context = { signal: new AbortController().signal, step: 1 };

  it.each([2 ** 53, -(2 ** 53), 1e20])("is refused %d", async (large) => {
    await expect(bigint(rounding({ id: large })).turn(request, context)).rejects.toMatchObject({
      kind: "tool_arguments",
    });
  });

  it("is refused a bigint: it was not asked for one, and may not be able to write it", async () => {
    await expect(bigint(rounding({ id })).turn(request, context)).rejects.toMatchObject({ kind: "response_shape" });
  });

  it.each([1e21, 1e300, -1e300])("may give %d", async (size) => {
    expect((await validated()(rounding({ size })).turn(request, context)).toolCalls).toHaveLength(1);
  });
});

it("takes no other word", () => {
  expect(() => validated({ largeIntegers: "number" as never })).toThrow(/largeIntegers must be "refuse" or "bigint"/);
});

it("is refused in a request of a model that was not asked for them", async () => {
  const llm = openAICompatible({ preset: "openai", apiKey: "k", model: "m", baseURL: "http://127.0.0.1:9" });
  const messages = [
    { role: "user", content: "Find it." },
    { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "find", input: { id } as never }] },
    { role: "tool", results: [{ id: "c1", name: "find", output: "" }] },
  ] as const;
  for (const each of [llm, wrapLLM(llm, validated())])
    await expect(each.generate({ messages })).rejects.toMatchObject({ code: "LLM_INVALID_REQUEST" });
  const small = messages.with(1, {
    ...messages[1],
    toolCalls: [{ id: "c1", name: "find", input: { id: 1n } as never }],
  });
  await expect(wrapLLM(llm, bigint).generate({ messages: small })).rejects.toMatchObject({
    code: "LLM_INVALID_REQUEST",
    message: expect.stringContaining("messages[1].toolCalls[0].input.id"),
  });
  await expect(
    wrapLLM(llm, bigint).generate({ messages: [messages[0]], providerOptions: { id } as never }),
  ).rejects.toMatchObject({ code: "LLM_INVALID_REQUEST" });
});

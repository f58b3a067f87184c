import { createLLM, type Turn, type TurnRequest } from "touchstone";
import { describe, expect, it } from "vitest";
import { type OutputValidationError, type Rejection, rejections } from "./output-validation-error.js";
import { answering, city, context, eventsOf, outcomeOf, request, search } from "./testing/answers.js";
import { validated } from "./validated.js";

const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const call = (input: unknown, more: object = {}) => ({
  text: "",
  toolCalls: [{ id: "c1", name: "search", input, ...more }],
});
const secret = "hunter2-hunter2";

/** Answers that are refused; where they are not those to `request`, with what is asked. */
const malformed: readonly (readonly [name: string, kind: Rejection, turn: unknown, asked?: Partial<TurnRequest>])[] = [
  ["nothing", "response_shape", undefined],
  ["a text for a turn", "response_shape", secret],
  ["no text", "response_shape", { reasoning: secret }],
  ["calls that are no list", "response_shape", { text: secret, toolCalls: {} }],
  ["a call without a name", "response_shape", { text: secret, toolCalls: [{ id: "c1", input: {} }] }],
  ["an unknown finish reason", "response_shape", { text: secret, finishReason: "tired" }],
  ["what JSON cannot carry", "response_shape", { text: secret, providerState: { n: 1n } }],
  ["a source without an address", "response_shape", { text: secret, sources: [{ type: "web" }] }],
  ["input of 65 levels", "output_bounds", call(deep(65))],
  ["more than 100,000 values", "output_bounds", { text: secret, providerState: new Array(100_001).fill(0) }],
  ["more than 16 MiB", "output_bounds", { text: secret.repeat(1_200_000) }],
  ["a tool that there is not", "tool_identity", { text: "", toolCalls: [{ id: "c1", name: secret, input: {} }] }],
  [
    "a tool of the provider's",
    "tool_identity",
    { text: "", toolCalls: [{ name: "web", input: {} }] },
    { tools: [{ name: "web", providerType: "web_search" }] },
  ],
  ["a missing field", "tool_arguments", call({ limit: 5 })],
  ["a field of another type", "tool_arguments", call({ query: secret, limit: secret })],
  ["a field that there is not", "tool_arguments", call({ query: "q", [secret]: 1 })],
  ["incomplete arguments", "tool_arguments", call({}, { invalidInput: `{"query":"${secret}` })],
  ["a number that may have been rounded", "tool_arguments", call({ query: "q", limit: 2 ** 53 })],
  ["no call where one is forced", "tool_choice", { text: secret }, { toolChoice: "required" }],
  ["no call of the forced tool", "tool_choice", { text: secret }, { toolChoice: { tool: "search" } }],
  ["a call where none is allowed", "tool_choice", call({ query: secret }), { toolChoice: "none" }],
  ["text that is not JSON", "structured_output", { text: secret }, { schema: city }],
  ["JSON that does not fit", "structured_output", { text: `{"nmae":"${secret}"}` }, { schema: city }],
  ["JSON that was cut", "structured_output", { text: `{"name":"${secret}`, finishReason: "length" }, { schema: city }],
  ["a negative count", "usage", { text: secret, usage: { inputTokens: -1 } }],
  ["half a token", "usage", { text: secret, usage: { outputTokens: 0.5 } }],
  ["more cached than there is", "usage", { text: secret, usage: { inputTokens: 1, cachedInputTokens: 2 } }],
  ["more reasoning than there is", "usage", { text: secret, usage: { outputTokens: 1, reasoningTokens: 2 } }],
];

function expectSilent(error: unknown, kind: Rejection): asserts error is OutputValidationError {
  expect(error).toMatchObject({ name: "OutputValidationError", code: "LLM_BAD_RESPONSE", kind, retryable: false });
  const { evidence, message, correction } = error as OutputValidationError;
  expect(evidence).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), size: expect.any(Number) });
  expect(message).toContain(rejections[kind]);
  const { stack: _, ...told } = error as OutputValidationError;
  const cause = (error as OutputValidationError).cause;
  expect(
    `${message} ${JSON.stringify(error)} ${JSON.stringify(told)} ${cause.message} ${JSON.stringify(cause)}`,
  ).not.toContain("hunter2");
  expect(correction !== undefined).toBe(kind === "tool_arguments");
  if (correction !== undefined) expect(Buffer.byteLength(correction)).toBeLessThanOrEqual(4096);
}

const refusals = malformed.map(([name, kind, turn, asked = {}]) => ({ name, kind, turn, asked }));

describe.each(refusals)("an answer with $name", ({ kind, turn, asked }) => {
  const sent = { ...request, ...asked };

  it(`is refused as ${kind}`, async () => {
    const outcome = validated()(answering(turn)).turn(sent, context);
    expectSilent(
      await outcome.then(
        () => undefined,
        (error) => error,
      ),
      kind,
    );
  });

  it("is refused in a stream too, and no call and no structured output comes out of it", async () => {
    const { events, error } = await outcomeOf(validated()(answering(turn)).streamTurn?.(sent, context));
    expectSilent(error, kind);
    expect(
      events.filter(({ type }) => type === "tool-call" || type === "turn" || (type === "text" && asked.schema)),
    ).toEqual([]);
  });

  it("passes through createLLM as it is, whatever the method", async () => {
    const llm = createLLM(validated()(answering(turn)), { maxRetries: 0 });
    if (sent.tools?.some((tool) => tool.providerType)) return expect(llm.capabilities.sources).toBe(false);
    expectSilent(await llm.generate(sent).catch((error) => error), kind);
    const stream = await llm.stream(sent);
    expectSilent(await stream.response().catch((error) => error), kind);
  });
});

describe("an answer that is what the contract says", () => {
  const fitting: readonly (readonly [name: string, turn: Turn, asked?: Partial<TurnRequest>])[] = [
    ["text", { text: "A fox.", raw: { deep: deep(70) } }],
    ["a call", call({ query: "fox", limit: 100 }) as Turn],
    ["structured output", { text: '{"name":"Roma"}' }, { schema: city }],
    ["a call on the way to structured output", call({ query: "q" }) as Turn, { schema: city }],
    ["a refusal for structured output", { text: "No.", finishReason: "content_filter" }, { schema: city }],
    ["a refusal for a forced call", { text: "No.", finishReason: "content_filter" }, { toolChoice: "required" }],
    ["usage", { text: "x", usage: { inputTokens: 3, cachedInputTokens: 3, outputTokens: 0 } }],
    ["reasoning, and half a surrogate pair at its end", { text: "a\uD83D", reasoning: "b" }],
  ];
  const accepted = fitting.map(([name, turn, asked = {}]) => ({ name, turn, asked }));

  it.each(accepted)("comes through, with its stream: $name", async ({ turn, asked }) => {
    const driver = validated()(answering(turn));
    const whole = await driver.turn({ ...request, ...asked }, context);
    expect(whole).toEqual({ ...turn, text: turn.text.toWellFormed() });
    const { events, error } = await outcomeOf(driver.streamTurn?.({ ...request, ...asked }, context));
    expect(error).toBeUndefined();
    expect(events).toEqual(
      [...eventsOf(turn)].map((event) => (event.type === "turn" ? { type: "turn", turn: whole } : event)),
    );
  });

  it("may not throw when it is looked at", async () => {
    const get = () => {
      throw new Error(secret);
    };
    const turn = Object.defineProperty({}, "text", { enumerable: true, get });
    expectSilent(
      await validated()(answering(turn))
        .turn(request, context)
        .catch((error) => error),
      "response_shape",
    );
  });

  it("may nest its input 64 levels, and go on with it in the history", async () => {
    const tools = [{ ...search, inputSchema: { type: "object" } }];
    const input = { list: deep(63) };
    const turn = call(input);
    const driver = validated()(answering(turn));
    await expect(driver.turn({ ...request, tools }, context)).resolves.toEqual(turn);
    const { error } = await outcomeOf(driver.streamTurn?.({ ...request, tools }, context));
    expect(error).toBeUndefined();
    const asked = { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "search", input }] } as const;
    const told = { role: "tool", results: [{ id: "c1", name: "search", output: input }] } as const;
    const messages = [...request.messages, asked, told];
    await expect(driver.turn({ messages, tools }, context)).resolves.toEqual(turn);
    await expect(
      validated()(answering(call({ list: deep(64) }))).turn({ ...request, tools }, context),
    ).rejects.toMatchObject({ kind: "output_bounds" });
  });

  it("is a copy: its driver can change nothing of it any more", async () => {
    const turn = call({ query: "fox" });
    const whole = await validated()(answering(turn)).turn(request, context);
    (turn.toolCalls[0] as { input: { query: unknown } }).input.query = 1;
    expect(whole.toolCalls?.[0]?.input).toEqual({ query: "fox" });
  });
});

describe("the correction", () => {
  const corrected = async (turn: unknown, tools = request.tools) => {
    const error = await validated()(answering(turn))
      .turn({ ...request, tools }, context)
      .catch((error) => error);
    return (error as OutputValidationError).correction ?? "";
  };

  it("names the tool, the fields and the rules", async () => {
    expect(await corrected(call({ limit: 500 }))).toBe(
      [
        "The arguments of search do not fit.",
        "- query: missing_field",
        '- limit: invalid_range; the rule is {"maximum":100}',
        "Call again with arguments that fit the tool's schema.",
      ].join("\n"),
    );
  });

  it("names nothing that was submitted, a name of a field neither", async () => {
    const tools = [{ ...search, inputSchema: { type: "object", additionalProperties: { type: "string" } } }];
    const correction = await corrected(call({ [secret]: 1, "4242": 2 }), tools);
    expect(correction).toContain("- *: invalid_field_type");
    expect(correction).not.toMatch(/hunter2|4242/);
  });

  it("is bounded, however much is wrong", async () => {
    const names = Array.from({ length: 100 }, (_, i) => `field_${i}_${"ü".repeat(20)}`);
    const properties = Object.fromEntries(names.map((name) => [name, { enum: names }]));
    const tools = [{ ...search, inputSchema: { type: "object", properties, required: names } }];
    for (const input of [{}, Object.fromEntries(names.map((name) => [name, secret]))]) {
      const correction = await corrected(call(input), tools);
      expect(Buffer.byteLength(correction)).toBeLessThanOrEqual(4096);
      expect(correction).toMatch(/… and \d+ more\nCall again/);
    }
  });

  it("comes with the issues, as the cause", async () => {
    const error = await validated()(answering(call({ limit: "ten" })))
      .turn(request, context)
      .catch((error) => error);
    expect(error.cause).toMatchObject({
      name: "ToolInputError",
      issues: [
        { field: "query", constraint: "missing_field" },
        { field: "limit", constraint: "invalid_field_type", expected: { type: "integer" } },
      ],
    });
  });
});

describe("a request that no answer could be held against", () => {
  const tool = (inputSchema: object) => ({ tools: [{ ...search, inputSchema }] });
  it.each<readonly [string, string, Partial<TurnRequest>]>([
    [
      "a message of 65 levels",
      "LLM_INVALID_REQUEST",
      { messages: [{ role: "tool", results: [{ id: "c", name: "f", output: deep(65) }] }] },
    ],
    [
      "options of more than 100,000 values",
      "LLM_INVALID_REQUEST",
      { providerOptions: { list: new Array(100_001).fill(0) } },
    ],
    ["more than 16 MiB", "LLM_INVALID_REQUEST", { system: "x".repeat(17 * 1024 * 1024) }],
    ["a tool that takes no object", "LLM_INVALID_TOOL", tool({ type: "string" })],
    ["a tool whose schema says nothing", "LLM_INVALID_TOOL", tool({})],
    ["a tool with a bad pattern", "LLM_INVALID_TOOL", tool({ type: "object", properties: { a: { pattern: "(" } } })],
    [
      "a tool that refers outside",
      "LLM_INVALID_TOOL",
      tool({ type: "object", properties: { a: { $ref: "https://example.com/a" } } }),
    ],
    ["a schema over 1 MiB", "LLM_INVALID_TOOL", tool({ type: "object", description: "x".repeat(1024 * 1024) })],
    ["output that is no object", "LLM_INVALID_SCHEMA", { schema: { name: "list", schema: { type: "array" } } }],
    ["output with an unknown type", "LLM_INVALID_SCHEMA", { schema: { name: "o", schema: { type: "objekt" } } }],
  ])("is refused before the provider sees it: %s", async (_, code, asked) => {
    const driver = answering({ text: "" });
    const { turn, streamTurn, countTokens } = validated()(driver);
    for (const method of [turn, streamTurn, countTokens])
      await expect(method?.({ ...request, ...asked }, context)).rejects.toMatchObject({ code, provider: "answering" });
    expect(driver.asked()).toBe(0);
  });

  it("is not one with attachments up to their own bound", async () => {
    const data = Buffer.alloc(15 * 1024 * 1024).toString("base64");
    const content = [{ type: "image", mediaType: "image/png", data }] as const;
    await expect(
      validated()(answering({ text: "A fox." })).turn({ messages: [{ role: "user", content }] }, context),
    ).resolves.toEqual({ text: "A fox." });
  });
});

describe("a count of tokens", () => {
  it.each([-1, 0.5, Number.NaN, "3", 2 ** 53])("of %s is refused", async (count) => {
    const error = await validated()(answering(count))
      .countTokens?.(request, context)
      .catch((error) => error);
    expectSilent(error, "usage");
  });

  it("is passed on, and only for the driver's own model", async () => {
    const driver = answering(3);
    await expect(validated()(driver).countTokens?.(request, context)).resolves.toBe(3);
    await expect(validated()(driver).countTokens?.({ ...request, model: "other" }, context)).rejects.toMatchObject({
      code: "LLM_UNSUPPORTED",
    });
    expect(driver.asked()).toBe(1);
  });

  it("is not there where the driver has none", () => {
    const { countTokens: _, streamTurn: __, ...plain } = answering({ text: "" });
    expect(validated()(plain)).not.toHaveProperty("countTokens");
    expect(validated()(plain)).not.toHaveProperty("streamTurn");
  });
});

it("tells a logger of what it refuses, and nothing of the content", async () => {
  const told: unknown[] = [];
  const note = (...args: unknown[]) => void told.push(args);
  const logger = { debug: note, info: note, warn: note, error: note };
  const error = await validated({ logger })(answering(call({ limit: secret })))
    .turn(request, context)
    .catch((error) => error);
  const { provider, model, kind, evidence } = error;
  expect(told).toEqual([[{ provider, model, kind, evidence }, "an answer was refused"]]);
});

it("refuses for its own reason where the logger fails", async () => {
  const fail = () => {
    throw new Error("full");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  await expect(validated({ logger })(answering({})).turn(request, context)).rejects.toMatchObject({
    kind: "response_shape",
  });
});

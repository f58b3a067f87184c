import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LLMError, type LLMRequest, type ScriptedReply, type StreamEvent } from "../contract/index.js";
import { createLLM, type DriverWrapper, extract, overDriver, tool, usageMeter, wrapLLM } from "../generation/index.js";
import { createMemoryLLM, llmCalls, memoryLLM, memoryToolCall, queueLLMReply, resetLLM } from "./index.js";

const ask = (text: string, more: Partial<LLMRequest> = {}): LLMRequest => ({
  messages: [{ role: "user", content: text }],
  ...more,
});
const lookup = (execute: (input: { order_id: string }) => unknown = () => ({ status: "shipped" })) =>
  tool({ name: "get_order_status", input: z.object({ order_id: z.string() }), execute });

describe("scripted replies", () => {
  it("come in order, and the requests are recorded", async () => {
    const llm = memoryLLM("Bangkok", { text: "Chiang Mai" });
    expect((await llm.generate(ask("capital?", { system: "Be brief." }))).text).toBe("Bangkok");
    expect((await llm.generate(ask("second city?"))).text).toBe("Chiang Mai");
    const calls = llmCalls(llm);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.system).toContain("brief");
    expect(calls[1]?.messages).toEqual([{ role: "user", content: "second city?" }]);
  });

  it("run out with an error, never a repeat", async () => {
    const llm = memoryLLM("one", "two");
    await llm.generate(ask("a"));
    await llm.generate(ask("b"));
    await expect(llm.generate(ask("c"))).rejects.toMatchObject({
      code: "LLM_MEMORY_EXHAUSTED",
      status: 500,
      retryable: false,
      message: "llm: memory model was called 3 times but only 2 replies were scripted",
    });
  });

  it("run out in the singular too", async () => {
    const llm = memoryLLM("one");
    await llm.generate(ask("a"));
    await expect(llm.stream(ask("b"))).rejects.toThrow("called 2 times but only 1 reply was scripted");
  });

  it("can be queued later, also where nothing was scripted", async () => {
    const llm = memoryLLM();
    queueLLMReply(llm, "queued");
    expect((await llm.generate(ask("a"))).text).toBe("queued");
    await expect(llm.generate(ask("b"))).rejects.toMatchObject({ code: "LLM_MEMORY_EXHAUSTED" });
  });

  it("go on with what is queued after they ran out", async () => {
    const llm = memoryLLM("one");
    await llm.generate(ask("a"));
    await expect(llm.generate(ask("b"))).rejects.toThrow("called 2 times but only 1 reply");
    queueLLMReply(llm, "two");
    expect((await llm.generate(ask("c"))).text).toBe("two");
    await expect(llm.generate(ask("d"))).rejects.toThrow("called 4 times but only 2 replies");
  });

  it("count every call when they run out, also those before anything was scripted", async () => {
    const llm = memoryLLM();
    await llm.generate(ask("echoed"));
    queueLLMReply(llm, "one");
    await llm.generate(ask("a"));
    await expect(llm.generate(ask("b"))).rejects.toThrow("called 3 times but only 1 reply was scripted");
  });

  it("begin again after a reset, and the calls are gone", async () => {
    const llm = memoryLLM("one");
    await llm.generate(ask("a"));
    resetLLM(llm);
    expect(llmCalls(llm)).toEqual([]);
    expect((await llm.generate(ask("b"))).text).toBe("one");
  });

  it.each<[string, unknown, string]>([
    ["null", null, "replies[1]"],
    ["a number", 1, "replies[1]"],
    ["a misspelt field", { txt: "a" }, "replies[1].txt"],
    ["text that is no string", { text: 1 }, "replies[1].text"],
    ["a call without a name", { toolCalls: [{ input: {} }] }, "replies[1].toolCalls[0]"],
    ["a call whose input is JSON text", { toolCalls: [{ name: "f", input: "{}" }] }, "replies[1].toolCalls[0].input"],
    ["an error without a code", { error: new Error("x") }, "replies[1].error"],
    ["an error whose code is an object's own", { error: { code: "toString" } }, "replies[1].error"],
    [
      "an error with a misspelt field",
      { error: { code: "LLM_TIMEOUT", retryAfter: 1 } },
      "replies[1].error.retryAfter",
    ],
    [
      "an error with a status that is none",
      { error: { code: "LLM_TIMEOUT", status: "429" } },
      "replies[1].error.status",
    ],
    ["an unknown finish reason", { text: "a", finishReason: "tool_calls" }, "replies[1].finishReason"],
    ["usage that is negative", { text: "a", usage: { inputTokens: -1 } }, "replies[1].usage.inputTokens"],
    ["usage with a misspelt field", { text: "a", usage: { promptTokens: 1 } }, "replies[1].usage.promptTokens"],
    ["a cut that is a word", { text: "a", cut: "yes" }, "replies[1].cut"],
  ])("are refused when they are none: %s", (_what, reply, place) => {
    expect(() => memoryLLM("ok", reply as ScriptedReply)).toThrow(
      expect.objectContaining({ code: "LLM_INVALID_CONFIG", message: expect.stringContaining(place) }),
    );
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a string of replies", { replies: "hello" }],
    ["null replies", { replies: null }],
    ["a list", []],
  ])("are refused in options that are none: %s", (_what, options) => {
    expect(() => createMemoryLLM(options as never)).toThrow(expect.objectContaining({ code: "LLM_INVALID_CONFIG" }));
  });

  it("may be changed by their owner afterwards", async () => {
    const reply = { toolCalls: [{ id: "c", name: "f", input: { a: 1 } }] };
    const llm = memoryLLM(reply);
    (reply.toolCalls[0] as { input: object }).input = { a: 2 };
    expect((await llm.generate(ask("a"))).toolCalls[0]?.input).toEqual({ a: 1 });
  });
});

describe("nothing scripted", () => {
  it("echoes the last user text, of parts too", async () => {
    const llm = memoryLLM();
    const messages = [
      { role: "user", content: "first" },
      { role: "assistant", content: "ok" },
      {
        role: "user",
        content: [
          { type: "text", text: "last " },
          { type: "text", text: "words\n" },
        ],
      },
    ] as const;
    expect((await llm.generate({ messages })).text).toBe("last words\n");
  });

  it("answers {} under a schema", async () => {
    const schema = { name: "r", schema: { type: "object", properties: { a: { type: "string" } } } };
    expect((await memoryLLM().generate(ask("x", { schema }))).text).toBe("{}");
  });

  it("calls every local tool once with the smallest input that it takes, then answers", async () => {
    const seen: unknown[] = [];
    const execute = (input: unknown) => void seen.push(input);
    const tools = [
      tool({ name: "now", input: { type: "object" }, execute }),
      tool({
        name: "book",
        input: z.object({
          at: z.enum(["noon", "night"]),
          seats: z.number().int().min(2),
          name: z.string().min(3),
          tags: z.array(z.string()).min(1),
          note: z.string().optional(),
        }),
        execute,
      }),
    ];
    const response = await memoryLLM().generate(ask("a table", { tools, maxSteps: 5 }));
    expect(seen).toEqual([{}, { at: "noon", seats: 2, name: "xxx", tags: [""] }]);
    expect(response).toMatchObject({ text: "a table", steps: 2, finishReason: "stop" });
    expect(response.toolCalls.map((call) => [call.name, call.outcome])).toEqual([
      ["now", "ran"],
      ["book", "ran"],
    ]);
  });

  it.each([
    { minLength: -1, type: "string" },
    { minLength: 1e12, type: "string" },
    { minItems: -5, type: "array" },
    { $ref: "#/%" },
    { $ref: "#/$defs/none" },
    { anyOf: [{ $ref: "#" }] },
    { type: ["null", "string"] },
  ])("makes do with a schema that is odd: %j", async (odd) => {
    const inputSchema = { type: "object", properties: { a: odd }, required: ["a"] };
    const tools = [tool({ name: "f", input: inputSchema, execute: () => "" })];
    const response = await memoryLLM().generate(ask("x", { tools, toolChoice: "required" }));
    expect(response.toolCalls).toHaveLength(1);
  });

  it("skips tools that the provider runs", async () => {
    const tools = [{ name: "search", providerType: "google_search" }, lookup()];
    const response = await memoryLLM().generate(ask("x", { tools, maxSteps: 5 }));
    expect(response.toolCalls.map((call) => call.name)).toEqual(["get_order_status"]);
  });

  it("calls no tool in a single turn, unless it is forced to", async () => {
    const tools = [lookup(), tool({ name: "other", input: { type: "object" }, execute: () => "" })];
    expect((await memoryLLM().generate(ask("x", { tools }))).toolCalls).toEqual([]);
    for (const maxSteps of [undefined, 0, 1]) {
      const forced = await memoryLLM().generate(
        ask("x", { tools, toolChoice: { tool: "other" }, ...(maxSteps !== undefined && { maxSteps }) }),
      );
      expect(forced).toMatchObject({ finishReason: "tool_use", steps: 1, toolCalls: [{ name: "other" }] });
    }
    const required = await memoryLLM().generate(ask("x", { tools, toolChoice: "required", maxSteps: 1 }));
    expect(required.toolCalls.map((call) => call.name)).toEqual(["get_order_status", "other"]);
    const none = await memoryLLM().generate(ask("x", { tools, toolChoice: "none", maxSteps: 5 }));
    expect(none).toMatchObject({ text: "x", toolCalls: [] });
  });
});

describe("typed extraction", () => {
  const Invoice = z.object({ vendor: z.string(), total: z.number(), status: z.enum(["draft", "sent", "paid"]) });

  it("gives the typed value, and the schema was sent, its enum in order", async () => {
    const llm = memoryLLM('{"vendor":"ACME","total":1250.5,"status":"paid"}');
    const invoice = await extract(llm, Invoice, ask("…"), { name: "invoice" });
    expect(invoice.total).toBeCloseTo(1250.5);
    expect(invoice.vendor).toBe("ACME");
    const sent = llmCalls(llm)[0]?.schema;
    expect(sent?.name).toBe("invoice");
    expect(sent?.schema).toMatchObject({ properties: { status: { enum: ["draft", "sent", "paid"] } } });
  });

  it("fails with the validator's own code where a rule of it does not hold", async () => {
    const Reviewed = z.object({
      score: z.number().superRefine((score, context) => {
        if (score > 10) context.addIssue({ code: "custom", params: { code: "BAD_SCORE" }, message: "over 10" });
      }),
    });
    await expect(extract(memoryLLM('{"score":42}'), Reviewed, ask("x"))).rejects.toMatchObject({
      code: "LLM_INVALID_OUTPUT",
      status: 422,
      validatorCode: "BAD_SCORE",
      issues: [{ path: "score", message: "over 10" }],
    });
  });

  it("fails with the raw answer in the error where it is not JSON", async () => {
    const answer = "ผมว่าน่าจะดีนะครับ";
    await expect(extract(memoryLLM(answer), Invoice, ask("x"))).rejects.toMatchObject({
      code: "LLM_INVALID_OUTPUT",
      rawText: answer,
      issues: [],
      message: expect.stringContaining("ผมว่าน่าจะดี"),
    });
  });

  it("fails with the place where a field does not fit", async () => {
    await expect(
      extract(memoryLLM('{"vendor":"ACME","total":"much","status":"lost"}'), Invoice, ask("x")),
    ).rejects.toMatchObject({
      name: "ExtractError",
      issues: [{ path: "total" }, { path: "status" }],
    });
  });
});

describe("tools", () => {
  it("are called with the argument that the model sent", async () => {
    let saw = "";
    const llm = memoryLLM({ toolCalls: [memoryToolCall("get_order_status", { order_id: "TH-1042" })] }, "On its way.");
    const status = lookup(({ order_id }) => {
      saw = order_id;
      return { status: "shipped" };
    });
    const response = await llm.generate(ask("where is TH-1042?", { tools: [status], maxSteps: 5 }));
    expect(saw).toBe("TH-1042");
    expect(response).toMatchObject({
      text: "On its way.",
      steps: 2,
      toolCalls: [{ outcome: "ran", output: '{"status":"shipped"}' }],
    });
    expect(llmCalls(llm)[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ output: { status: "shipped" } }],
    });
  });

  it("are not run when the policy refuses, and the refusal is in the audit trail", async () => {
    let ran = false;
    const refund = tool({
      name: "refund_order",
      input: z.object({ id: z.string() }),
      execute: () => {
        ran = true;
      },
    });
    const llm = memoryLLM(
      { toolCalls: [memoryToolCall("refund_order", { id: "A1" })] },
      "An employee must approve it first.",
    );
    const response = await llm.generate(
      ask("refund A1", { tools: [refund], maxSteps: 5, approve: () => ({ denied: "an employee must approve it" }) }),
    );
    expect(ran).toBe(false);
    expect(response.text).toBe("An employee must approve it first.");
    expect(response.toolCalls).toMatchObject([
      { name: "refund_order", outcome: "denied", output: "denied: an employee must approve it" },
    ]);
    expect(llmCalls(llm)[1]?.messages.at(-1)).toMatchObject({
      results: [{ output: "denied: an employee must approve it", isError: true }],
    });
  });

  it("stop at the step cap with a success", async () => {
    const loop = tool({ name: "loop", input: { type: "object" }, execute: () => "again" });
    const reply = { toolCalls: [memoryToolCall("loop")] };
    const llm = memoryLLM(reply, { toolCalls: [memoryToolCall("loop")] }, { toolCalls: [memoryToolCall("loop")] });
    const response = await llm.generate(ask("x", { tools: [loop], maxSteps: 2 }));
    expect(response).toMatchObject({ finishReason: "tool_use", steps: 2 });
    expect(response.toolCalls.map((call) => call.outcome)).toEqual(["ran", undefined]);
    expect(llmCalls(llm)).toHaveLength(2);
  });

  it("get ids that are unique", () => {
    const ids = Array.from({ length: 1000 }, () => memoryToolCall("f").id);
    expect(new Set(ids).size).toBe(1000);
  });
});

describe("what a reply can carry", () => {
  it("sources", async () => {
    const sources = [{ type: "url", url: "https://go.dev/doc/devel/release", title: "Releases" }];
    const response = await memoryLLM({ text: "1.26.5", sources }).generate(ask("latest?"));
    expect(response.sources).toEqual(sources);
  });

  it("a rate limit, thrown as it is and not retried", async () => {
    const error = new LLMError("LLM_RATE_LIMITED", "slow down", { status: 429, retryAfterMs: 5 });
    const llm = memoryLLM({ error }, "next");
    await expect(llm.generate(ask("x"))).rejects.toBe(error);
    expect(llmCalls(llm)).toHaveLength(1);
    expect((await llm.generate(ask("x"))).text).toBe("next");
  });

  it("an error as data", async () => {
    const llm = memoryLLM({
      error: { code: "LLM_PROVIDER_ERROR", status: 503, message: "overloaded", retryAfterMs: 9 },
    });
    await expect(llm.stream(ask("x"))).rejects.toMatchObject({
      code: "LLM_PROVIDER_ERROR",
      status: 503,
      message: "overloaded",
      retryAfterMs: 9,
      provider: "memory",
    });
  });

  it("usage, as it was scripted", async () => {
    const usage = { inputTokens: 1200, outputTokens: 40, cachedInputTokens: 3000 };
    expect((await memoryLLM({ text: '{"score":8}', usage }).generate(ask("x"))).usage).toEqual(usage);
  });

  it("a cut answer", async () => {
    const response = await memoryLLM({ text: "half an ans", finishReason: "length" }).generate(ask("x"));
    expect(response).toMatchObject({ text: "half an ans", finishReason: "length" });
  });

  it("a model and a reason of the provider's", async () => {
    const response = await memoryLLM({ text: "x", model: "m-2026", providerFinishReason: "eos" }).generate(
      ask("x", { model: "m" }),
    );
    expect(response).toMatchObject({ model: "m-2026", providerFinishReason: "eos", finishReason: "stop" });
  });

  it.each([
    ["max_tokens", "length"],
    ["refusal", "content_filter"],
    ["tired", "other"],
  ])("a reason %s alone, which means %s", async (providerFinishReason, finishReason) => {
    const response = await memoryLLM({ text: "x", providerFinishReason }).generate(ask("x"));
    expect(response).toMatchObject({ providerFinishReason, finishReason });
  });

  it.each(["LLM_BAD_RESPONSE", "LLM_STREAM_INTERRUPTED"] as const)(
    "%s, the fault of a reply: the stream was accepted before it shows",
    async (code) => {
      const { text, error } = await read(await memoryLLM({ error: { code } }).stream(ask("x")));
      expect([text, error]).toMatchObject(["", { code, status: 502 }]);
    },
  );

  it("an error after text: a stream brings the text first, and the error is not worth a retry any more", async () => {
    const llm = memoryLLM({ text: "some text here", error: { code: "LLM_PROVIDER_ERROR", status: 503 } });
    const { text, error } = await read(await llm.stream(ask("x")));
    expect(text).toBe("some text here");
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503, retryable: false });
  });

  it("a broken end", async () => {
    const { text, error } = await read(await memoryLLM({ text: "some text here", cut: true }).stream(ask("x")));
    expect(text).toBe("some text here");
    expect(error).toMatchObject({ code: "LLM_STREAM_INTERRUPTED", status: 502 });
    await expect(memoryLLM({ text: "x", cut: true }).generate(ask("x"))).rejects.toMatchObject({
      code: "LLM_STREAM_INTERRUPTED",
    });
  });

  it("a silence that lasts until the caller leaves", async () => {
    const controller = new AbortController();
    const stream = await memoryLLM({ text: "some text", stall: true }).stream(ask("x"), { signal: controller.signal });
    let text = "";
    const reading = (async () => {
      for await (const event of stream) {
        if (event.type === "text") text += event.text;
        if (text === "some text") controller.abort("enough");
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "LLM_CANCELLED", cause: "enough" });
  });
});

describe("usage where none is scripted", () => {
  it("is the code points divided by four, rounded up, of system and messages and of the output", async () => {
    const llm = memoryLLM({ text: "😀😀😀😀😀", reasoning: "abc" });
    const request = ask("ABCDE", { system: "1234" });
    expect((await llm.generate(request)).usage).toEqual({ inputTokens: 3, outputTokens: 2, reasoningTokens: 1 });
    expect(await llm.countTokens(request)).toBe(3);
  });
});

describe("the stream", () => {
  it("joins to exactly the text, white space, newlines and surrogate pairs included", async () => {
    const text = "  Grüße,\n\n\tสวัสดี 😀👩‍👩‍👧 \r\n end  ";
    const { deltas, text: joined } = await read(await memoryLLM({ text }).stream(ask("x")));
    expect(joined).toBe(text);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
  });
});

describe("capabilities", () => {
  it("are all on, and each can be switched off", async () => {
    expect(Object.values(memoryLLM().capabilities)).toEqual(Array(8).fill(true));
    const llm = createMemoryLLM({ capabilities: { tools: false } });
    await expect(llm.generate(ask("x", { tools: [lookup()] }))).rejects.toMatchObject({
      code: "LLM_UNSUPPORTED",
      message: "memory does not support tools",
    });
    expect(llmCalls(llm)).toEqual([]);
  });

  it("without promptCaching no cached tokens are reported, whatever the script says", async () => {
    const replies = [{ text: "a", usage: { inputTokens: 9, outputTokens: 1, cachedInputTokens: 8 } }];
    const llm = createMemoryLLM({ replies, capabilities: { promptCaching: false } });
    const response = await llm.generate(ask("x", { system: "s", cacheSystem: true }));
    expect(response.usage).toEqual({ inputTokens: 9, outputTokens: 1 });
  });
});

describe("recorded calls", () => {
  it("are snapshots, tool results included, and consume nothing when the request was not valid or aborted", async () => {
    const llm = memoryLLM("one", "two");
    const messages = [{ role: "user" as const, content: "a" }];
    await llm.generate({ messages });
    messages[0] = { role: "user", content: "changed" };
    await expect(llm.generate({ messages: [] })).rejects.toMatchObject({ code: "LLM_INVALID_REQUEST" });
    await expect(llm.generate(ask("x"), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "LLM_CANCELLED",
    });
    const controller = new AbortController();
    const aborted = llm.generate(ask("x"), { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "LLM_CANCELLED" });
    expect(llmCalls(llm)).toEqual([{ messages: [{ role: "user", content: "a" }] }]);
    expect((await llm.generate(ask("y"))).text).toBe("two");
  });

  it("are found under any wrappers, and the script is the same", async () => {
    const seen: string[] = [];
    const logging: DriverWrapper = (driver) =>
      overDriver(driver, {
        turn: (request, context) => {
          seen.push("turn");
          return driver.turn(request, context);
        },
      });
    const meter = usageMeter();
    const llm = memoryLLM();
    const wrapped = wrapLLM(wrapLLM(llm, meter), logging);
    queueLLMReply(wrapped, "hello");
    expect((await wrapped.generate(ask("a"))).text).toBe("hello");
    expect(seen).toEqual(["turn"]);
    expect(meter.total()).toMatchObject({ turns: 1, inputTokens: 1, outputTokens: 2 });
    expect(llmCalls(wrapped)).toEqual(llmCalls(llm));
    resetLLM(wrapped);
    expect(llmCalls(llm)).toEqual([]);
  });

  it("are refused for an LLM with no memory model in it", () => {
    const llm = createLLM({ provider: "acme", model: "m", capabilities: {}, turn: async () => ({ text: "" }) });
    for (const helper of [llmCalls, resetLLM, queueLLMReply]) {
      expect(() => helper(llm)).toThrow(
        expect.objectContaining({ code: "LLM_INVALID_CONFIG", message: expect.stringContaining("acme") }),
      );
    }
  });
});

async function read(stream: AsyncIterable<StreamEvent>) {
  const deltas: string[] = [];
  let error: unknown;
  try {
    for await (const event of stream) if (event.type === "text") deltas.push(event.text);
  } catch (thrown) {
    error = thrown;
  }
  return { deltas, text: deltas.join(""), error };
}

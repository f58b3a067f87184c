import { describe, expect, test } from "vitest";
import type { TurnEvent } from "../../contract/index.js";
import { anyone, readWhole, readWire, reply, sse } from "../testing/google-wire.js";
import { joined, turnIn } from "../testing/read-wire.js";
import { createAnswer } from "./answer.js";

const hello = [reply([{ text: "Hel" }]), reply([{ text: "lo" }], "STOP")];

describe("text", () => {
  test("comes as deltas, and once more whole", async () => {
    const { events } = await readWire(sse(...hello));
    expect(events).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "turn", turn: { text: "Hello", providerFinishReason: "STOP" } },
    ]);
  });

  test.each(["caf\u00e9", "\u{1F469}\u200D\u{1F680} ok", " ", "\n\n", "null"])(
    "is %j to the code unit",
    async (text) => {
      const outcome = await readWire(sse(reply([{ text }]), reply([], "STOP")));
      expect(joined(outcome, "text")).toBe(text);
      expect(turnIn(outcome).text).toBe(text);
    },
  );

  test("that looks like a thought, unmarked, is passed through", () => {
    const text = "THOUGHT: check dates\nThe answer is 4.";
    expect(readWhole(reply([{ text }], "STOP")).text).toBe(text);
  });

  test("of another candidate is not mixed in", async () => {
    const other = { candidates: [{ index: 1, content: { parts: [{ text: "no" }] } }] };
    expect(turnIn(await readWire(sse(reply([{ text: "yes" }]), other, reply([], "STOP")))).text).toBe("yes");
  });

  test("is not broken by code that Google ran, which is kept for the replay", async () => {
    const code = { executableCode: { language: "PYTHON", code: "print(1)" } };
    const result = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } };
    const turn = turnIn(await readWire(sse(reply([{ text: "a" }, code, result]), reply([{ text: "b" }], "STOP"))));
    expect(turn).toEqual({
      text: "ab",
      providerFinishReason: "STOP",
      providerState: {
        google: {
          parts: [
            { kind: "text", length: 1 },
            { kind: "other", part: code },
            { kind: "other", part: result },
            { kind: "text", length: 1 },
          ],
        },
      },
    });
  });
});

describe("thoughts", () => {
  const parts = [{ text: "Plan: be brief.", thought: true }, { text: "Hi." }];

  test("are reasoning and never text, streamed and whole", async () => {
    const outcome = await readWire(sse(...parts.map((part) => reply([part])), reply([], "STOP")));
    const turn = { text: "Hi.", reasoning: "Plan: be brief.", providerFinishReason: "STOP" };
    expect(turnIn(outcome)).toEqual(turn);
    expect(joined(outcome, "reasoning")).toBe("Plan: be brief.");
    expect(readWhole(reply(parts, "STOP"))).toMatchObject(turn);
  });

  test("keep each signature on its part, also one that comes alone", async () => {
    const wire = sse(
      reply([{ text: "hm", thought: true }]),
      reply([{ text: " so", thought: true, thoughtSignature: "c2ln" }]),
      reply([{ text: "Hi" }]),
      reply([{ text: "!" }]),
      reply([{ text: "", thoughtSignature: "ZW5k" }], "STOP"),
    );
    expect(turnIn(await readWire(wire)).providerState).toEqual({
      google: {
        parts: [
          { kind: "thought", length: 2 },
          { kind: "thought", length: 3, signature: "c2ln" },
          { kind: "text", length: 3 },
          { kind: "text", length: 0, signature: "ZW5k" },
        ],
      },
    });
  });
});

describe("function calls", () => {
  const f = { functionCall: { name: "f", args: { q: 1 } } };

  test("come whole, under STOP, with their state", async () => {
    const wire = sse(
      reply([{ ...f, thoughtSignature: "c2ln" }, { functionCall: { name: "f", args: { q: 2 }, id: "x2" } }]),
      reply([], "STOP"),
    );
    const outcome = await readWire(wire);
    const toolCalls = [
      { name: "f", input: { q: 1 } },
      { id: "x2", name: "f", input: { q: 2 } },
    ];
    expect(outcome.events.slice(0, 2)).toEqual(toolCalls.map((call) => ({ type: "tool-call", call })));
    expect(turnIn(outcome)).toEqual({
      text: "",
      toolCalls,
      providerFinishReason: "STOP",
      providerState: {
        google: {
          parts: [
            { kind: "call", signature: "c2ln" },
            { kind: "call", id: "x2" },
          ],
        },
      },
    });
  });

  test.each([
    ["no args", { name: "f" }, { input: {} }],
    ["null args", { name: "f", args: null }, { input: {} }],
    ["args as a string", { name: "f", args: '{"q":1}' }, { input: { q: 1 } }],
    ["args that are no JSON", { name: "f", args: '{"q":' }, { input: {}, invalidInput: '{"q":' }],
  ])("may have %s", (_, functionCall, expected) => {
    expect(readWhole(reply([{ functionCall }], "STOP")).toolCalls).toEqual([{ name: "f", ...expected }]);
  });

  test.each([
    ["an object", JSON.parse(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`)],
    ["a list that no text can tell", JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
    ["a string", `${"[".repeat(600)}${"]".repeat(600)}`],
  ])("with args that are nested too deeply are marked: %s", (_, args) => {
    const answer = createAnswer(anyone);
    const call = { name: "f", input: {}, invalidInput: expect.any(String) };
    const events: TurnEvent[] = [];
    answer.take(reply([{ functionCall: { name: "f", args } }], "STOP"), events);
    expect(events).toEqual([{ type: "tool-call", call }]);
    expect(answer.end(true)).toMatchObject([{ turn: { toolCalls: [call] } }]);
  });

  test("without a name are no answer", async () => {
    const { error } = await readWire(sse(reply([{ functionCall: { args: {} } }], "STOP")));
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE" });
  });
});

describe("the end", () => {
  const wire = sse(reply([{ text: "Hello" }]));

  test.each([
    ["a finish reason", sse(...hello)],
    ["[DONE] behind it", `${sse(...hello)}data: [DONE]\n\n`],
    ["[DONE] without one", `${wire}data: [DONE]\n\n`],
    ["an unterminated last event", sse(...hello).trimEnd()],
    ["half an event behind the finish reason", `${sse(...hello)}data: {"usageM`],
    [
      "LF, comments and no space after the colon",
      `: ping\n\n${sse(...hello)
        .replaceAll("\r\n", "\n")
        .replaceAll("data: ", "data:")}:\n\n`,
    ],
    ["a list in place of events", `[${JSON.stringify(hello[0])}\n,\r\n${JSON.stringify(hello[1])}]`],
    ["one object in place of events", JSON.stringify(reply([{ text: "Hello" }], "STOP"))],
  ])("%s is a success", async (_, text) => {
    expect(turnIn(await readWire(text)).text).toBe("Hello");
  });

  test.each([
    ["no finish reason", wire],
    ["an empty finish reason", sse(reply([{ text: "Hello" }], "FINISH_REASON_UNSPECIFIED"))],
    ["half a finish reason", `${wire}data: {"candidates":[{"finishReason":"ST`],
    ["a list without a finish reason", `[${JSON.stringify(reply([{ text: "Hello" }]))}]`],
  ])("%s is an interruption", async (_, text) => {
    expect((await readWire(text)).error?.code).toBe("LLM_STREAM_INTERRUPTED");
  });

  test.each([
    ["half a list", `[${JSON.stringify(hello[0])},`, "LLM_BAD_RESPONSE"],
    ["a list of something else", "[1]", "LLM_BAD_RESPONSE"],
    ["an event that is no JSON", "data: hello\n\n", "LLM_BAD_RESPONSE"],
    ["a page", "<html><title>Sorry</title></html>", "LLM_BAD_RESPONSE"],
    ["a content that is none", sse({ candidates: [{ content: "Hi", finishReason: "STOP" }] }), "LLM_BAD_RESPONSE"],
    ["[DONE] alone", "data: [DONE]\n\n", "LLM_PROVIDER_ERROR"],
    ["nothing", "", "LLM_PROVIDER_ERROR"],
  ])("%s is %s", async (_, text, code) => {
    expect((await readWire(text)).error?.code).toBe(code);
  });

  test("of a whole reply without a finish reason is announced", () => {
    expect(readWhole(reply([{ text: "Hi" }]))).toMatchObject({ text: "Hi" });
  });

  test.each([
    {},
    { candidates: [] },
    { candidates: [{}] },
    { candidates: [{ content: null }] },
    { usageMetadata: { promptTokenCount: 3 } },
  ])("of a whole reply without a candidate is no answer: %j", (body) => {
    expect(() => readWhole(body)).toThrow(expect.objectContaining({ code: "LLM_PROVIDER_ERROR", status: 502 }));
  });
});

describe("blocks", () => {
  test("of the prompt are content_filter with their reason, streamed and whole", async () => {
    const body = {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
    };
    const turn = {
      text: "",
      finishReason: "content_filter",
      providerFinishReason: "PROHIBITED_CONTENT",
      usage: { inputTokens: 7, outputTokens: 0 },
    };
    expect(turnIn(await readWire(sse(body)))).toEqual(turn);
    expect(readWhole(body)).toEqual({ ...turn, raw: body });
  });

  test.each(["SAFETY", "RECITATION", "MALFORMED_FUNCTION_CALL"])("of the answer (%s) keep its text", async (label) => {
    const outcome = await readWire(sse(reply([{ text: "partial" }]), reply([{ text: " tail" }], label)));
    expect(joined(outcome, "text")).toBe("partial tail");
    expect(turnIn(outcome)).toMatchObject({ text: "partial tail", providerFinishReason: label });
  });

  test("may leave a candidate without content", () => {
    expect(readWhole({ candidates: [{ finishReason: "SAFETY", safetyRatings: [] }] })).toMatchObject({
      text: "",
      providerFinishReason: "SAFETY",
    });
  });
});

describe("errors in the stream", () => {
  const error = { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } };
  const text = sse(reply([{ text: "a" }]));

  test.each([
    ["framed", `${text}${sse(error)}`],
    ["without framing", `${text}${JSON.stringify(error)}\n`],
    ["without framing, on several lines", `${text}${JSON.stringify(error, null, 2)}\n`],
    ["without framing, unterminated", `${text}${JSON.stringify(error)}`],
    ["as a named event", `${text}event: error\ndata: ${JSON.stringify(error)}\n\n`],
    ["in a list", `${text}${sse(JSON.stringify([error]))}`],
  ])("come with their status, behind the text: %s", async (_, wire) => {
    const outcome = await readWire(wire);
    expect(joined(outcome, "text")).toBe("a");
    expect(outcome.error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503 });
  });

  test("come behind the text of their own chunk, streamed and in a list", async () => {
    const both = { ...reply([{ text: "b" }]), ...error };
    for (const wire of [text + sse(both), JSON.stringify([reply([{ text: "a" }]), both])]) {
      const outcome = await readWire(wire);
      expect(joined(outcome, "text")).toBe("ab");
      expect(outcome.error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503 });
    }
  });

  test.each<[string, object, object]>([
    ["a number", { error: 503 }, { status: 503 }],
    ["a flag", { error: true, message: "busy", candidates: [] }, { status: 502 }],
    ["a status in words", { status: "error", message: "busy" }, { status: 502 }],
    ["a code", { code: 500, msg: "busy" }, { status: 500 }],
    ["a code that is no status", { error_code: 18, error_msg: "busy" }, { status: 502 }],
    ["errors as text", { errors: "busy" }, { status: 502 }],
    ["a message beside usage", { message: "busy", usageMetadata: { promptTokenCount: 1 } }, { status: 502 }],
    ["a fault", { fault: { faultstring: "busy" } }, { status: 502 }],
    ["anything that looks like a reason", { reason: "busy" }, { status: 502 }],
  ])("come in the forms of gateways, before [DONE] and in a whole reply: %s", async (_, chunk, expected) => {
    const outcome = await readWire(`${text}${sse(chunk, "[DONE]")}`);
    expect(joined(outcome, "text")).toBe("a");
    expect(outcome.error).toMatchObject({ code: "LLM_PROVIDER_ERROR", ...expected });
    expect(() => readWhole(chunk)).toThrow(expect.objectContaining({ code: "LLM_PROVIDER_ERROR", ...expected }));
  });

  test("hide behind nothing that is beside them", async () => {
    expect((await readWire(sse({ candidates: [1], ...error }))).error).toMatchObject({ status: 503 });
  });

  test("come in a list in place of events", async () => {
    expect((await readWire(JSON.stringify([error]))).error).toMatchObject({ status: 503 });
  });

  test("that name only a word have its status", async () => {
    const { error } = await readWire(sse({ error: { message: "slow down", status: "RESOURCE_EXHAUSTED" } }));
    expect(error).toMatchObject({ code: "LLM_RATE_LIMITED", status: 429 });
  });
});

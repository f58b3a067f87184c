import { describe, expect, test } from "vitest";
import type { ToolCall, Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const calling = (...names: string[]): Partial<Turn> => ({
  toolCalls: names.map((name) => ({ id: name, name, input: {} })),
});
const outcomes = (calls: readonly ToolCall[]) => calls.map(({ name, outcome, output }) => [name, outcome, output]);

describe("calls that go wrong do not end the generation", () => {
  const run = async (execute: () => unknown) => {
    const llm = createLLM(scriptedDriver(calling("f"), { text: "done" }));
    const response = await llm.generate({ ...hello, tools: [localTool("f", execute)], maxSteps: 2 });
    expect(response.text).toBe("done");
    const [call] = response.toolCalls;
    const message = response.messages[1];
    return { call, result: message?.role === "tool" ? message.results[0] : undefined };
  };
  const throwing = (value: unknown) => () => {
    throw value;
  };
  const unreadable = new Proxy({}, { getPrototypeOf: throwing(new Error("no")), get: throwing(new Error("no")) });
  const odd = Object.assign(new Error(""), { message: { toString: throwing(new Error("no")) } });
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  test.each([
    ["an error", new Error("disk full"), "error: disk full"],
    ["an error without a message", new RangeError(), "error: RangeError"],
    ["a string", "just text", "error: just text"],
    ["undefined", undefined, "error: undefined"],
    ["a symbol", Symbol("s"), "error: Symbol(s)"],
    ["an object without a prototype", Object.create(null), "error: unknown failure"],
    ["a proxy that throws", unreadable, "error: unknown failure"],
    ["an error whose message is no string", odd, "error: unknown failure"],
    ["a lone surrogate", new Error("a\ud83d"), "error: a\ufffd"],
  ])("a handler that throws %s", async (_, thrown, output) => {
    const { call, result } = await run(throwing(thrown));
    expect(call).toMatchObject({ outcome: "failed", output });
    expect(result).toEqual({ id: "f", name: "f", output, isError: true });
  });

  test("a handler that rejects", async () => {
    expect((await run(() => Promise.reject(new Error("later")))).call).toMatchObject({ output: "error: later" });
  });

  test.each([
    ["a BigInt", 1n, /bigint/],
    ["a function", () => {}, /function/],
    ["NaN", { n: Number.NaN }, /NaN/],
    ["a cycle", cycle, /cycle/],
    ["a symbol", [Symbol("s")], /symbol/],
    [
      "a getter that throws",
      Object.defineProperty({}, "x", { enumerable: true, get: throwing(new Error("no")) }),
      /no/,
    ],
  ])("a handler that returns %s", async (_, value, message) => {
    const { call } = await run(() => value);
    expect(call).toMatchObject({ outcome: "failed", output: expect.stringMatching(message) });
  });

  test.each([
    ["a string, as it is", "3", "3", "3"],
    ["a string that is not well-formed", "\ud83d", "\ufffd", "\ufffd"],
    ["undefined, as nothing", undefined, "", ""],
    ["null", null, null, "null"],
    ["0", 0, 0, "0"],
    ["an object without its undefined", { a: 1, b: undefined }, { a: 1 }, '{"a":1}'],
    ["a date, as JSON has it", new Date(0), "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
  ])("a handler that returns %s", async (_, value, output, told) => {
    const { call, result } = await run(() => value);
    expect(call).toMatchObject({ outcome: "ran", output: told });
    expect(result).toEqual({ id: "f", name: "f", output });
  });

  test("an unknown tool", async () => {
    const llm = createLLM(scriptedDriver(calling("ghost"), { text: "done" }));
    const tools = [localTool("f", () => "x"), { name: "search", providerType: "web_search" }];
    const response = await llm.generate({ ...hello, tools, maxSteps: 2 });
    expect(outcomes(response.toolCalls)).toEqual([
      ["ghost", "unknown_tool", 'error: no tool named "ghost" is available'],
    ]);
  });

  test("an input that does not fit: told which field and why, before any approval", async () => {
    const asked: unknown[] = [];
    const tools = [
      {
        ...localTool("f", () => "never"),
        inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    ];
    const driver = scriptedDriver({ toolCalls: [{ id: "f", name: "f", input: { city: 7 } }] }, { text: "done" });
    const approve = (call: unknown) => Boolean(asked.push(call));
    const response = await createLLM(driver).generate({ ...hello, tools, approve, maxSteps: 2 });
    expect(response.toolCalls[0]).toMatchObject({ outcome: "failed", output: expect.stringContaining("city") });
    expect(response.toolCalls[0]?.output).toMatch(/^error: .*string/);
    expect(asked).toEqual([]);
  });

  test("a schema that cannot be used is told to the model too", async () => {
    const tools = [{ ...localTool("f", () => "never"), inputSchema: { $ref: "#/nowhere" } }];
    const response = await createLLM(scriptedDriver(calling("f"), {})).generate({ ...hello, tools, maxSteps: 2 });
    expect(response.toolCalls[0]).toMatchObject({ outcome: "failed", output: expect.stringContaining("schema") });
  });

  test("arguments that are not complete JSON are never run: listed with the raw string, replayed as {}", async () => {
    const driver = scriptedDriver(
      { toolCalls: [{ id: "f", name: "f", input: { half: true }, invalidInput: '{"a":' }] },
      { text: "done" },
    );
    let asked = false;
    const approve = () => {
      asked = true;
      return true;
    };
    const tools = [localTool("f", () => "never")];
    const response = await createLLM(driver).generate({ ...hello, tools, approve, maxSteps: 2 });
    expect(asked).toBe(false);
    expect(response.toolCalls[0]).toMatchObject({ input: {}, invalidInput: '{"a":', outcome: "failed" });
    expect(response.messages[0]).toMatchObject({ toolCalls: [{ id: "f", name: "f", input: {} }] });
    expect(response.messages[1]).toMatchObject({ results: [{ id: "f", isError: true }] });
  });

  test("at the cap an invalid call has its result, so that the others can be decided and the history goes on", async () => {
    const turn = {
      toolCalls: [
        { id: "bad", name: "f", input: {}, invalidInput: "{" },
        { id: "good", name: "f", input: {} },
      ],
    };
    const driver = scriptedDriver(turn, { text: "done" });
    const tools = [localTool("f", () => "never")];
    const { toolCalls, messages } = await createLLM(driver).generate({ ...hello, tools, maxSteps: 1 });
    expect(toolCalls.map(({ outcome }) => outcome)).toEqual(["failed", undefined]);
    const decided = { role: "tool" as const, results: [{ id: "good", name: "f", output: "x" }] };
    await createLLM(driver).generate({ messages: [...hello.messages, ...messages, decided] });
    const replayed = driver.asked[1]?.request.messages;
    expect(replayed).toHaveLength(3);
    expect(replayed?.[2]).toMatchObject({ role: "tool", results: [{ id: "bad" }, { id: "good" }] });
  });
});

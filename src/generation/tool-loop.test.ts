import { describe, expect, test } from "vitest";
import type { ToolCall, Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { deferred, failure, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const calling = (...names: string[]): Partial<Turn> => ({
  toolCalls: names.map((name) => ({ id: name, name, input: {} })),
});
const outcomes = (calls: readonly ToolCall[]) => calls.map(({ name, outcome, output }) => [name, outcome, output]);

describe("steps", () => {
  test("calls are run, the results are told in call order, and the model is asked again", async () => {
    const driver = scriptedDriver(
      {
        text: "let me see",
        toolCalls: [
          { id: "1", name: "add", input: { a: 1 } },
          { id: "2", name: "now", input: {} },
        ],
      },
      { text: "done" },
    );
    const tools = [localTool("add", () => ({ sum: 3 })), localTool("now", async () => "noon")];
    const response = await createLLM(driver).generate({ ...hello, tools, maxSteps: 5 });
    expect(response).toMatchObject({ text: "done", steps: 2, finishReason: "stop" });
    expect(response.toolCalls).toEqual([
      { id: "1", name: "add", input: { a: 1 }, outcome: "ran", output: '{"sum":3}' },
      { id: "2", name: "now", input: {}, outcome: "ran", output: "noon" },
    ]);
    const appended = [
      {
        role: "assistant",
        content: "let me see",
        toolCalls: [
          { id: "1", name: "add", input: { a: 1 } },
          { id: "2", name: "now", input: {} },
        ],
      },
      {
        role: "tool",
        results: [
          { id: "1", name: "add", output: { sum: 3 } },
          { id: "2", name: "now", output: "noon" },
        ],
      },
    ];
    expect(driver.asked[1]?.request.messages).toEqual([...hello.messages, ...appended]);
    expect(response.messages).toEqual([...appended, { role: "assistant", content: "done" }]);
    expect(driver.asked.map(({ context }) => context.step)).toEqual([1, 2]);
  });

  test.each([undefined, 0, 1])("maxSteps %s is a single turn, its calls listed and not run", async (maxSteps) => {
    const driver = scriptedDriver(calling("f"));
    const tools = [localTool("f", () => "never")];
    const request = { ...hello, tools, approve: () => true, ...(maxSteps !== undefined && { maxSteps }) };
    const response = await createLLM(driver).generate(request);
    expect(response).toMatchObject({ finishReason: "tool_use", steps: 1 });
    expect(response.toolCalls).toStrictEqual([{ id: "f", name: "f", input: {} }]);
    expect(response.messages).toEqual([
      { role: "assistant", content: "", toolCalls: [{ id: "f", name: "f", input: {} }] },
    ]);
    expect(driver.asked[0]?.request).not.toHaveProperty("approve");
    expect(driver.asked[0]?.request.maxSteps).toBe(maxSteps);
  });

  test("at the cap the last turn's calls are listed without an outcome, and it is a success", async () => {
    const tools = [localTool("f", () => "x")];
    const llm = createLLM(scriptedDriver(calling("f"), calling("f")));
    const response = await llm.generate({ ...hello, tools, maxSteps: 2 });
    expect(response).toMatchObject({ finishReason: "tool_use", steps: 2 });
    expect(response.toolCalls.map(({ outcome }) => outcome)).toEqual(["ran", undefined]);
  });

  test("approved calls run at once", async () => {
    const both = { a: deferred(), b: deferred() };
    const meet = (mine: "a" | "b", other: "a" | "b") =>
      localTool(mine, async () => {
        both[mine].resolve();
        await both[other].promise;
        return mine;
      });
    const llm = createLLM(scriptedDriver(calling("a", "b"), { text: "done" }));
    const response = await llm.generate({ ...hello, tools: [meet("a", "b"), meet("b", "a")], maxSteps: 2 });
    expect(outcomes(response.toolCalls)).toEqual([
      ["a", "ran", "a"],
      ["b", "ran", "b"],
    ]);
  });
});

describe("turns whose calls may never run", () => {
  test.each(["length", "content_filter", "error"] as const)(
    "%s: listed, not run, not in the messages",
    async (reason) => {
      const driver = scriptedDriver({ text: "par", finishReason: reason, ...calling("f") });
      const tools = [localTool("f", () => "never")];
      const response = await createLLM(driver).generate({ ...hello, tools, maxSteps: 3 });
      expect(response).toMatchObject({ finishReason: reason, text: "par", steps: 1 });
      expect(response.toolCalls).toStrictEqual([{ id: "f", name: "f", input: {} }]);
      expect(response.messages).toStrictEqual([{ role: "assistant", content: "par" }]);
    },
  );

  test("toolChoice none: the same, in every step", async () => {
    const driver = scriptedDriver(calling("f"));
    const tools = [localTool("f", () => "never")];
    const response = await createLLM(driver).generate({ ...hello, tools, toolChoice: "none", maxSteps: 3 });
    expect(response.toolCalls).toStrictEqual([{ id: "f", name: "f", input: {} }]);
    expect(response.messages).toStrictEqual([{ role: "assistant", content: "" }]);
    expect(driver.asked).toHaveLength(1);
  });
});

describe("toolChoice", () => {
  const tools = [localTool("f", () => "x"), localTool("g", () => "y")];

  test.each(["required", { tool: "f" }] as const)(
    "a forcing choice holds for the first step only: %j",
    async (toolChoice) => {
      const driver = scriptedDriver(calling("f"), { text: "done" });
      await createLLM(driver).generate({ ...hello, tools, toolChoice, maxSteps: 3 });
      expect(driver.asked.map(({ request }) => request.toolChoice)).toEqual([toolChoice, undefined]);
    },
  );

  test.each([
    ["required", { text: "no" }],
    [{ tool: "f" }, calling("g")],
  ] as const)("an answer that ignores %j is LLM_BAD_RESPONSE", async (toolChoice, turn) => {
    const llm = createLLM(scriptedDriver(turn, turn));
    const request = { ...hello, tools, toolChoice };
    const error = { code: "LLM_BAD_RESPONSE", provider: "scripted", model: "scripted-1" };
    expect(await failure(llm.generate(request))).toMatchObject(error);
    expect(await failure((await llm.stream(request)).response())).toMatchObject(error);
  });

  test.each(["length", "content_filter", "error"] as const)("but not one that ended in %s", async (finishReason) => {
    const llm = createLLM(scriptedDriver({ text: "cut", finishReason }));
    expect(await llm.generate({ ...hello, tools, toolChoice: "required" })).toMatchObject({
      text: "cut",
      finishReason,
    });
  });
});

describe("pause and resume", () => {
  test("the messages survive JSON and carry the provider's state back", async () => {
    const state = { scripted: { signature: "opaque==" } };
    const driver = scriptedDriver(
      { text: "", reasoning: "think", providerState: state, ...calling("f") },
      { text: "done" },
    );
    const llm = createLLM(driver);
    const tools = [localTool("f", () => "never")];
    const paused = await llm.generate({ ...hello, tools, maxSteps: 1 });
    const history = JSON.parse(JSON.stringify([...hello.messages, ...paused.messages]));
    history.push({ role: "tool", results: [{ id: "f", name: "f", output: { by: "hand" } }] });
    const resumed = await llm.generate({ messages: history, tools, maxSteps: 5 });
    expect(resumed).toMatchObject({ text: "done", steps: 1 });
    expect(driver.asked[1]?.request.messages).toEqual([
      ...hello.messages,
      {
        role: "assistant",
        content: "",
        reasoning: "think",
        toolCalls: [{ id: "f", name: "f", input: {} }],
        providerState: state,
      },
      { role: "tool", results: [{ id: "f", name: "f", output: { by: "hand" } }] },
    ]);
  });

  test("results in any order and in several messages reach the driver as one message in call order", async () => {
    const driver = scriptedDriver({ text: "done" });
    const calls = ["a", "b", "c"].map((id) => ({ id, name: "f", input: {} }));
    const result = (id: string) => ({ id, name: "f", output: id });
    await createLLM(driver).generate({
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "", toolCalls: calls },
        { role: "tool", results: [result("c"), result("a")] },
        { role: "tool", results: [result("b")] },
      ],
    });
    const sent = driver.asked[0]?.request.messages;
    expect(sent).toHaveLength(3);
    expect(sent?.[2]).toEqual({ role: "tool", results: [result("a"), result("b"), result("c")] });
  });
});

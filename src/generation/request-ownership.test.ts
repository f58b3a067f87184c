import { describe, expect, test } from "vitest";
import type { ToolCall, Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { deferred, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const calling = (...names: string[]): Partial<Turn> => ({
  toolCalls: names.map((name) => ({ id: name, name, input: {} })),
});

describe("the request belongs to its owner", () => {
  test("it may be frozen, and is never changed", async () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === "object" && value !== null)
        for (const item of Object.values(Object.freeze(value))) freeze(item);
      return value;
    };
    const request = freeze({
      ...hello,
      tools: [localTool("f", () => "x")],
      toolChoice: "required" as const,
      maxSteps: 2,
      providerOptions: { a: { b: 1 } },
    });
    const before = JSON.stringify(request);
    await createLLM(scriptedDriver(calling("f"), { text: "done" })).generate(request);
    expect(JSON.stringify(request)).toBe(before);
  });

  test("it may be changed right after the call was made", async () => {
    const turn = deferred();
    const driver = scriptedDriver(
      async () => {
        await turn.promise;
        return { text: "", ...calling("f") };
      },
      { text: "done" },
    );
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }];
    const tools = [localTool("f", () => "mine")];
    const call = createLLM(driver).generate({ messages, tools, maxSteps: 2 });
    (messages[0]?.content[0] as { text: string }).text = "changed";
    messages.pop();
    tools.pop();
    turn.resolve();
    expect((await call).toolCalls[0]?.output).toBe("mine");
    for (const { request } of driver.asked) {
      expect(request.messages[0]).toEqual({ role: "user", content: [{ type: "text", text: "Hello" }] });
      expect(request.tools).toHaveLength(1);
    }
  });

  test("a handler and an approval that change what they are given change nothing else", async () => {
    const driver = scriptedDriver({ toolCalls: [{ id: "f", name: "f", input: { list: [1] } }] }, { text: "done" });
    const tools = [
      localTool("f", (input, { call }) => {
        (input as { list: number[] }).list.push(2);
        (call.input as unknown as { list: number[] }).list.push(3);
        return input;
      }),
    ];
    const approve = (call: ToolCall) => {
      (call.input as unknown as { list: number[] }).list.length = 0;
      return true;
    };
    const response = await createLLM(driver).generate({ ...hello, tools, approve, maxSteps: 2 });
    expect(response.toolCalls[0]).toMatchObject({ input: { list: [1] }, output: '{"list":[1,2]}' });
    expect(response.messages[0]).toMatchObject({ toolCalls: [{ input: { list: [1] } }] });
  });

  test("200 calls at once do not mix", async () => {
    const driver = {
      ...scriptedDriver(),
      async turn({ messages }: { messages: readonly unknown[] }): Promise<Turn> {
        const n = (messages[0] as { content: string }).content;
        await new Promise(setImmediate);
        if (messages.length === 1) return { text: "", toolCalls: [{ id: "call_0", name: "f", input: { n } }] };
        return { text: `${n}: ${(messages[2] as { results: { output: string }[] }).results[0]?.output}` };
      },
    };
    const llm = createLLM(driver);
    const tools = [localTool("f", async (input) => `ran ${(input as { n: string }).n}`)];
    const numbers = Array.from({ length: 200 }, (_, i) => String(i));
    const texts = await Promise.all(
      numbers.map(
        async (n) => (await llm.generate({ messages: [{ role: "user", content: n }], tools, maxSteps: 2 })).text,
      ),
    );
    expect(texts).toEqual(numbers.map((n) => `${n}: ran ${n}`));
  });
});

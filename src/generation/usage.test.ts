import { describe, expect, test } from "vitest";
import type { Driver, Usage } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const tools = [localTool("f", () => "x")];
const calling = { toolCalls: [{ name: "f", input: {} }] };

async function usageOf(...steps: (Usage | undefined)[]): Promise<Usage> {
  const turns = steps.map((usage, i) => ({ usage, ...(i < steps.length - 1 && calling) }));
  const llm = createLLM(scriptedDriver(...turns));
  return (await llm.generate({ ...hello, tools, maxSteps: steps.length })).usage;
}

describe("a turn's usage", () => {
  test("is as the driver reports it", async () => {
    const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 0 };
    expect(await usageOf(usage)).toStrictEqual(usage);
  });

  test.each([[undefined], [null], ["12"], [[]]])("is unknown, not zero, when %j is reported", async (usage) => {
    expect(await usageOf(usage as never)).toStrictEqual({});
  });

  test.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, "7", null, 2 ** 60])("%s is not a count", async (value) => {
    expect(await usageOf({ inputTokens: value as number, outputTokens: 3 })).toStrictEqual({ outputTokens: 3 });
  });
});

describe("over a loop", () => {
  test("the steps are added up", async () => {
    const sum = await usageOf(
      { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, reasoningTokens: 1 },
      { inputTokens: 10, outputTokens: 20, cachedInputTokens: 5, reasoningTokens: 2 },
      { inputTokens: 100, outputTokens: 200, cachedInputTokens: 50, reasoningTokens: 4 },
    );
    expect(sum).toEqual({ inputTokens: 111, outputTokens: 222, cachedInputTokens: 55, reasoningTokens: 7 });
  });

  test.each([0, 1, 2])("a sum with an unknown step is unknown: step %i", async (unknown) => {
    const steps: Usage[] = [1, 2, 3].map((n) => ({ inputTokens: n, outputTokens: n }));
    steps[unknown] = { outputTokens: 10 };
    const sum = await usageOf(...steps);
    expect(sum.inputTokens).toBeUndefined();
    expect(sum.outputTokens).toBe(10 + 6 - (unknown + 1));
  });

  test("the stream's finish has the same sum", async () => {
    const llm = createLLM(scriptedDriver({ ...calling, usage: { inputTokens: 1 } }, { usage: { inputTokens: 2 } }));
    const stream = await llm.stream({ ...hello, tools, maxSteps: 2 });
    expect((await stream.response()).usage).toStrictEqual({ inputTokens: 3 });
  });
});

test("cached tokens are reported only where promptCaching is claimed", async () => {
  const usage = { inputTokens: 9, outputTokens: 1, cachedInputTokens: 8 };
  const driver = (promptCaching: boolean): Driver => ({
    provider: "p",
    model: "m",
    capabilities: { promptCaching },
    turn: async () => ({ text: "a", usage }),
  });
  expect((await createLLM(driver(true)).generate(hello)).usage).toEqual(usage);
  expect((await createLLM(driver(false)).generate(hello)).usage).toEqual({ inputTokens: 9, outputTokens: 1 });
});

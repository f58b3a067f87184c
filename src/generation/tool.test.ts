import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLLM } from "./create-llm.js";
import { hello } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";
import { tool } from "./tool.js";

const weather = tool({
  name: "weather",
  description: "The weather in a city",
  input: z.object({ city: z.string(), days: z.coerce.number().int().default(1) }),
  execute: ({ city, days }) => `${city.toUpperCase()} for ${days.toFixed(0)} days`,
});

const run = async (input: object) => {
  const driver = scriptedDriver({ toolCalls: [{ name: "weather", input: input as never }] }, { text: "done" });
  const { toolCalls } = await createLLM(driver).generate({ ...hello, tools: [weather], maxSteps: 2 });
  return { call: toolCalls[0], sent: driver.asked[0]?.request.tools?.[0] };
};

describe("with a Standard Schema", () => {
  test("the model sees the JSON Schema, the handler gets what the schema makes of the input", async () => {
    const { call, sent } = await run({ city: "Oslo" });
    expect(sent).toMatchObject({
      name: "weather",
      description: "The weather in a city",
      inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    });
    expect(call).toMatchObject({ input: { city: "Oslo" }, outcome: "ran", output: "OSLO for 1 days" });
  });

  test("an input that does not fit never reaches it", async () => {
    const { call } = await run({ city: 7 });
    expect(call).toMatchObject({ outcome: "failed", output: expect.stringMatching(/^error: .*city/) });
  });

  test("what only the schema itself can tell is told too", async () => {
    const even = tool({
      name: "even",
      input: z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") }),
      execute: () => "ok",
    });
    const driver = scriptedDriver({ toolCalls: [{ name: "even", input: { n: 3 } }] }, { text: "done" });
    const { toolCalls } = await createLLM(driver).generate({ ...hello, tools: [even], maxSteps: 2 });
    expect(toolCalls[0]).toMatchObject({ outcome: "failed", output: "error: the input does not fit: n: must be even" });
  });
});

test("a JSON Schema works too, the type named", async () => {
  const double = tool<{ n: number }>({
    name: "double",
    input: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    execute: ({ n }) => n * 2,
  });
  const driver = scriptedDriver({ toolCalls: [{ name: "double", input: { n: 4 } }] }, { text: "done" });
  const { toolCalls } = await createLLM(driver).generate({ ...hello, tools: [double], maxSteps: 2 });
  expect(toolCalls[0]).toMatchObject({ outcome: "ran", output: "8" });
});

test.each([[undefined], [null], ["string"], [7], [[]], [{ "~standard": { vendor: "mine" } }]])(
  "input %j is LLM_INVALID_TOOL",
  (input) => {
    const define = () => tool({ name: "f", input: input as never, execute: () => "" });
    expect(define).toThrow(expect.objectContaining({ name: "LLMError", code: "LLM_INVALID_TOOL" }));
  },
);

test.each<[string, unknown, string]>([
  ["a schema of another library", { name: "f", input: { parse() {} }, execute: () => "" }, "input.parse"],
  ["a field of another library", { name: "f", parameters: {}, input: {}, execute: () => "" }, "parameters"],
  ["no schema", { name: "f", execute: () => "" }, "input"],
])("a definition is refused: %s", (_what, definition, place) => {
  expect(() => tool(definition as never)).toThrow(
    expect.objectContaining({ code: "LLM_INVALID_TOOL", message: expect.stringContaining(place) }),
  );
});

test("a tool can be run alone, its input typed", () => {
  const double = tool<{ n: number }>({ name: "double", input: { type: "object" }, execute: ({ n }) => n * 2 });
  expect(double.execute({ n: 2 }, { signal: AbortSignal.abort(), call: { id: "c", name: "double", input: {} } })).toBe(
    4,
  );
});

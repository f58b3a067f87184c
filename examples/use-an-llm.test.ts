import {
  createMemoryLLM,
  isLLMError,
  type Message,
  memoryToolCall,
  runTool,
  tool,
  usageMeter,
  wrapLLM,
} from "touchstone";
import { expect, test } from "vitest";
import { z } from "zod";

const refund = tool({
  name: "refund",
  description: "Refunds an order.",
  input: z.object({ id: z.string(), cents: z.number().int() }),
  execute: ({ id }) => `refunded ${id}`,
});
const ask: Message[] = [{ role: "user", content: "Refund A1, please." }];
const asksForRefund = { toolCalls: [memoryToolCall("refund", { id: "A1", cents: 900 })] };

test("the tool loop, with a policy", async () => {
  const llm = createMemoryLLM({ replies: [asksForRefund, "Done."] });
  const response = await llm.generate({
    messages: ask,
    tools: [refund],
    maxSteps: 5, // without it a single turn: calls are listed, and not run
    approve: ({ input }) => (input as { cents: number }).cents < 1000 || { denied: "too much" },
  });
  expect(response.toolCalls).toMatchObject([{ name: "refund", outcome: "ran", output: "refunded A1" }]);
});

test("pause for a person to decide, and go on", async () => {
  const llm = createMemoryLLM({ replies: [asksForRefund, "Done."] });
  const paused = await llm.generate({ messages: ask, tools: [refund] });
  expect(paused.finishReason).toBe("tool_use");

  // Days may pass: everything survives JSON.
  const history: Message[] = JSON.parse(JSON.stringify([...ask, ...paused.messages]));
  const results = [];
  for (const call of paused.toolCalls) results.push((await runTool(refund, call)).result);
  const response = await llm.generate({ messages: [...history, { role: "tool", results }], tools: [refund] });
  expect(response.text).toBe("Done.");
});

test("stream, and leave early", async () => {
  const llm = createMemoryLLM({ replies: ["A long story about a fox and a crow."] });
  const stream = await llm.stream({ messages: ask });
  let text = "";
  for await (const event of stream) {
    if (event.type === "text") text += event.text;
    if (text.includes("fox")) break; // ends it at the provider, too
  }
  await expect(stream.response()).rejects.toMatchObject({ code: "LLM_STREAM_CLOSED" });
});

test("cancel", async () => {
  const llm = createMemoryLLM({ replies: [{ stall: true }] });
  const controller = new AbortController();
  const answer = llm.generate({ messages: ask }, { signal: controller.signal });
  controller.abort(new Error("the user left"));
  const error = await answer.catch((thrown: unknown) => thrown);
  expect(isLLMError(error) && error.code).toBe("LLM_CANCELLED");
  expect(error).toMatchObject({ cause: { message: "the user left" } });
});

test("count what it costs", async () => {
  const meter = usageMeter();
  const llm = wrapLLM(createMemoryLLM({ replies: [asksForRefund, "Done."] }), meter);
  await llm.generate({ messages: ask, tools: [refund], maxSteps: 5 });
  expect(meter.total()).toMatchObject({ turns: 2 });
});

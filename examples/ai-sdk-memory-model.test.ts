import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { llmCalls, memoryLLM, memoryToolCall } from "touchstone";
import { toAISDK } from "touchstone/ai-sdk";
import { expect, test } from "vitest";

const orderStatus = tool({
  description: "Tells where an order is.",
  inputSchema: jsonSchema<{ order: string }>({ type: "object", properties: { order: { type: "string" } } }),
  execute: async ({ order }) => `${order} left the warehouse today`,
});

test("an answer that needs a tool", async () => {
  const llm = memoryLLM({ toolCalls: [memoryToolCall("orderStatus", { order: "A-17" })] }, "It is on its way.");
  const { text, steps } = await generateText({
    model: toAISDK(llm),
    prompt: "Where is my order A-17?",
    tools: { orderStatus },
    stopWhen: stepCountIs(3),
  });
  expect(text).toBe("It is on its way.");
  expect(steps[0]?.toolResults[0]?.output).toBe("A-17 left the warehouse today");
  expect(llmCalls(llm)).toHaveLength(2);
});

test("a provider that breaks off in the middle", async () => {
  const llm = memoryLLM({ text: "It is on its", error: { code: "LLM_PROVIDER_ERROR", message: "overloaded" } });
  const errors: unknown[] = [];
  const { textStream } = streamText({
    model: toAISDK(llm),
    prompt: "Where is my order?",
    onError: ({ error }) => void errors.push(error),
  });
  let text = "";
  for await (const delta of textStream) text += delta;
  expect(text).toBe("It is on its");
  expect(errors).toMatchObject([{ name: "AI_APICallError", message: "overloaded" }]);
});

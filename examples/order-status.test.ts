import { llmCalls, memoryLLM, memoryToolCall, tool } from "touchstone";
import { expect, test } from "vitest";
import { z } from "zod";

test("the order status reaches the customer", async () => {
  const llm = memoryLLM({ toolCalls: [memoryToolCall("order_status", { id: "A-1042" })] }, "It has shipped.");
  const orderStatus = tool({
    name: "order_status",
    description: "Looks up an order.",
    input: z.object({ id: z.string() }),
    execute: ({ id }) => ({ id, status: "shipped" }),
  });

  const response = await llm.generate({
    messages: [{ role: "user", content: "Where is A-1042?" }],
    tools: [orderStatus],
    maxSteps: 3,
  });

  expect(response.text).toBe("It has shipped.");
  expect(response.toolCalls).toMatchObject([{ outcome: "ran", output: '{"id":"A-1042","status":"shipped"}' }]);
  expect(llmCalls(llm)).toHaveLength(2);
});

import {
  embeddedRequests,
  extract,
  LLMError,
  llmCalls,
  memoryEmbedder,
  memoryLLM,
  memoryToolCall,
  queueLLMReply,
  resetLLM,
  tool,
} from "touchstone";
import { expect, test } from "vitest";
import { z } from "zod";

const ask = (text: string) => ({ messages: [{ role: "user" as const, content: text }] });

test("replies come in order, and one too many is an error", async () => {
  const llm = memoryLLM("Bangkok");
  await llm.generate({ ...ask("capital of Thailand?"), system: "Be brief." });
  expect(llmCalls(llm)[0]?.system).toBe("Be brief.");
  await expect(llm.generate(ask("and of Laos?"))).rejects.toMatchObject({ code: "LLM_MEMORY_EXHAUSTED" });

  // Later replies can be added, and a reset begins again at the first one.
  queueLLMReply(llm, "Vientiane");
  expect((await llm.generate(ask("and of Laos?"))).text).toBe("Vientiane");
  resetLLM(llm);
  expect((await llm.generate(ask("capital of Thailand?"))).text).toBe("Bangkok");
});

test("a typed answer", async () => {
  const Invoice = z.object({ vendor: z.string(), total: z.number() });
  const llm = memoryLLM('{"vendor":"ACME","total":1250.5}');
  const invoice = await extract(llm, Invoice, ask("…"), { name: "invoice" });
  expect(invoice.total).toBe(1250.5);
  expect(llmCalls(llm)[0]?.schema?.name).toBe("invoice");
});

test("a refused refund is in the audit trail", async () => {
  const refund = tool({ name: "refund", input: z.object({ id: z.string() }), execute: () => "refunded" });
  const llm = memoryLLM({ toolCalls: [memoryToolCall("refund", { id: "A1" })] }, "Somebody must approve that.");
  const response = await llm.generate({
    ...ask("refund A1"),
    tools: [refund],
    maxSteps: 3,
    approve: () => ({ denied: "needs an employee" }),
  });
  expect(response.toolCalls).toMatchObject([{ outcome: "denied", output: "denied: needs an employee" }]);
});

test("what is rare in production", async () => {
  const llm = memoryLLM(
    { error: new LLMError("LLM_RATE_LIMITED", "slow down", { retryAfterMs: 1000 }) },
    { text: "half an ans", finishReason: "length" },
    { text: "the connection breaks after this", cut: true },
    { text: "and this one hangs until the caller leaves", stall: true },
  );
  await expect(llm.generate(ask("a"))).rejects.toMatchObject({ code: "LLM_RATE_LIMITED", retryAfterMs: 1000 });
  expect((await llm.generate(ask("b"))).finishReason).toBe("length");
  await expect(llm.generate(ask("c"))).rejects.toMatchObject({ code: "LLM_STREAM_INTERRUPTED" });
  const stream = await llm.stream(ask("d"));
  await stream.close();
});

test("both sides of a search ask for the right vectors", async () => {
  const embedder = memoryEmbedder();
  await embedder.embed({ texts: ["the cat sat"], task: "document", dimensions: 768 });
  await embedder.embed({ texts: ["where is the cat?"], task: "query", dimensions: 768 });
  expect(embeddedRequests(embedder)).toMatchObject([{ task: "document" }, { task: "query" }]);
});

import { createMemoryLLM, memoryLLM, memoryToolCall, tool, wrapLLM } from "touchstone";
import { expect, it } from "vitest";
import { z } from "zod";
import type { DebugEvent } from "./debug-event.js";
import { describe as describeLLM } from "./describe.js";
import { observed } from "./observed.js";
import { validated } from "./validated.js";

const search = tool({
  name: "search",
  description: "Searches.",
  input: z.object({ query: z.string() }),
  execute: ({ query }) => {
    if (query === "none") throw new Error("nothing found");
    return "a fox";
  },
});
const usage = { inputTokens: 3, outputTokens: 1 };
const script = [{ toolCalls: [memoryToolCall("search", { query: "fox" })], usage }, "Done."] as const;
const request = { messages: [{ role: "user", content: "Find." }], tools: [search], maxSteps: 3 } as const;

function recorder() {
  const events: DebugEvent[] = [];
  return { events, send: (event: DebugEvent) => void events.push(event) };
}

it.each(["generate", "stream"] as const)("tells a sink what happens, in order: %s", async (method) => {
  const sink = recorder();
  const llm = observed(memoryLLM(...script), { sink });
  const response = method === "generate" ? await llm.generate(request) : await (await llm.stream(request)).response();
  expect(response.text).toBe("Done.");
  const streamed = method === "stream";
  const callId = response.toolCalls[0]?.id;
  expect(sink.events.slice(0, 7)).toEqual([
    { type: "model-call", model: "memory", step: 1, streamed },
    { type: "model-answer", model: "memory", step: 1, finishReason: "tool_use", calls: ["search"] },
    { type: "usage", step: 1, usage },
    { type: "tool-start", tool: "search", callId },
    { type: "tool-end", tool: "search", callId, failed: false },
    { type: "model-call", model: "memory", step: 2, streamed },
    { type: "model-answer", model: "memory", step: 2, finishReason: "stop", calls: [] },
  ]);
});

it("tells of a handler that fails", async () => {
  const sink = recorder();
  const llm = observed(memoryLLM({ toolCalls: [memoryToolCall("search", { query: "none" })] }, "Done."), { sink });
  await llm.generate(request);
  expect(sink.events).toContainEqual(expect.objectContaining({ type: "tool-end", failed: true }));
});

it.each(["generate", "stream"] as const)("tells a logger of a refused answer, by its kind: %s", async (method) => {
  const told: unknown[] = [];
  const note = (level: string) => (fields: object, message: string) => void told.push([level, message, fields]);
  const logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const model = wrapLLM(memoryLLM({ toolCalls: [memoryToolCall("search", {})] }), validated());
  const llm = observed(model, { logger });
  await expect(
    method === "generate" ? llm.generate(request) : (await llm.stream(request)).response(),
  ).rejects.toThrow();
  expect(told).toEqual([
    ["debug", "model-call", expect.anything()],
    ["error", "error", expect.objectContaining({ code: "LLM_BAD_RESPONSE", kind: "tool_arguments" })],
  ]);
});

it("does not mind a sink or a logger that fails, or a request that is none", async () => {
  const fail = () => {
    throw new Error("full");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const llm = observed(memoryLLM("Hello."), { logger, sink: { send: async () => fail() } });
  expect((await llm.generate({ messages: request.messages })).text).toBe("Hello.");
  await expect(llm.generate(undefined as never)).rejects.toMatchObject({ code: "LLM_INVALID_REQUEST" });
});

it("describes a model and its tools as data", () => {
  const llm = createMemoryLLM({ capabilities: { vision: false } });
  const web = { name: "web", providerType: "web_search" };
  const about = describeLLM(llm, [search, web]);
  expect(JSON.parse(JSON.stringify(about))).toEqual({
    provider: "memory",
    model: "memory",
    enabled: true,
    capabilities: { ...llm.capabilities, vision: false },
    tools: [{ name: "search", description: "Searches.", inputSchema: search.inputSchema }, web],
  });
});

it.each(["generate", "stream"] as const)("is seen through what is wrapped around it: %s", async (method) => {
  const [inner, outer] = [recorder(), recorder()];
  const twice = observed(observed(memoryLLM(...script), { sink: inner }), { sink: outer });
  const llm = wrapLLM(
    wrapLLM(twice, (driver) => driver),
    validated(),
  );
  if (method === "generate") await llm.generate(request);
  else await (await llm.stream(request)).response();
  const types = ["model-call", "model-answer", "usage", "tool-start", "tool-end", "model-call", "model-answer"];
  for (const { events } of [inner, outer]) expect(events.slice(0, 7).map(({ type }) => type)).toEqual(types);
});

it("sees an answer that validation around it refuses", async () => {
  const sink = recorder();
  const model = observed(memoryLLM({ toolCalls: [memoryToolCall("search", {})] }), { sink });
  await expect(wrapLLM(model, validated()).generate(request)).rejects.toMatchObject({ kind: "tool_arguments" });
  expect(sink.events.map(({ type }) => type)).toEqual(["model-call", "model-answer", "usage"]);
});

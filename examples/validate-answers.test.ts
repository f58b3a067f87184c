import { memoryLLM, memoryToolCall, tool, wrapLLM } from "touchstone";
import { executeTool, ToolFailure, toolRequest } from "touchstone/tools";
import { describe, fieldIssues, observed, validated } from "touchstone/validated";
import { expect, test } from "vitest";
import { z } from "zod";

const search = tool({
  name: "search",
  description: "Searches the library.",
  input: z.object({ query: z.string(), limit: z.int().min(1).max(100).optional() }).strict(),
  execute: ({ query }) => {
    if (query === "dragons") throw new ToolFailure("domain_rejection", "there are no books on dragons");
    return { documents: ["doc1", "doc2"] };
  },
});
const request = { messages: [{ role: "user", content: "Find foxes." }], tools: [search], maxSteps: 3 } as const;

test("a malformed answer reaches nobody", async () => {
  const model = memoryLLM({ toolCalls: [memoryToolCall("search", { limit: 500 })] }); // no query, and too many
  const error = await wrapLLM(model, validated())
    .generate(request)
    .catch((error) => error);
  expect(error).toMatchObject({ name: "OutputValidationError", code: "LLM_BAD_RESPONSE", kind: "tool_arguments" });
  expect(error.correction).toBe(`The arguments of search do not fit.
- query: missing_field
- limit: invalid_range; the rule is {"maximum":100}
Call again with arguments that fit the tool's schema.`);
});

test("what does not fit, field by field", async () => {
  expect(await fieldIssues(search.inputSchema, { limit: 5 })).toEqual([
    { field: "query", constraint: "missing_field" },
  ]);
});

test("a tool alone", async () => {
  const ids = { runId: "test-run", sessionId: "test-session", turnId: "test-turn", callId: "call-1" };
  const found = await executeTool(search, await toolRequest(search, { query: "foxes", limit: 5 }), ids);
  expect(found.result).toEqual({ documents: ["doc1", "doc2"] });

  const { failure } = await executeTool(search, await toolRequest(search, { query: "dragons" }), ids);
  expect(failure).toMatchObject({ kind: "domain_rejection", recovery: "replan" });

  // What does not fit never comes to the handler.
  await expect(toolRequest(search, { limit: 5 })).rejects.toMatchObject({ name: "ToolInputError" });
});

test("see what happens", async () => {
  const seen: string[] = [];
  const model = memoryLLM({ toolCalls: [memoryToolCall("search", { query: "foxes" })] }, "Two books.");
  const llm = observed(wrapLLM(model, validated()), { sink: { send: ({ type }) => void seen.push(type) } });
  await llm.generate(request);
  expect(seen.filter((type) => type !== "usage")).toEqual([
    ...["model-call", "model-answer", "tool-start", "tool-end", "model-call", "model-answer"],
  ]);
  expect(describe(llm, [search]).tools[0]?.name).toBe("search");
});

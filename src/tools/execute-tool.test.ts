import { isLLMError, LLMError, tool } from "touchstone";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ExecutionIds, executeTool } from "./execute-tool.js";
import { orderSubject } from "./testing/order-tool.js";
import { type FailureKind, failureRecoveries, type Recovery, ToolFailure } from "./tool-failure.js";
import { toolRequest, toolRequestFromModelCall } from "./tool-request.js";

const ids: ExecutionIds = { runId: "r", sessionId: "s", turnId: "t", callId: "c" };
const seen: unknown[] = [];
const search = tool({
  name: "search",
  description: "Searches.",
  input: z
    .object({
      query: z.string(),
      since: z.iso
        .date()
        .transform((date) => Date.parse(date))
        .optional(),
    })
    .strict(),
  execute: (input, { signal: _, ...context }) => {
    seen.push([input, context]);
    return { documents: ["a", "b", "c"] };
  },
});

describe("a tool alone", () => {
  it("gets what its validator made of the input, and the ids of its call", async () => {
    seen.length = 0;
    const input = { query: "fox", since: "1970-01-02" };
    const request = await toolRequest(search, input);
    expect(request).toEqual({ name: "search", input });
    expect(await executeTool(search, request, ids)).toEqual({ result: { documents: ["a", "b", "c"] } });
    expect(seen).toEqual([
      [
        { query: "fox", since: 86_400_000 },
        { call: { id: "c", name: "search", input }, ...ids },
      ],
    ]);
  });

  it("never sees a call that does not fit, and there is no failure of it", async () => {
    seen.length = 0;
    const call = { id: "c1", name: "search", input: { query: "example", since: 5 } };
    const issues = [{ field: "since", constraint: "invalid_field_type" }];
    for (const refused of [
      toolRequest(search, call.input),
      toolRequestFromModelCall(search, call),
      executeTool(search, { name: "search", input: call.input }, ids),
    ])
      await expect(refused).rejects.toMatchObject({ name: "ToolInputError", code: "LLM_INVALID_REQUEST", issues });
    const incomplete = { ...call, input: {}, invalidInput: '{"query":' };
    await expect(toolRequestFromModelCall(search, incomplete)).rejects.toMatchObject({ issues: [] });
    expect(seen).toEqual([]);
  });

  it("keeps the provider's id of a call, and is not run under another", async () => {
    const request = await toolRequestFromModelCall(search, { id: "call_7", name: "search", input: { query: "q" } });
    expect(request.callId).toBe("call_7");
    await expect(executeTool(search, request, ids)).rejects.toMatchObject({ code: "LLM_INVALID_REQUEST" });
    await expect(executeTool(search, request, { ...ids, callId: "call_7" })).resolves.toHaveProperty("result");
  });

  it.each([
    [{ name: "other", input: {} }, ids, "LLM_UNKNOWN_TOOL"],
    [{ name: "search", input: { query: "q" } }, { ...ids, runId: "" }, "LLM_INVALID_REQUEST"],
  ])("is not run for %j under %j", async (request, given, code) => {
    await expect(executeTool(search, request, given)).rejects.toMatchObject({ code });
  });

  it("is not run without a handler, or for another tool's call", async () => {
    const { execute: _, ...bare } = search;
    await expect(executeTool(bare, { name: "search", input: {} }, ids)).rejects.toMatchObject({
      code: "LLM_TOOL_NOT_LOCAL",
    });
    await expect(toolRequestFromModelCall(search, { id: "c", name: "find", input: {} })).rejects.toMatchObject({
      code: "LLM_UNKNOWN_TOOL",
    });
  });
});

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const failing = (thrown: unknown) => ({
  name: "f",
  inputSchema: { type: "object" },
  execute: () => {
    throw thrown;
  },
});
const giving = (output: unknown) => ({ name: "f", inputSchema: { type: "object" }, execute: () => output });
const request = { name: "f", input: {} };

describe("a failure", () => {
  it.each<readonly [FailureKind, Recovery, unknown]>([
    ["invalid_call", "correct_call", new ToolFailure("invalid_call", "no such order")],
    ["domain_rejection", "finish", new ToolFailure("domain_rejection", "not allowed", "finish")],
    ["unavailable", "replan", Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } })],
    ["unavailable", "replan", Object.assign(new Error("bad gateway"), { status: 502 })],
    ["unavailable", "replan", new LLMError("LLM_NETWORK_ERROR", "gone")],
    ["rate_limited", "replan", Object.assign(new Error("slow down"), { statusCode: 429 })],
    ["rate_limited", "replan", new LLMError("LLM_RATE_LIMITED", "slow down")],
    ["timeout", "replan", new DOMException("late", "TimeoutError")],
    ["timeout", "replan", Object.assign(new Error("late"), { code: "ETIMEDOUT" })],
    ["internal", "finish", new Error("x is undefined")],
    ["internal", "finish", "thrown text"],
    ["internal", "finish", revoked()],
    ["internal", "finish", undefined],
  ])("is %s, to %s", async (kind, recovery, thrown) => {
    const { failure, result } = await executeTool(failing(thrown), request, ids);
    expect(failure).toMatchObject({ kind, recovery, error: expect.any(String) });
    expect(result).toBeUndefined();
  });

  it("tells no credential and no stack", async () => {
    const { failure } = await executeTool(failing(new Error("401 for Bearer abcdefgh12345678")), request, ids);
    expect(JSON.parse(JSON.stringify(failure))).toEqual({
      kind: "internal",
      error: "401 for Bearer …",
      recovery: "finish",
    });
  });

  it.each([
    ["a BigInt", { n: 1n }],
    ["a function", () => {}],
    ["what cannot be read", Object.defineProperty({}, "a", { enumerable: true, get: () => failing(0).execute() })],
  ])("is a result that holds %s", async (_, output) => {
    expect((await executeTool(giving(output), request, ids)).failure).toMatchObject({
      kind: "malformed_result",
      recovery: "finish",
    });
  });

  it("is a result that does not fit its schema", async () => {
    const resultSchema = z.object({ documents: z.array(z.string()) });
    const { failure } = await executeTool(giving({ documents: [1] }), request, ids, { resultSchema });
    expect(failure).toMatchObject({
      kind: "malformed_result",
      error: expect.stringContaining("documents[0]: invalid_field_type"),
    });
  });

  it("has a recovery for each kind", () => {
    for (const [kind, recovery] of Object.entries(failureRecoveries))
      expect(new ToolFailure(kind as FailureKind, "x").recovery).toBe(recovery);
  });
});

it("gives nothing as an empty text, as the loop does", async () => {
  expect(await executeTool(giving(undefined), request, ids)).toEqual({ result: "" });
});

it("does not begin a call whose signal has fired", async () => {
  const reason = new Error("stop");
  const subject = orderSubject("working");
  const order = await toolRequest(subject.tool, subject.valid);
  const error = await executeTool(subject.tool, order, ids, { signal: AbortSignal.abort(reason) }).catch(
    (error) => error,
  );
  expect(isLLMError(error) && [error.code, error.cause]).toEqual(["LLM_CANCELLED", reason]);
  expect(subject.effects?.()).toBe(0);
});

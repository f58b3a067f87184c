import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { runTool } from "./run-tool.js";
import { deferred, failure, forever, localTool } from "./testing/helpers.js";
import { tool } from "./tool.js";

const call = { id: "1", name: "f", input: { a: 1 } };

test("runs a call as the loop would, and gives its record and its result", async () => {
  const f = localTool("f", (input, context) => ({ input, id: context.call.id }));
  const output = { input: { a: 1 }, id: "1" };
  expect(await runTool(f, call)).toEqual({
    call: { ...call, outcome: "ran", output: JSON.stringify(output) },
    result: { id: "1", name: "f", output },
  });
});

test("picks the tool by the call's name", async () => {
  const tools = [{ name: "search", providerType: "web" }, localTool("g", () => "g"), localTool("f", () => "f")];
  expect((await runTool(tools, call)).result.output).toBe("f");
});

describe("what the model is told rather than the caller", () => {
  test("a handler that throws", async () => {
    const f = localTool("f", () => Promise.reject(new Error("full")));
    expect(await runTool(f, call)).toMatchObject({
      call: { outcome: "failed", output: "error: full" },
      result: { isError: true },
    });
  });

  test("an input that does not fit", async () => {
    const f = tool({ name: "f", input: z.object({ a: z.string() }), execute: () => "never" });
    expect((await runTool(f, call)).call).toMatchObject({ outcome: "failed", output: expect.stringContaining("a:") });
  });

  test("arguments that are not complete JSON", async () => {
    const ran = await runTool(
      localTool("f", () => "never"),
      { ...call, invalidInput: "{" },
    );
    expect(ran.call).toMatchObject({ outcome: "failed", invalidInput: "{" });
  });
});

test.each([
  ["no tool of that name", localTool("g", () => ""), "LLM_UNKNOWN_TOOL", 400],
  ["no tools", [], "LLM_UNKNOWN_TOOL", 400],
  ["a hole in the list", [undefined as never], "LLM_UNKNOWN_TOOL", 400],
  ["a provider's tool", { name: "f", providerType: "web" }, "LLM_TOOL_NOT_LOCAL", 500],
  ["a tool without a handler", { name: "f", inputSchema: { type: "object" } }, "LLM_TOOL_NOT_LOCAL", 500],
])("%s", async (_, tools, code, status) => {
  expect(await failure(runTool(tools, call))).toMatchObject({ name: "LLMError", code, status });
});

test.each([[undefined], [null]])("call %j is an unknown tool", async (none) => {
  expect(
    await failure(
      runTool(
        localTool("f", () => ""),
        none as never,
      ),
    ),
  ).toMatchObject({ code: "LLM_UNKNOWN_TOOL" });
});

describe("its signal", () => {
  test("that has fired already: the handler is not called", async () => {
    let called = false;
    const f = localTool("f", () => {
      called = true;
    });
    const error = await failure(runTool(f, call, { signal: AbortSignal.abort("stop") }));
    expect(error).toMatchObject({ code: "LLM_CANCELLED", cause: "stop" });
    expect(called).toBe(false);
  });

  test("reaches the handler, which is not waited for", async () => {
    const started = deferred<AbortSignal>();
    const controller = new AbortController();
    const f = localTool("f", (_, { signal }) => {
      started.resolve(signal);
      return forever;
    });
    const run = failure(runTool(f, call, { signal: controller.signal }));
    const told = await started.promise;
    controller.abort();
    expect(await run).toMatchObject({ code: "LLM_CANCELLED" });
    expect(told.aborted).toBe(true);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("is let go of afterwards", async () => {
    const { signal } = new AbortController();
    await runTool(
      localTool("f", () => ""),
      call,
      { signal },
    );
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("that is none is refused", async () => {
    const error = await failure(
      runTool(
        localTool("f", () => ""),
        call,
        { signal: {} as AbortSignal },
      ),
    );
    expect(error).toMatchObject({ code: "LLM_INVALID_REQUEST" });
  });
});

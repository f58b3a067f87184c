import { expect, test } from "vitest";
import { LLMError } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { failure, forever, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";
import { usageMeter } from "./usage-meter.js";
import { wrapLLM } from "./wrap-llm.js";

const nothing = { turns: 0, unmetered: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };

test("counts every turn of a loop, streamed or not, over as many LLMs as it is put around", async () => {
  const meter = usageMeter();
  const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 2, reasoningTokens: 1 };
  const calling = { usage, toolCalls: [{ name: "f", input: {} }] };
  const request = { ...hello, tools: [localTool("f", () => "x")], maxSteps: 2 };
  await wrapLLM(createLLM(scriptedDriver(calling, { usage })), meter).generate(request);
  const stream = await wrapLLM(createLLM(scriptedDriver(calling, { usage })), meter).stream(request);
  await stream.response();
  expect(meter.total()).toEqual({
    turns: 4,
    unmetered: 0,
    inputTokens: 40,
    outputTokens: 20,
    cachedInputTokens: 8,
    reasoningTokens: 4,
  });
});

test("says how many turns it could not measure, and counts no failed attempt", async () => {
  const meter = usageMeter();
  const busy = new LLMError("LLM_PROVIDER_ERROR", "scripted: busy");
  const llm = wrapLLM(
    createLLM(scriptedDriver(busy, { text: "a" }, { usage: { inputTokens: 3 } }), { retryDelay: 0 }),
    meter,
  );
  await llm.generate(hello);
  await llm.generate(hello);
  expect(meter.total()).toEqual({ ...nothing, turns: 2, unmetered: 1, inputTokens: 3 });
});

test("a stream that is left counts as unmetered, at whatever moment, and whether or not the driver agrees to end", async () => {
  const meter = usageMeter();
  const llm = wrapLLM(
    createLLM(
      streamingDriver(async function* () {
        yield { type: "text", text: "a" };
        await forever;
      }),
    ),
    meter,
  );
  await (await llm.stream(hello)).close();
  const begun = await llm.stream(hello);
  for await (const _ of begun) break;
  const waiting = await llm.stream(hello);
  const response = failure(waiting.response());
  await new Promise(setImmediate);
  await waiting.close();
  await response;
  expect(meter.total()).toEqual({ ...nothing, turns: 3, unmetered: 3 });
});

test("total() is a snapshot", async () => {
  const meter = usageMeter();
  const before = meter.total();
  await wrapLLM(createLLM(scriptedDriver({ usage: { outputTokens: 1 } })), meter).generate(hello);
  expect(before).toEqual(nothing);
  expect(meter.total().outputTokens).toBe(1);
});

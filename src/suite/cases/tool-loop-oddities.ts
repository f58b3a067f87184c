import type { LLM, Script, ToolCall } from "../../contract/index.js";
import { generate } from "../ask.js";
import type { CaseContext } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { celsius, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { deferred } from "./deferred.js";
import { callsIn, resultsIn } from "./history.js";

/** What only a scripted model does when one wants it to. */
export async function judgeOddities({ open, check, soon, signal }: CaseContext<LLM, OddSlug>): Promise<void> {
  const play = async (script: Script, { maxSteps = 4, execute = () => ({ celsius }) as unknown } = {}) => {
    const inputs: unknown[] = [];
    const tool = temperatureTool((input) => {
      inputs.push(input);
      return execute();
    });
    const { subject } = await open({ script });
    const response = await generate(subject, { ...temperatureRequest(tool), maxSteps }, { signal });
    return { ran: inputs.length, response, call: response.toolCalls[0] as ToolCall | undefined };
  };
  const onePlay = (toolCall: object, script: Script = [temperatureAnswer]) =>
    play([
      { toolCalls: [{ id: "call_1", name: "get_temperature", input: { city: "Paris" }, ...toolCall }] },
      ...script,
    ]);

  await check("step-cap-holds", async () => {
    const { ran, response, call } = await play([temperatureCall, temperatureAnswer], { maxSteps: 1 });
    equal(ran, 0, "the number of times that the handler ran");
    equal(response.finishReason, "tool_use", "`finishReason`");
    equal(response.toolCalls.length, 1, "the number of listed calls");
    equal(call?.outcome, undefined, "the call's `outcome`");
  });
  await check("failing-handler-goes-on", async () => {
    const { response, call } = await play([temperatureCall, temperatureAnswer], {
      execute: () => {
        throw new Error("no such city");
      },
    });
    equal(call?.outcome, "failed", "the call's `outcome`");
    equal(call?.output, "error: no such city", "the call's `output`");
    equal(response.text, temperatureAnswer, "`text`");
  });
  await check("unknown-tool-goes-on", async () => {
    const { response, call, ran } = await onePlay({ name: "get_tides" });
    equal(ran, 0, "the number of times that the other tool's handler ran");
    equal(call?.outcome, "unknown_tool", "the call's `outcome`");
    equal(response.text, temperatureAnswer, "`text`");
  });
  await check("unfit-input-never-runs", async () => {
    const { response, call, ran } = await onePlay({ input: { city: 75000 } });
    equal(ran, 0, "the number of times that the handler ran");
    equal(call?.outcome, "failed", "the call's `outcome`");
    expectThat(
      call?.output?.includes("city") === true,
      mismatch("`output` of the call", "it to name the field city", describe(call?.output)),
    );
    equal(response.text, temperatureAnswer, "`text`");
  });
  await check("broken-arguments-never-run", async () => {
    const { response, call, ran } = await onePlay({ invalidInput: '{"city": "Par' });
    equal(ran, 0, "the number of times that the handler ran");
    // A protocol whose arguments are objects cannot carry them; its provider calls the turn failed instead.
    if (!call) return equal(response.finishReason, "error", "`finishReason` of a turn whose call is not listed");
    equal(call.invalidInput, '{"city": "Par', "the call's `invalidInput`");
    equal(call.outcome, "failed", "the call's `outcome`");
    equal(response.text, temperatureAnswer, "`text`");
  });
  await check("cut-turn-never-runs", async () => {
    const { response, ran } = await play([{ ...temperatureCall, finishReason: "length" }, temperatureAnswer]);
    equal(ran, 0, "the number of times that the handler ran");
    equal(response.finishReason, "length", "`finishReason`");
  });
  await check("calls-keep-their-order", async () => {
    const calls = ["Paris", "Oslo"].map((city, i) => ({ id: `call_${i}`, name: "get_temperature", input: { city } }));
    const { subject } = await open({ script: [{ toolCalls: calls }, temperatureAnswer] });
    // The first handler ends after the second.
    const { promise: secondRan, resolve } = deferred();
    const tool = temperatureTool(async (input) => {
      const { city } = input as { city: string };
      if (city === "Paris") await secondRan;
      else resolve();
      return `temperature of ${city}`;
    });
    const { messages, toolCalls } = await soon(
      generate(subject, temperatureRequest(tool), { signal }),
      "the handlers of two calls in one turn, the first of which waits for the second to begin, did not end",
    );
    const results = resultsIn(messages);
    const outputs = ["temperature of Paris", "temperature of Oslo"];
    equal(
      toolCalls.map((call) => call.output),
      outputs,
      "the outputs in `toolCalls`",
    );
    equal(
      results.map((result) => result.output),
      outputs,
      "the results in `messages`",
    );
    equal(
      results.map((result) => result.id),
      callsIn(messages).map(({ id }) => id),
      "the ids of the results",
    );
    equal(new Set(results.map((result) => result.id)).size, 2, "the number of different ids");
  });
}

type OddSlug =
  | "step-cap-holds"
  | "failing-handler-goes-on"
  | "unknown-tool-goes-on"
  | "unfit-input-never-runs"
  | "broken-arguments-never-run"
  | "cut-turn-never-runs"
  | "calls-keep-their-order";

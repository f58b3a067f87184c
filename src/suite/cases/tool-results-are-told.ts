import type { LocalTool, Script, ToolResult } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { asText, callsIn, resultsIn, textOf } from "./history.js";

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

export const toolResultsAreTold = llmCase({
  name: "ToolResultsAreTold",
  claim: "The model is told what a tool gave, in the tool's own words, with all that was said before.",
  script: [temperatureCall, temperatureAnswer],
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "string-is-told-as-it-is": must({
      clause: "A string is told as it is, without quotation marks around it.",
      why: "The model reads a document full of backslashes, and quotes it so.",
      fix: "Send strings untouched; only other values become JSON.",
      needs: ["script", "meaning"],
    }),
    "value-is-told-as-data": must({
      clause: "A number, a list and an object are told as that value, or as its JSON.",
      why: "The model is told `[object Object]`.",
      fix: "Send the value in the protocol's form for data, or as JSON.stringify gives it.",
      needs: ["script", "meaning"],
    }),
    "nothing-is-told-as-empty": must({
      clause: 'A handler that returns nothing has outcome `ran`, and the model is told "".',
      why: "The model is told `undefined`, or the provider refuses a result without content.",
      fix: 'Take `undefined` for "".',
      needs: ["script", "meaning"],
    }),
    "error-is-told": must({
      clause: "A handler that throws or rejects is told as `error: <message>`.",
      why: "A model that is told nothing takes the failure for an empty result.",
      fix: "Send the message of what was thrown as the call's result.",
      needs: ["script", "meaning"],
    }),
    "success-is-no-error": must({
      clause: "What a handler gave without throwing is not told as an error, where the protocol tells the two apart.",
      why: "The model takes a good result for a failure, apologises, and calls again.",
      fix: "Mark as failed only the results of calls whose outcome is not `ran`.",
      needs: ["script", "meaning"],
    }),
    "unknown-tool-is-told": must({
      clause: "The model is told that a tool which it made up is not there, by name.",
      why: "It calls the same tool again until the step cap.",
      fix: 'Send `error: no tool named "x" is available` as the call\'s result.',
      needs: ["script", "meaning"],
    }),
    "unsafe-value-fails": must({
      clause: "A value that JSON cannot carry (a BigInt, a cycle) makes the call `failed`; the generation goes on.",
      why: "One BigInt of a database driver ends the conversation with a TypeError.",
      fix: "Turn the value into JSON within what catches a handler's errors.",
      needs: ["script"],
    }),
    "call-is-sent-again": must({
      clause: "The next request holds the call with its name and all of its arguments, and the text that came with it.",
      why: "The model sees a result of a call that it cannot remember, or of one without arguments.",
      fix: "Append the assistant's turn as it came: its text, and its calls with their input.",
      needs: ["script", "meaning"],
    }),
    "conversation-is-sent-again": must({
      clause: "The next request holds the system text, the question, the settings and the tools as the first did.",
      why: "After the first tool the model has forgotten what it was asked, or that it has tools.",
      fix: "Build each turn's body from the whole request and what the loop has appended.",
      needs: ["script", "meaning"],
    }),
    "ids-are-kept": must({
      clause: "An id that the provider sent is that of the call, of its result and of the record.",
      why: "Traces of the application and of the provider cannot be brought together, and strict providers refuse the pair.",
      fix: "Mint an id only where the provider sends none or repeats itself.",
      needs: ["script", "meaning"],
    }),
    "tool-is-described": must({
      clause: "The provider gets each tool's name, description and the properties of its input.",
      why: "The model guesses the arguments, or does not know when to call.",
      fix: "Translate all of a tool; `parameters: {}` says that it takes none.",
      needs: ["script", "meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const play = async (
      execute: NonNullable<LocalTool["execute"]>,
      script: Script = [temperatureCall, temperatureAnswer],
    ) => {
      const { subject, sent } = await open({ script });
      const response = await generate(subject, { ...prompt, tools: [temperatureTool(execute)] }, { signal });
      const result: ToolResult | undefined = resultsIn(sent()[1]?.turn?.messages ?? [])[0];
      return { call: response.toolCalls[0], response, result, sent };
    };
    const expectTold = (result: ToolResult | undefined, expected: unknown, what: string) => {
      expectThat(result !== undefined, "the next request holds no tool result");
      equal(result.output, expected, what);
    };

    await check("string-is-told-as-it-is", async () => {
      const words = 'It is "21" degrees\n\tin Paris.';
      const { result, call } = await play(() => words);
      expectTold(result, words, "what the model was told");
      equal(call?.output, words, "the call's `output`");
    });
    await check("value-is-told-as-data", async () => {
      for (const value of [21, [1, { two: null }], { celsius: 21, sky: ["clear", "cold"] }, false]) {
        const { result, response } = await play(() => value);
        equal(asText(result?.output), JSON.stringify(value), "what the model was told (as JSON)");
        equal(resultsIn(response.messages)[0]?.output, value, "`output` of the result in `messages`");
      }
    });
    await check("nothing-is-told-as-empty", async () => {
      const { result, call } = await play(() => undefined);
      expectTold(result, "", "what the model was told");
      equal(call?.outcome, "ran", "the call's `outcome`");
    });
    await check("error-is-told", async () => {
      for (const fail of [
        () => Promise.reject(new Error("no such city")),
        () => {
          throw new Error("no such city");
        },
      ]) {
        const { result } = await play(fail);
        expectTold(result, "error: no such city", "what the model was told");
      }
    });
    await check("success-is-no-error", async () => {
      const { result } = await play(() => "It is 21 degrees.");
      expectThat(result !== undefined, "the next request holds no tool result");
      equal(result.isError === true, false, "whether the result is told as an error");
    });
    await check("unknown-tool-is-told", async () => {
      const call = { id: "call_1", name: "get_tides", input: { city: "Paris" } };
      const { result } = await play(() => "never", [{ toolCalls: [call] }, temperatureAnswer]);
      const told = String(result?.output);
      expectThat(
        told.includes("get_tides"),
        mismatch("what the model was told", "an error that names get_tides", describe(told)),
      );
    });
    await check("unsafe-value-fails", async () => {
      for (const value of [10n, cyclic, { when: Number.NaN }]) {
        const { call, response } = await play(() => value);
        equal(call?.outcome, "failed", `the call's \`outcome\` for ${describe(value)}`);
        equal(response.text, temperatureAnswer, "`text`");
      }
    });
    await check("call-is-sent-again", async () => {
      const { sent } = await play(
        () => "21 degrees",
        [{ text: "Let me look.", ...temperatureCall }, temperatureAnswer],
      );
      const asking = sent()[1]?.turn?.messages.find(({ role }) => role === "assistant");
      expectThat(asking?.role === "assistant", "the next request holds no assistant's turn");
      const calls = callsIn([asking]).map(({ name, input }) => ({ name, input }));
      equal(calls, [{ name: "get_temperature", input: { city: "Paris" } }], "the call sent again");
      equal(textOf(asking.content), "Let me look.", "the text sent again with it");
    });
    await check("conversation-is-sent-again", async () => {
      const { subject, sent } = await open();
      await generate(subject, { ...prompt, system: "You are brief.", maxTokens: 64 }, { signal });
      const [first, second] = sent().map(({ turn }) => turn);
      for (const field of ["system", "maxTokens", "tools", "model"] as const)
        equal(second?.[field], first?.[field], `\`${field}\` of the second request (against the first)`);
      equal(second?.messages[0], first?.messages[0], "the question in the second request (against the first)");
    });
    await check("ids-are-kept", async () => {
      const { call, result, sent } = await play(() => "21 degrees");
      equal(call?.id, "call_paris", "the call's `id`");
      equal(callsIn(sent()[1]?.turn?.messages ?? [])[0]?.id, "call_paris", "the id of the call sent again");
      equal(result?.id, "call_paris", "the id of the result sent");
    });
    await check("tool-is-described", async () => {
      const { sent } = await play(() => "21 degrees");
      const [tool] = sent()[0]?.turn?.tools ?? [];
      const expected = temperatureTool();
      expectThat(tool !== undefined && "inputSchema" in tool, "the request holds no tool");
      equal(
        [tool.name, tool.description],
        [expected.name, expected.description],
        "the tool's name and description sent",
      );
      const { properties, required } = tool.inputSchema as { properties?: object; required?: unknown };
      const wanted = expected.inputSchema as { properties: object; required: unknown };
      equal(properties, wanted.properties, "the `properties` of the tool's input sent");
      equal(required, wanted.required, "the `required` of the tool's input sent");
    });
  },
});

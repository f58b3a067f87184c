import type { LLMRequest } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { copyPrompt } from "../copy-prompt.js";
import { equal } from "../expect.js";

import { hello, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { asText, callsIn, resultsIn } from "./history.js";
import { playStream } from "./play-stream.js";

type Changing = { system?: string; messages: unknown[] };

export const requestIsTheCallersOwn = llmCase({
  name: "RequestIsTheCallersOwn",
  claim:
    "A request stays its owner's, and so does what handlers are given and give: nobody changes it, and anybody may.",
  script: [temperatureCall, temperatureAnswer],
  checks: {
    "frozen-request-works": must({
      clause: "A request that is frozen through and through is answered, tool loop included.",
      why: "A constant request throws `Cannot add property` in a driver's depths.",
      fix: "Copy what has to be changed.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "streamed-request-is-not-changed": must({
      clause: "The caller's request is the same after a stream, with tools, as before.",
      why: "A request that is built once and used for many calls grows under its owner.",
      fix: "Copy the request in stream() as in generate().",
      needs: ["script"],
      capabilities: ["streaming", "tools"],
    }),
    "later-changes-reach-no-stream": must({
      clause: "What its owner changes after stream() was called does not reach the provider.",
      why: "Two streams in a row that share one list of messages send each other's.",
      fix: "Copy the request before the first await, in stream() too.",
      needs: ["script", "meaning"],
      capabilities: ["streaming"],
    }),
    "later-changes-reach-no-later-turn": must({
      clause: "What its owner changes while a tool runs does not reach the next turn.",
      why: "A handler that notes something in the shared history puts it into the running request.",
      fix: "Build all turns of a loop from the copy that was made when the call was.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "handlers-cannot-change-the-record": must({
      clause: "What a handler does to its input changes neither `toolCalls` nor the call that is sent again.",
      why: "The audit shows what a handler made of the arguments, not what the model gave.",
      fix: "Hand the handler a copy.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "results-are-copied": must({
      clause: "What a handler does to the value that it gave, once it has, changes nothing that was told.",
      why: "A cache that goes on changing its entries rewrites what the model was told.",
      fix: "Copy the value when the handler gives it.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    await check("frozen-request-works", async () => {
      const { subject } = await open();
      const { text } = await generate(subject, deepFrozen(temperatureRequest()), { signal });
      equal(text, temperatureAnswer, "`text`");
    });
    await check("streamed-request-is-not-changed", async () => {
      const { subject } = await open();
      const request = temperatureRequest();
      const before = copyPrompt(request);
      await playStream(subject, request, signal);
      equal(request, before, "the caller's request after the stream");
    });
    await check("later-changes-reach-no-stream", async () => {
      const { subject, sent } = await open({ script: ["Hello."] });
      const changing = { ...structuredClone(hello), system: "You are brief." } as Changing;
      const pending = stream(subject, changing as LLMRequest, { signal });
      changing.messages.push({ role: "user", content: "And say goodbye." });
      changing.system = "You are long-winded.";
      await (await pending).response();
      const turn = sent()[0]?.turn;
      equal(turn?.system, "You are brief.", "the system text sent");
      equal(turn?.messages.length, 1, "the number of messages sent");
    });
    await check("later-changes-reach-no-later-turn", async () => {
      const { subject, sent } = await open();
      const changing = { system: "You are brief." } as Changing & { tools?: unknown };
      const tool = temperatureTool(() => {
        changing.messages.push({ role: "user", content: "And say goodbye." });
        changing.system = "You are long-winded.";
        changing.tools = [];
        return "21 degrees";
      });
      Object.assign(changing, copyPrompt(temperatureRequest(tool)));
      await generate(subject, changing as unknown as LLMRequest, { signal });
      const turn = sent()[1]?.turn;
      equal(turn?.system, "You are brief.", "the system text of the second request");
      equal(turn?.messages.length, 3, "the number of messages in the second request");
      equal(turn?.tools?.length, 1, "the number of tools in the second request");
    });
    await check("handlers-cannot-change-the-record", async () => {
      const { subject, sent } = await open();
      const tool = temperatureTool((input) => {
        Object.assign(input as object, { city: "Atlantis" });
        return "21 degrees";
      });
      const { toolCalls } = await generate(subject, temperatureRequest(tool), { signal });
      equal(toolCalls[0]?.input, { city: "Paris" }, "the input in `toolCalls`");
      equal(callsIn(sent()[1]?.turn?.messages ?? [])[0]?.input, { city: "Paris" }, "the input that was sent again");
    });
    await check("results-are-copied", async () => {
      const { subject } = await open();
      const given = { celsius: 21 };
      const tool = temperatureTool(() => given);
      const { messages } = await generate(subject, temperatureRequest(tool), { signal });
      given.celsius = -40;
      equal(asText(resultsIn(messages)[0]?.output), '{"celsius":21}', "the result in `messages`");
    });
  },
});

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const item of Object.values(value)) deepFrozen(item);
  return Object.freeze(value);
}

import type {
  Capability,
  JSONValue,
  LLMRequest,
  LLMResponse,
  LocalTool,
  OutputSchema,
  Script,
} from "../../../contract/index.js";
import type { TurnSceneName, WireProtocol } from "../../../quirks/index.js";
import { cityAnswer, cityRequest, hello, reasoningRequest, temperatureTool } from "../../prompts.js";

/** A conversation that the wire is bent under, and what comes of it when it is not. */
export interface Scene {
  /** The protocol that can ask for it; both where absent. */
  readonly protocol?: WireProtocol;
  readonly capabilities: readonly Capability[];
  readonly script: Script;
  /** @param ran is told each call of a handler, by its name */
  request(ran: (name: string) => void): LLMRequest;
  readonly response: SceneResponse;
}

/** What is looked at in a response. */
export type SceneResponse = Pick<LLMResponse, "text" | "reasoning" | "finishReason" | "usage"> & {
  readonly sources: readonly string[];
  /** The calls of all steps: name, input (the raw text where that is broken) and outcome of each. */
  readonly calls: readonly { readonly name: string; readonly input: JSONValue; readonly outcome: string }[];
};

const usage = { inputTokens: 12, outputTokens: 5 };
const summed = { inputTokens: 24, outputTokens: 10 };
const plain = { reasoning: undefined, finishReason: "stop", usage, sources: [], calls: [] } as const;

/** Characters of one, two, three and four bytes, and a line end that is none on the wire. */
const text = "Hej! Ça va? 你好 👋🏽\nLine two.";
/** 64 KiB. */
const longText = "All work and no play. ".repeat(2979);
const cities = ["Paris", "Oslo"] as const;

const temperature = (ran: (name: string) => void): LocalTool =>
  temperatureTool(() => {
    ran("get_temperature");
    return { celsius: 21 };
  });
const clock = (ran: (name: string) => void): LocalTool => ({
  name: "get_time",
  description: "Gives the time.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  execute: () => {
    ran("get_time");
    return "12:00";
  },
});
const ask = (content: string, tools: readonly LocalTool[]): LLMRequest => ({
  messages: [{ role: "user", content }],
  tools,
  maxSteps: 3,
});
const callOf = (city: string) => ({
  id: `call_${city.toLowerCase()}`,
  name: "get_temperature",
  input: { city },
});
const ran = (city: string) => ({ name: "get_temperature", input: { city }, outcome: "ran" });

const strictCityRequest: LLMRequest = {
  ...cityRequest,
  schema: { ...(cityRequest.schema as OutputSchema), strict: true },
};

export const scenes: Readonly<Record<TurnSceneName, Scene>> = {
  text: { capabilities: [], script: [{ text, usage }], request: () => hello, response: { ...plain, text } },
  "long-text": {
    capabilities: [],
    script: [{ text: longText, usage }],
    request: () => hello,
    response: { ...plain, text: longText },
  },
  reasoning: {
    capabilities: ["reasoning"],
    script: [{ reasoning: "91 = 7 · 13.", text: "No.", usage: { ...usage, reasoningTokens: 2 } }],
    request: () => reasoningRequest,
    response: { ...plain, reasoning: "91 = 7 · 13.", text: "No.", usage: { ...usage, reasoningTokens: 2 } },
  },
  tool: {
    capabilities: ["tools"],
    script: [
      { toolCalls: [callOf("Paris")], usage },
      { text: "21 degrees.", usage },
    ],
    request: (ran) => ask("How warm is it in Paris?", [temperature(ran)]),
    response: { ...plain, text: "21 degrees.", usage: summed, calls: [ran("Paris")] },
  },
  tools: {
    capabilities: ["tools"],
    script: [
      { toolCalls: cities.map(callOf), usage },
      { text: "Both have 21 degrees.", usage },
    ],
    request: (ran) => ask("How warm is it in Paris and in Oslo?", [temperature(ran), clock(ran)]),
    response: { ...plain, text: "Both have 21 degrees.", usage: summed, calls: cities.map(ran) },
  },
  "plain-tool": {
    capabilities: ["tools"],
    script: [
      { toolCalls: [{ id: "call_time", name: "get_time", input: {} }], usage },
      { text: "Noon.", usage },
    ],
    request: (ran) => ask("What time is it?", [clock(ran)]),
    response: { ...plain, text: "Noon.", usage: summed, calls: [{ name: "get_time", input: {}, outcome: "ran" }] },
  },
  json: {
    capabilities: ["structuredOutput"],
    script: [{ text: cityAnswer, usage }],
    // Strictly, also by those who do not do so unasked: what breaks a strict schema is put into such an answer alone.
    request: () => strictCityRequest,
    response: { ...plain, text: cityAnswer },
  },
  sources: {
    capabilities: ["sources"],
    script: [
      { text: "It is nodejs.org.", sources: [{ type: "url", url: "https://nodejs.org/en", title: "Node.js" }], usage },
    ],
    request: () => hello,
    response: { ...plain, text: "It is nodejs.org.", sources: ["https://nodejs.org/en"] },
  },
  "cut-call": {
    capabilities: ["tools"],
    script: [{ toolCalls: [callOf("Paris")], finishReason: "length", usage }],
    request: (ran) => ask("How warm is it in Paris?", [temperature(ran)]),
    response: {
      ...plain,
      text: "",
      finishReason: "length",
      calls: [{ name: "get_temperature", input: { city: "Paris" }, outcome: "none" }],
    },
  },
  filtered: {
    capabilities: [],
    script: [{ text: "Take", finishReason: "content_filter", usage }],
    request: () => hello,
    response: { ...plain, text: "Take", finishReason: "content_filter" },
  },
  forbidden: {
    capabilities: ["tools"],
    script: [{ text: "Still.", usage }],
    request: (ran) => ({ ...ask("How warm is it in Paris?", [temperature(ran)]), toolChoice: "none" }),
    response: { ...plain, text: "Still." },
  },
  "one-at-a-time": {
    protocol: "openai",
    capabilities: ["tools"],
    script: [
      { toolCalls: [callOf("Paris")], usage },
      { text: "21 degrees.", usage },
    ],
    request: (ran) => ({
      ...ask("How warm is it in Paris?", [temperature(ran)]),
      providerOptions: { parallel_tool_calls: false },
    }),
    response: { ...plain, text: "21 degrees.", usage: summed, calls: [ran("Paris")] },
  },
};

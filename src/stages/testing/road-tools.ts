import type { LLMRequest, LocalTool, ScriptedToolCall } from "../../contract/index.js";

// The tools of the road scripts, and calls of them.

export const weather: LocalTool = {
  name: "weather",
  description: "Tells the weather in a city.",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  execute: (input) => ({ in: (input as { city: string }).city, celsius: 21 }),
};

export const clock: LocalTool = {
  name: "clock",
  inputSchema: { type: "object", properties: {} },
  execute: () => "Half past \u{1f552},\nexactly",
};

export const silent: LocalTool = { name: "silent", inputSchema: { type: "object", properties: {} }, execute: () => {} };

export const broken: LocalTool = {
  name: "broken",
  inputSchema: { type: "object", properties: {} },
  execute: () => {
    throw new Error("the fuse blew");
  },
};

export const call = (name: string, input: object, id?: string): ScriptedToolCall => ({
  name,
  input,
  ...(id && { id }),
});
export const paris = call("weather", { city: "Paris" }, "call_paris");
export const oslo = call("weather", { city: "Oslo" }, "call_oslo");
export const loop: Partial<LLMRequest> = { tools: [weather, clock, silent, broken], maxSteps: 5 };

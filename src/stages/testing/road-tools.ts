import type { LocalTool } from "../../contract/index.js";

// The tools of the road scripts.

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

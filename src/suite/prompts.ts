import type { LLMRequest, LocalTool, ProviderTool } from "../contract/index.js";
import { describe, mismatch } from "./failure.js";

/** The plainest thing to ask. */
export const hello: LLMRequest = { messages: [{ role: "user", content: "Say hello in one short sentence." }] };

/** What the temperature tool gives, and what an answer that used it must mention. */
export const celsius = 21;

/** A local tool that tells a temperature. @param execute what to do when it is called; by default it gives `celsius` */
export function temperatureTool(execute: NonNullable<LocalTool["execute"]> = () => ({ celsius })): LocalTool {
  return {
    name: "get_temperature",
    description: "Gives the current temperature in a city, in degrees Celsius.",
    inputSchema: {
      type: "object",
      properties: { city: { type: "string", description: "The name of the city, in English" } },
      required: ["city"],
      additionalProperties: false,
    },
    execute,
  };
}

/** Asks for one call of the temperature tool and an answer that uses it. */
export function temperatureRequest(tool: LocalTool = temperatureTool()): LLMRequest {
  return {
    messages: [
      {
        role: "user",
        content:
          "Call the tool get_temperature for the city Paris, then tell me the number that it gave. Do not answer without calling the tool.",
      },
    ],
    tools: [tool],
    maxSteps: 4,
  };
}

/** The turn that calls it, and the answer after that, as a scripted model gives them. */
export const temperatureCall = {
  toolCalls: [{ id: "call_paris", name: "get_temperature", input: { city: "Paris" } }],
};
export const temperatureAnswer = `It is ${celsius} degrees in Paris.`;

/** Asks for JSON. Within the rules of providers' strict modes, so that it goes out as it is. */
export const cityRequest: LLMRequest = {
  messages: [
    {
      role: "user",
      content: "Describe Paris as JSON: its name, and whether it is a capital (kind: capital or other).",
    },
  ],
  schema: {
    name: "city",
    schema: {
      type: "object",
      properties: { name: { type: "string" }, kind: { type: "string", enum: ["capital", "other"] } },
      required: ["name", "kind"],
      additionalProperties: false,
    },
  },
};

export const cityAnswer = '{"name": "Paris", "kind": "capital"}';

/** How a text that must be JSON of `cityRequest`'s schema fails to be; nothing when it fits. */
export function cityMisfit(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return mismatch("`text`", "JSON", describe(text));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return mismatch("`text`", "an object as JSON", describe(text));
  const { name, kind, ...others } = value as Record<string, unknown>;
  if (typeof name !== "string") return mismatch("`name` in the JSON of `text`", "a string", describe(name));
  if (kind !== "capital" && kind !== "other")
    return mismatch("`kind` in the JSON of `text`", "'capital' or 'other'", describe(kind));
  const [extra] = Object.keys(others);
  if (extra === undefined) return undefined;
  return mismatch("the properties in the JSON of `text`", "name and kind only", `${extra} as well`);
}

/** A red dot: a PNG of one pixel, base64. */
export const redPixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

export const imageRequest: LLMRequest = {
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Which colour is this picture? Answer with one word." },
        { type: "image", mediaType: "image/png", data: redPixel },
      ],
    },
  ],
};

export const reasoningRequest: LLMRequest = {
  messages: [{ role: "user", content: "Is 91 a prime number? Answer yes or no." }],
  reasoning: "low",
};

/** The names under which providers have a web search; which of them a driver knows is its own affair. */
export const searchTypes = ["web_search", "google_search", "web_search_preview", "openrouter:web_search"] as const;

export function searchRequest(providerType: string): LLMRequest {
  const tool: ProviderTool = { name: "search", providerType };
  return {
    messages: [
      { role: "user", content: "Search the web for the home page of the Node.js project, and give its address." },
    ],
    tools: [tool],
  };
}

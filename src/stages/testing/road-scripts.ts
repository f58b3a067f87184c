import type { AttachmentPart, FinishReason, LLMRequest } from "../../contract/index.js";
import { failures } from "./road-failures.js";
import { many, one, type RoadScript } from "./road-script.js";
import { call, clock, loop, oslo, paris, weather } from "./road-tools.js";

const showing = (attachment: AttachmentPart): Partial<LLMRequest> => ({
  messages: [{ role: "user", content: [{ type: "text", text: "Which colour?" }, attachment] }],
});

const texts: readonly RoadScript[] = [
  one("text", "Hello, how are you?"),
  one("no text", ""),
  one("nothing but white space", " \n\t\r\n  "),
  one("white space at both ends", "\n\n  Hello \n"),
  one("accents, ideographs, right to left", "na\u00efve cafe\u0301 · 你好，世界 · שלום"),
  one("emoji of several code points", "👩‍👩‍👧‍👦 and 👍🏽, ".repeat(9)),
  one("surrogates without their other half", "a\ud83d b\ude00 c"),
  one("what looks like framing", 'data: [DONE]\n\n: ping\r\nevent: error\ndata: {"error":{}}\u2028\u2029\0\ufeff"\\'),
  one("a long text", "All work and no play. ".repeat(400)),
  one("reasoning", { reasoning: "They greet me,\n I greet 👋 back.", text: "Hello." }, { reasoning: "high" }),
  one("reasoning and no text", { reasoning: "Nothing to say." }, { reasoning: "low" }),
  one("reasoning switched off", "Hello.", { reasoning: "off" }),
  one("reasoning in the middle", "Hello.", { reasoning: "medium" }),
  one("reasoning at its most", "Hello.", { reasoning: "max" }),
  one("sources", {
    text: "It is nodejs.org.",
    sources: [
      { type: "url", url: "https://nodejs.org/en", title: "Node.js" },
      { type: "url", url: "https://nodejs.org/docs" },
    ],
  }),
  one(
    "a search that the provider runs",
    { text: "It is nodejs.org.", sources: [{ type: "url", url: "https://nodejs.org/en", title: "Node.js" }] },
    { tools: [{ name: "search", providerType: "google_search" }], maxSteps: 3 },
  ),
  one("settings", "Hello.", {
    ...{ system: "Be brief.", maxTokens: 50, temperature: 0.5, topP: 0.9, seed: 7, stopSequences: ["END"] },
    cacheSystem: true,
  }),
  one("an image", "Red.", showing({ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" })),
  one(
    "an image by its address",
    "Red.",
    showing({ type: "image", mediaType: "image/png", url: "https://a.test/r.png" }),
  ),
  one(
    "an image to look at closely",
    "Red.",
    showing({ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=", detail: "high" }),
  ),
  one(
    "a file",
    "Red.",
    showing({ type: "file", mediaType: "application/pdf", data: "JVBERi0xLjQ=", filename: "red.pdf" }),
  ),
  many("unscripted, it echoes", []),
];

const models: readonly RoadScript[] = [
  one("the model of the request", "Hello.", { model: "another-model" }),
  one("the model that the provider says it used", { text: "Hello.", model: "served-2026-01" }),
  one("both", { text: "Hello.", model: "served-2026-01" }, { model: "another-model" }),
];

const usages: readonly RoadScript[] = [
  one("usage", { text: "Hello.", usage: { inputTokens: 12, outputTokens: 3 } }),
  one("usage with cached and reasoning tokens", {
    text: "Hello.",
    usage: { inputTokens: 2000, outputTokens: 90, cachedInputTokens: 1536, reasoningTokens: 64 },
  }),
  one("usage of nothing", {
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 },
  }),
  one("usage that is known in part", { text: "Hello.", usage: { inputTokens: 12 } }),
  one("usage that is unknown", { text: "Hello.", usage: {} }),
];

const endings: readonly RoadScript[] = [
  ...(["stop", "length", "content_filter", "tool_use", "error", "other"] as const satisfies FinishReason[]).map(
    (finishReason) => one(`the end ${finishReason}`, { text: "Hel", finishReason }),
  ),
  one("the provider's own word for the end", { text: "Hello.", providerFinishReason: "eos" }),
  one("a word that means a cut", { text: "Hel", providerFinishReason: "max_tokens" }),
  one("a word that nobody knows", { text: "Hello.", providerFinishReason: "tired" }),
  one("a refusal", {
    text: "I cannot help with that.",
    finishReason: "content_filter",
    providerFinishReason: "refusal",
  }),
  one("a filter before the first word", { finishReason: "content_filter" }),
  one("a blocked prompt", { finishReason: "content_filter", providerFinishReason: "PROHIBITED_CONTENT" }),
  one("a blocked answer", { text: "Take", finishReason: "content_filter", providerFinishReason: "SAFETY" }),
];

const loops: readonly RoadScript[] = [
  many("a tool", [{ toolCalls: [paris] }, "21 degrees."], loop),
  many("tools at once", [{ toolCalls: [paris, call("clock", {}, "call_clock"), oslo] }, "Done."], loop),
  many("a tool that says nothing", [{ toolCalls: [call("silent", {}, "call_s")] }, "Done."], loop),
  many("a failing tool", [{ toolCalls: [call("broken", {}, "call_b")] }, "It failed."], loop),
  many("an unknown tool", [{ toolCalls: [call("weather_now", {}, "call_w")] }, "It failed."], loop),
  many("input that does not fit", [{ toolCalls: [call("weather", { town: 3 }, "call_w")] }, "It failed."], loop),
  many(
    "arguments that are not complete JSON",
    [{ toolCalls: [{ ...paris, input: {}, invalidInput: '{"city": "Pa' }, oslo] }, "One failed."],
    loop,
  ),
  many("refused tools", [{ toolCalls: [paris, oslo, call("clock", {}, "call_clock")] }, "As you wish."], {
    ...loop,
    approve: ({ name, input }) => {
      if (name === "clock") throw new Error("nobody is there to ask");
      return (input as { city: string }).city === "Oslo" || { denied: "not Paris 🗼 again" };
    },
  }),
  many(
    "several steps",
    [
      { text: "Let me see.", toolCalls: [paris] },
      { reasoning: "One more.", toolCalls: [oslo] },
      { text: "And the time.", toolCalls: [call("clock", {}, "call_clock")] },
      "Paris and Oslo are even.",
    ],
    loop,
  ),
  many(
    "usage over several steps",
    [
      { toolCalls: [paris], usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 } },
      { text: "21.", usage: { inputTokens: 30, outputTokens: 2, cachedInputTokens: 10, reasoningTokens: 1 } },
    ],
    loop,
  ),
  many("calls without ids", [{ toolCalls: [call("clock", {}), call("clock", {})] }, "Done."], loop),
  many("an id that comes again", [{ toolCalls: [paris] }, { toolCalls: [{ ...oslo, id: "call_paris" }] }, "."], loop),
  many("an id that comes twice at once", [{ toolCalls: [paris, { ...oslo, id: "call_paris" }] }, "Done."], loop),
  many("the last step asks for more", [{ toolCalls: [paris] }, { text: "And", toolCalls: [oslo] }], {
    ...loop,
    maxSteps: 2,
  }),
  one("a call outside of a loop", { toolCalls: [paris] }, { tools: [weather] }),
  many("a forced call", [{ toolCalls: [paris] }, "21."], { ...loop, toolChoice: { tool: "weather" } }),
  one("a forced call that does not come", "No.", { ...loop, toolChoice: "required" }),
  one("a forbidden call", { text: "Still.", toolCalls: [paris] }, { ...loop, toolChoice: "none" }),
  one("a call in a turn that was cut", { text: "Let", toolCalls: [paris], finishReason: "length" }, loop),
  one("a call under another label", { toolCalls: [paris], finishReason: "stop" }, { tools: [weather] }),
  one("a conversation that goes on", "Still 21.", {
    ...loop,
    messages: [
      { role: "user", content: "Paris?" },
      { role: "assistant", content: "", toolCalls: [{ id: "call_paris", name: "weather", input: { city: "Paris" } }] },
      { role: "tool", results: [{ id: "call_paris", name: "weather", output: { celsius: 21 } }] },
      { role: "assistant", content: "21 degrees." },
      { role: "user", content: "And now?" },
    ],
  }),
  many("a script that runs out", [{ toolCalls: [paris] }], loop),
  many("unscripted, it calls each tool once", [], loop),
  many("unscripted, it obeys a forcing choice", [], { tools: [weather, clock], toolChoice: { tool: "weather" } }),
];

const strict = weather.inputSchema;
const loose = { type: "object", properties: { city: { type: "string", minLength: 1 }, note: { type: "string" } } };
const json = '{ "city": "Zürich",\n  "note": "21\u00b0" }';

const schemas: readonly RoadScript[] = [
  one("a schema within strict mode's rules", '{"city":"Paris"}', { schema: { name: "city", schema: strict } }),
  one("a schema outside of them", json, { schema: { name: "city", schema: loose } }),
  one("strict mode switched off", json, { schema: { name: "a city!", schema: strict, strict: false } }),
  many("unscripted, it answers {}", [], { schema: { name: "city", schema: strict } }),
];

/** Every script. */
export const roadScripts: readonly RoadScript[] = [texts, models, usages, endings, loops, schemas, failures].flat();

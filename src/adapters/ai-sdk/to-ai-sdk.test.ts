import type { LanguageModelV3 } from "@ai-sdk/provider";
import {
  APICallError,
  generateText,
  jsonSchema,
  Output,
  stepCountIs,
  streamText,
  tool,
  UnsupportedFunctionalityError,
} from "ai";
import { expect, expectTypeOf, test } from "vitest";
import { LLMError } from "../../contract/index.js";
import { createMemoryLLM, llmCalls, memoryLLM, memoryToolCall } from "../../memory/index.js";
import { type AISDKModel, toAISDK } from "./index.js";

// The AI SDK itself is the judge here: what it makes of a scripted model is what an application sees.

const weather = tool({
  description: "Tells the weather.",
  inputSchema: jsonSchema<{ city: string }>({
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  }),
  execute: async ({ city }) => `21 degrees in ${city}`,
});

test("is a model of the SDK's by its type", () => {
  expectTypeOf<AISDKModel>().toExtend<LanguageModelV3>();
  expect(toAISDK(memoryLLM()).specificationVersion).toBe("v3");
  expect(toAISDK(memoryLLM(), { specificationVersion: "v4" }).specificationVersion).toBe("v4");
});

test("generateText gives text, reasoning, sources, usage and the finish reason", async () => {
  const llm = memoryLLM({
    text: "Hello.",
    reasoning: "Be kind.",
    sources: [{ type: "url", url: "https://example.com/", title: "Example" }],
    usage: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 6, reasoningTokens: 1 },
    providerFinishReason: "max_tokens",
  });
  const result = await generateText({ model: toAISDK(llm), system: "Be brief.", prompt: "Say hello." });
  expect(result.text).toBe("Hello.");
  expect(result.reasoningText).toBe("Be kind.");
  expect(result.sources).toMatchObject([{ sourceType: "url", url: "https://example.com/", title: "Example" }]);
  expect(result.finishReason).toBe("length");
  expect(result.rawFinishReason).toBe("max_tokens");
  expect(result.usage).toMatchObject({
    inputTokens: 10,
    inputTokenDetails: { cacheReadTokens: 6, noCacheTokens: 4 },
    outputTokens: 4,
    outputTokenDetails: { reasoningTokens: 1, textTokens: 3 },
  });
  expect(llmCalls(llm)).toMatchObject([{ system: "Be brief.", messages: [{ role: "user", content: "Say hello." }] }]);
});

test("what was not counted stays unknown", async () => {
  const { usage } = await generateText({ model: toAISDK(memoryLLM({ text: "x", usage: {} })), prompt: "x" });
  expect(usage.inputTokens).toBeUndefined();
  expect(usage.outputTokens).toBeUndefined();
  expect(usage.inputTokenDetails.cacheReadTokens).toBeUndefined();
});

test("the SDK's loop runs tools, and their results are told", async () => {
  const llm = memoryLLM({ toolCalls: [memoryToolCall("weather", { city: "Paris" })] }, "It is 21 degrees.");
  const result = await generateText({
    model: toAISDK(llm),
    prompt: "How warm is it in Paris?",
    tools: { weather },
    toolChoice: "auto",
    stopWhen: stepCountIs(3),
  });
  expect(result.text).toBe("It is 21 degrees.");
  expect(result.steps).toHaveLength(2);
  expect(result.steps[0]?.toolResults).toMatchObject([{ toolName: "weather", output: "21 degrees in Paris" }]);
  expect(llmCalls(llm)[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    results: [{ name: "weather", output: "21 degrees in Paris" }],
  });
  expect(llmCalls(llm)[0]).toMatchObject({ toolChoice: "auto", tools: [{ name: "weather" }] });
});

test("a call of arguments that are no JSON is told as one", async () => {
  const llm = memoryLLM({ toolCalls: [{ name: "weather", input: {}, invalidInput: '{"city": "Par' }] }, "Sorry.");
  const { steps, text } = await generateText({
    model: toAISDK(llm),
    prompt: "How warm is it?",
    tools: { weather },
    stopWhen: stepCountIs(3),
  });
  expect(steps[0]?.toolCalls).toMatchObject([{ invalid: true, input: '{"city": "Par' }]);
  expect(text).toBe("Sorry.");
});

test("a schema reaches the model, and the SDK parses its answer", async () => {
  const llm = memoryLLM('{"city": "Paris"}');
  const { output } = await generateText({
    model: toAISDK(llm),
    prompt: "Which city?",
    output: Output.object({
      name: "place",
      schema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
    }),
  });
  expect(output).toEqual({ city: "Paris" });
  expect(llmCalls(llm)[0]?.schema).toMatchObject({ name: "place", schema: { type: "object" } });
});

test("streamText gives deltas, calls and the loop's end", async () => {
  const llm = memoryLLM(
    { reasoning: "Look it up.", toolCalls: [memoryToolCall("weather", { city: "Oslo" })] },
    { text: "It is 21 degrees in Oslo today.", usage: { inputTokens: 7, outputTokens: 3 } },
  );
  const result = streamText({
    model: toAISDK(llm),
    prompt: "How warm is it in Oslo?",
    tools: { weather },
    stopWhen: stepCountIs(3),
  });
  const deltas: string[] = [];
  for await (const delta of result.textStream) deltas.push(delta);
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.join("")).toBe("It is 21 degrees in Oslo today.");
  const [first] = await result.steps;
  expect(first?.reasoningText).toBe("Look it up.");
  expect(first?.toolCalls).toMatchObject([{ toolName: "weather", input: { city: "Oslo" } }]);
  expect(await result.finishReason).toBe("stop");
  expect(await result.usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
});

test("an error is one of the SDK's, retried where it may pass", async () => {
  const scripted = { code: "LLM_RATE_LIMITED", message: "slow down", retryAfterMs: 1 } as const;
  const llm = memoryLLM({ error: scripted }, "Now.");
  expect((await generateText({ model: toAISDK(llm), prompt: "x", maxRetries: 1 })).text).toBe("Now.");

  const refused = generateText({
    model: toAISDK(memoryLLM({ error: { code: "LLM_UNAUTHORIZED", message: "no such key" } })),
    prompt: "x",
  });
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ statusCode: 401, isRetryable: false, message: "no such key" });
  expect((error as Error).cause).toBeInstanceOf(LLMError);
});

test("an error in the middle of a stream comes after what had arrived", async () => {
  const llm = memoryLLM({ text: "Half an ans", error: { code: "LLM_PROVIDER_ERROR", message: "overloaded" } });
  const errors: unknown[] = [];
  const result = streamText({ model: toAISDK(llm), prompt: "x", onError: ({ error }) => void errors.push(error) });
  let text = "";
  for await (const part of result.fullStream) if (part.type === "text-delta") text += part.text;
  expect(text).toBe("Half an ans");
  expect(errors).toMatchObject([{ name: "AI_APICallError", message: "overloaded" }]);
});

test("an abort rejects with the signal's own reason, and the model sees it", async () => {
  const controller = new AbortController();
  const llm = memoryLLM({ stall: true });
  const running = generateText({ model: toAISDK(llm), prompt: "x", abortSignal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test("a stream that is left is closed", async () => {
  const { stream } = await toAISDK(memoryLLM({ text: "Once upon a time", stall: true })).doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "x" }] }],
  });
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(await reader.read()).toMatchObject({ done: true });
});

test("what it does not have is told: as a warning, or as the SDK's own refusal", async () => {
  const prompt = [{ role: "user", content: [{ type: "text", text: "x" }] }];
  const responseFormat = { type: "json" };
  const { warnings } = await toAISDK(memoryLLM("x")).doGenerate({ prompt, topK: 3, responseFormat });
  expect(warnings).toEqual([
    { type: "unsupported", feature: "topK" },
    { type: "unsupported", feature: "responseFormat", details: "JSON needs a schema" },
  ]);
  const mute = createMemoryLLM({ replies: ["x"], capabilities: { tools: false } });
  const refused = generateText({ model: toAISDK(mute), prompt: "x", tools: { weather } });
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(UnsupportedFunctionalityError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ functionality: "tools" });
});

test("files arrive, by bytes and by address", async () => {
  const llm = memoryLLM("A dot.");
  await generateText({
    model: toAISDK(llm),
    messages: [
      {
        role: "user",
        content: [
          { type: "image", image: new Uint8Array([1, 2, 3]), mediaType: "image/png" },
          { type: "file", data: new URL("https://example.com/a.pdf"), mediaType: "application/pdf", filename: "a.pdf" },
        ],
      },
    ],
  });
  expect(llmCalls(llm)[0]?.messages[0]).toEqual({
    role: "user",
    content: [
      { type: "image", mediaType: "image/png", data: "AQID" },
      { type: "file", mediaType: "application/pdf", url: "https://example.com/a.pdf", filename: "a.pdf" },
    ],
  });
});

import { describe, expect, test } from "vitest";
import { capabilityNames, type Driver, innermostDriver, type LLMRequest } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { disabledLLM } from "./disabled-llm.js";
import { failure, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

test("shows its driver's identity, and every capability as true or false", () => {
  const driver = { ...scriptedDriver(), capabilities: { tools: true, vision: undefined, streaming: false } as never };
  const llm = createLLM(driver);
  expect(llm).toMatchObject({ provider: "scripted", model: "scripted-1", enabled: true, [innermostDriver]: driver });
  expect(llm.capabilities).toEqual({
    ...Object.fromEntries(capabilityNames.map((name) => [name, false])),
    tools: true,
  });
});

test("its methods need no this", async () => {
  const { generate, stream, countTokens, close } = createLLM(scriptedDriver({ text: "a" }, { text: "b" }));
  expect((await generate(hello)).text).toBe("a");
  expect((await (await stream(hello)).response()).text).toBe("b");
  expect(await countTokens(hello)).toBe(1);
  await close();
});

describe("LLM_INVALID_CONFIG at construction", () => {
  const good = scriptedDriver();
  test.each<[string, unknown, unknown?]>([
    ["no driver", undefined],
    ["null", null],
    ["a driver without a provider", { ...good, provider: "" }],
    ["a driver without a model", { ...good, model: undefined }],
    ["a driver without turn()", { ...good, turn: undefined }],
    ["streaming without streamTurn()", { ...good, streamTurn: undefined }],
    ["tokenCounting without countTokens()", { ...good, countTokens: undefined }],
    ["a capability that there is not", { ...good, capabilities: { telepathy: true } }],
    ["a capability that is neither true nor false", { ...good, capabilities: { tools: "yes" } }],
    ["capabilities that are a list", { ...good, capabilities: ["tools"] }],
    ["negative maxRetries", good, { maxRetries: -1 }],
    ["maxRetries without end", good, { maxRetries: Number.POSITIVE_INFINITY }],
    ["retryDelay NaN", good, { retryDelay: Number.NaN }],
    ["null as options", good, null],
  ])("%s", (_, driver, options) => {
    const create = () => createLLM(driver as Driver, options as never);
    expect(create).toThrow(expect.objectContaining({ name: "LLMError", code: "LLM_INVALID_CONFIG", status: 400 }));
  });
});

describe("what cannot be honoured is refused before the wire", () => {
  const image = { type: "image" as const, url: "https://example.com/a.png" };
  test.each<[string, Partial<LLMRequest>]>([
    ["structuredOutput", { schema: { name: "s", schema: { type: "object" } } }],
    ["tools", { tools: [localTool("f", () => "")] }],
    ["sources", { tools: [{ name: "search", providerType: "web" }] }],
    ["vision", { messages: [{ role: "user", content: [image] }] }],
    ["vision", { messages: [{ role: "user", content: [{ ...image, type: "file" }] }] }],
    ["reasoning", { reasoning: "low" }],
  ])("%s", async (capability, asking) => {
    const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, name !== capability]));
    const driver = { ...scriptedDriver(), capabilities };
    for (const method of ["generate", "stream", "countTokens"] as const) {
      const error = await failure(createLLM(driver)[method]({ ...hello, ...asking }));
      expect(error).toMatchObject({ code: "LLM_UNSUPPORTED", message: `scripted does not support ${capability}` });
    }
    expect(driver.asked).toHaveLength(0);
  });

  test.each(["streaming", "tokenCounting"] as const)("%s", async (capability) => {
    const llm = createLLM({ ...scriptedDriver(), capabilities: {} });
    const call = capability === "streaming" ? llm.stream(hello) : llm.countTokens(hello);
    expect(await failure(call)).toMatchObject({
      code: "LLM_UNSUPPORTED",
      message: `scripted does not support ${capability}`,
    });
  });

  test("reasoning off and cacheSystem are never refused", async () => {
    const driver = { ...scriptedDriver({ text: "ok" }), capabilities: {} };
    expect((await createLLM(driver).generate({ ...hello, reasoning: "off", cacheSystem: true })).text).toBe("ok");
    expect(driver.asked[0]?.request).toMatchObject({ reasoning: "off", cacheSystem: true });
  });
});

test.each([undefined, null, "Hello", [], {}, { messages: "Hello" }, { messages: [null] }])(
  "a request that is none (%j) is LLM_INVALID_REQUEST from every method",
  async (request) => {
    const driver = scriptedDriver();
    for (const method of ["generate", "stream", "countTokens"] as const) {
      expect(await failure(createLLM(driver)[method](request as never))).toMatchObject({ code: "LLM_INVALID_REQUEST" });
    }
    expect(driver.asked).toHaveLength(0);
  },
);

test("the response names the model that was asked for, unless the provider names one", async () => {
  const llm = createLLM(scriptedDriver({}, {}, { model: "scripted-2026" }));
  expect((await llm.generate(hello)).model).toBe("scripted-1");
  expect((await llm.generate({ ...hello, model: "asked" })).model).toBe("asked");
  expect((await llm.generate({ ...hello, model: "asked" })).model).toBe("scripted-2026");
});

test("sources of all steps, each address once", async () => {
  const [a, b] = ["a", "b"].map((id) => ({ id, type: "web", url: `https://example.com/${id}` }));
  const first = { sources: [a, b] as never, toolCalls: [{ name: "f", input: {} }] };
  const llm = createLLM(scriptedDriver(first, { sources: [b, a] as never }));
  const { sources } = await llm.generate({ ...hello, tools: [localTool("f", () => "")], maxSteps: 2 });
  expect(sources).toEqual([a, b]);
});

test("text and reasoning are the last step's", async () => {
  const llm = createLLM(
    scriptedDriver({ text: "1", reasoning: "r", toolCalls: [{ name: "f", input: {} }] }, { text: "2" }),
  );
  const response = await llm.generate({ ...hello, tools: [localTool("f", () => "")], maxSteps: 2 });
  expect(response.text).toBe("2");
  expect(response).not.toHaveProperty("reasoning");
});

test("a disabled LLM says so before anything else", async () => {
  const llm = disabledLLM();
  expect(llm.enabled).toBe(false);
  expect(Object.values(llm.capabilities)).toEqual(capabilityNames.map(() => false));
  for (const method of ["generate", "stream", "countTokens"] as const) {
    const call = llm[method]({ messages: [] }, { signal: AbortSignal.abort() });
    expect(await failure(call)).toMatchObject({
      name: "LLMError",
      code: "LLM_DISABLED",
      status: 503,
      retryable: false,
    });
  }
  expect(await llm.close()).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { hi, sent } from "../testing/llm-for.js";
import { openAICompatible } from "./driver.js";
import type { Endpoint } from "./endpoint.js";
import { type Preset, presets } from "./presets.js";

describe.each(Object.keys(presets) as Preset[])("the preset %s", (preset) => {
  const endpoint = presets[preset];

  test("has an address, or asks for one", () => {
    const build = () => openAICompatible({ model: "m", preset });
    if (endpoint.baseURL !== undefined) expect(build().provider).toBe(endpoint.provider);
    else expect(build).toThrow(/baseURL/);
  });

  test("sends one limit of tokens, and asks for each effort that it claims", async () => {
    const body = await sent({ maxTokens: 5, reasoning: "high" }, { preset });
    expect([body.max_tokens, body.max_completion_tokens].filter((limit) => limit === 5)).toHaveLength(1);
    expect(JSON.stringify(body)).toMatch(/"(?:reasoning_effort|effort)":"high"/);
  });
});

test("Mistral refuses the efforts that it does not have", async () => {
  const llm = openAICompatible({ model: "m", preset: "mistral" });
  for (const reasoning of ["low", "medium", "max"] as const) {
    await expect(llm.generate({ ...hi, reasoning })).rejects.toMatchObject({ code: "LLM_UNSUPPORTED" });
  }
});

test("an endpoint without a name is spelt out", async () => {
  const preset: Endpoint = { ...presets.generic, provider: "acme", maxTokensField: "max_completion_tokens" };
  expect(await sent({ maxTokens: 5 }, { preset })).toMatchObject({ max_completion_tokens: 5 });
  expect(openAICompatible({ model: "m", baseURL: "http://127.0.0.1:9", preset }).provider).toBe("acme");
});

test.each([
  { provider: "acme" },
  { ...presets.generic, provider: "" },
  { ...presets.generic, reasoning: undefined },
  ["generic"],
  5,
])("%j is no endpoint", (preset) => {
  expect(() => openAICompatible({ model: "m", baseURL: "http://127.0.0.1:9", preset: preset as Endpoint })).toThrow(
    expect.objectContaining({ code: "LLM_INVALID_CONFIG", message: expect.stringContaining("preset") }),
  );
});

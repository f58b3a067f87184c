import { describe, expect, test } from "vitest";
import { sent } from "../testing/llm-for.js";
import { openAICompatible } from "./driver.js";
import { type Preset, presets } from "./presets.js";

describe.each(Object.keys(presets) as Preset[])("the preset %s", (preset) => {
  const endpoint = presets[preset];

  test("has an address, or asks for one", () => {
    const build = () => openAICompatible({ model: "m", preset });
    if ("baseURL" in endpoint) expect(build().provider).toBe(endpoint.provider);
    else expect(build).toThrow(/baseURL/);
  });

  test("sends one limit of tokens, and asks for each effort that it claims", async () => {
    const body = await sent({ maxTokens: 5, reasoning: "high" }, { preset });
    expect([body.max_tokens, body.max_completion_tokens].filter((limit) => limit === 5)).toHaveLength(1);
    expect(JSON.stringify(body)).toMatch(/"(?:reasoning_effort|effort)":"high"/);
  });
});

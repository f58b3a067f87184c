import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matrix } from "./matrix.js";
import { providersIn } from "./providers.js";
import { root } from "./testing/run-step.js";

const key = "sentinel-key-0123456789";
const legs = (...args: Parameters<typeof matrix>): Record<string, string>[] => JSON.parse(matrix(...args)).include;
const openai = {
  name: "openai",
  driver: "openai",
  preset: "openai",
  "base-url": "https://api.openai.com/v1",
  model: "gpt-4.1-mini",
  "key-env": "OPENAI_API_KEY",
};

describe("touchstone matrix", () => {
  it("lists the providers whose key is set, on one line, and no key", () => {
    const env = { OPENAI_API_KEY: key, GROQ_API_KEY: "" };
    expect(legs({}, env)).toEqual([openai]);
    expect(matrix({}, env)).toMatch(/^[^\n]+\n$/);
    expect(matrix({}, env)).not.toContain(key);
  });

  it("is a matrix without a leg where there is no key", () => {
    expect(matrix({}, {})).toBe('{"include":[]}\n');
  });

  it("lists all, or those that are named", () => {
    expect(legs({ all: true }, {}).map(({ name }) => name)).toEqual(providersIn({}).map(({ name }) => name));
    expect(legs({ all: true, providers: ["google"] }, {})).toEqual([
      {
        name: "google",
        driver: "google",
        "base-url": "https://generativelanguage.googleapis.com",
        model: "gemini-2.5-flash-lite",
        "key-env": "GEMINI_API_KEY",
      },
    ]);
    expect(legs({ providers: ["google"] }, { OPENAI_API_KEY: key })).toEqual([]);
  });

  it("takes another model and base URL from the environment", () => {
    const env = { OPENAI_API_KEY: key, OPENAI_MODEL: "another", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    expect(legs({}, env)).toEqual([{ ...openai, model: "another", "base-url": "http://127.0.0.1:1/v1" }]);
  });

  it("leaves out no provider that is expected", () => {
    const env = { OPENAI_API_KEY: key, EXPECTED_PROVIDERS: "openai, google" };
    expect(() => matrix({}, env)).toThrow("EXPECTED_PROVIDERS names google, and its key GEMINI_API_KEY is not set");
    expect(legs({}, { ...env, GEMINI_API_KEY: key })).toHaveLength(2);
    // Named without it, or asked for without a key, it was left out on purpose.
    expect(legs({ providers: ["openai"] }, env)).toEqual([openai]);
    expect(legs({ all: true }, env)).toEqual(legs({ all: true }, {}));
  });

  it("knows what it is told", () => {
    expect(() => matrix({ providers: ["opanai"] }, {})).toThrow(
      /^--providers: there is no provider "opanai"; near it openai/,
    );
    expect(() => matrix({}, { EXPECTED_PROVIDERS: "gogle" })).toThrow(
      /^EXPECTED_PROVIDERS: there is no provider "gogle"; near it google/,
    );
  });

  it("is on the page as it is", () => {
    const page = readFileSync(join(root, "docs/ci.md"), "utf8");
    for (const { name, keyEnv, modelEnv, model } of providersIn({}))
      expect(page).toContain(`| ${name} | \`${keyEnv}\` | \`${modelEnv}\`, \`${model}\` |`);
  });
});

import { describe, expect, test } from "vitest";
import { google } from "./driver.js";
import { googleEmbedder } from "./embedder.js";
import { endpointURL } from "./endpoint-url.js";
import { checkOptions, type GoogleOptions } from "./options.js";

const urlFor = (options: object, model = "m", method: Parameters<typeof endpointURL>[2] = "generateContent") =>
  endpointURL(checkOptions({ model, ...options }, "LLM"), model, method);

describe("the URL", () => {
  test.each([
    [{}, "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent"],
    [{ apiVersion: "v1" }, "https://generativelanguage.googleapis.com/v1/models/m:generateContent"],
    [{ baseURL: "http://127.0.0.1:1/" }, "http://127.0.0.1:1/v1beta/models/m:generateContent"],
    [{ baseURL: "http://127.0.0.1:1/v1beta/" }, "http://127.0.0.1:1/v1beta/models/m:generateContent"],
    [
      { baseURL: "http://127.0.0.1:1/gemini", apiVersion: "v1alpha" },
      "http://127.0.0.1:1/gemini/v1alpha/models/m:generateContent",
    ],
    [
      { baseURL: "https://e.example/v1/publishers/google" },
      "https://e.example/v1/publishers/google/models/m:generateContent",
    ],
    [{ baseURL: "https://e.example/?team=a" }, "https://e.example/v1beta/models/m:generateContent?team=a"],
  ])("of %j", (options, url) => {
    expect(urlFor(options)).toBe(url);
  });

  test.each([
    ["models/m", "/v1beta/models/m:"],
    ["tunedModels/mine", "/v1beta/tunedModels/mine:"],
    ["a/b?c#d:e", "/v1beta/models/a%2Fb%3Fc%23d%3Ae:"],
    ["..", "/v1beta/models/..:"],
  ])("holds the model %s and nothing but it", (model, path) => {
    expect(urlFor({}, model)).toContain(path);
  });

  test("asks for events, always", () => {
    expect(urlFor({ baseURL: "https://e.example/?team=a" }, "m", "streamGenerateContent")).toBe(
      "https://e.example/v1beta/models/m:streamGenerateContent?team=a&alt=sse",
    );
  });
});

test.each<[object, string]>([
  [{ model: "" }, "model"],
  [{ model: "models/" }, "model"],
  [{ model: 1 }, "model"],
  [{ apiKey: "" }, "apiKey"],
  [{ apiKey: "a b" }, "apiKey"],
  [{ baseURL: "" }, "baseURL"],
  [{ baseURL: "ftp://e.example" }, "baseURL"],
  [{ baseURL: "https://e.example/?key=secret" }, "baseURL"],
  [{ baseURL: "https://a:b@e.example" }, "baseURL"],
  [{ apiVersion: "" }, "apiVersion"],
  [{ apiVersion: "../x" }, "apiVersion"],
  [{ baseURL: "https://e.example/v1", apiVersion: "v1beta" }, "apiVersion"],
  [{ provider: "" }, "provider"],
  [{ headers: { a: "\n" } }, "headers"],
  [{ timeouts: { idle: 0 } }, "timeouts.idle"],
  [{ fetch: 1 }, "fetch"],
  [{ maxResponseBytes: 0 }, "maxResponseBytes"],
  [{ maxRetries: -1 }, "maxRetries"],
  [{ capabilities: { tools: 1 } }, "capabilities.tools"],
  [{ capabilities: { flying: true } }, "flying"],
])("%j is refused", (bad, option) => {
  const options = { model: "m", ...bad } as GoogleOptions;
  expect(() => google(options)).toThrow(
    expect.objectContaining({ code: "LLM_INVALID_CONFIG", message: expect.stringContaining(option) }),
  );
});

test("without options at all is refused, not broken", () => {
  expect(() => google(undefined as never)).toThrow(expect.objectContaining({ code: "LLM_INVALID_CONFIG" }));
  expect(() => googleEmbedder(undefined as never)).toThrow(expect.objectContaining({ code: "EMBED_INVALID_CONFIG" }));
});

test("options that are not known are ignored, and capabilities follow the model", () => {
  const options = { model: "gemini-2.0-flash", script: [], capabilities: { vision: false, streaming: undefined } };
  expect(google(options as never).capabilities).toMatchObject({ reasoning: false, vision: false, streaming: true });
  expect(google({ model: "gemini-2.5-flash" }).capabilities.reasoning).toBe(true);
});

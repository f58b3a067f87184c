import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LLM } from "../../contract/index.js";
import { completion, failure, hi, key, llmFor } from "../testing/llm-for.js";
import { json, serve } from "../testing/serve.js";
import { openAICompatible } from "./driver.js";
import type { OpenAICompatibleOptions } from "./options.js";

describe("options", () => {
  const good = { baseURL: "http://127.0.0.1:1/v1", model: "m" };

  test.each<[string, object]>([
    ["model", { ...good, model: "" }],
    ["model", { baseURL: good.baseURL }],
    ["baseURL", { model: "m" }],
    ["baseURL", { ...good, baseURL: "localhost" }],
    ["baseURL", { ...good, baseURL: "ftp://127.0.0.1" }],
    ["baseURL", { ...good, baseURL: `http://u:${key}@127.0.0.1/v1` }],
    ["apiKey", { ...good, apiKey: "" }],
    ["apiKey", { ...good, apiKey: `${key}\n` }],
    ["preset", { ...good, preset: "nobody" }],
    ["preset", { ...good, preset: "__proto__" }],
    ["timeouts.idle", { ...good, timeouts: { idle: -1 } }],
    ["timeouts", { ...good, timeouts: 5 }],
    ["fetch", { ...good, fetch: "x" }],
    ["maxResponseBytes", { ...good, maxResponseBytes: 0.5 }],
    ["headers", { ...good, headers: { "a b": "x" } }],
    ['headers["x-a"]', { ...good, headers: { "x-a": `${key}\r\n` } }],
    ["capabilities.tools", { ...good, capabilities: { tools: "yes" } }],
    ["provider", { ...good, provider: 7 }],
    ["maxRetries", { ...good, maxRetries: -1 }],
  ])("a bad %s is refused at once, by name", async (option, options) => {
    const error = await failure((async () => openAICompatible(options as OpenAICompatibleOptions))());
    expect(error).toMatchObject({ code: "LLM_INVALID_CONFIG", status: 400 });
    expect(error.message).toContain(option);
  });

  test("no options at all are refused", async () => {
    const error = await failure((async () => openAICompatible(undefined as unknown as OpenAICompatibleOptions))());
    expect(error.code).toBe("LLM_INVALID_CONFIG");
  });

  test.each<[string, Partial<OpenAICompatibleOptions>, string, object]>([
    ["a trailing slash", {}, "/v1/", { authorization: `Bearer ${key}` }],
    ["Azure's header and version", { preset: "azure-openai" }, "/openai/v1?api-version=preview", { "api-key": key }],
    [
      "headers of one's own",
      { headers: { "X-Team": "a", Authorization: "Basic abc" } },
      "/v1",
      { "x-team": "a", authorization: "Basic abc" },
    ],
  ])("%s", async (_, options, path, headers) => {
    const server = await serve(json(completion()));
    const llm = openAICompatible({ model: "m", apiKey: key, baseURL: server.origin + path, ...options });
    onTestFinished(() => llm.close());
    await llm.generate(hi);
    const url = new URL(path, server.origin);
    expect(server.requests[0]?.path).toBe(`${url.pathname.replace(/\/$/, "")}/chat/completions${url.search}`);
    expect(server.requests[0]?.headers).toMatchObject(headers);
  });

  test("without a key no header is sent", async () => {
    const { server, llm } = await llmFor(json(completion()), { apiKey: undefined });
    await llm.generate(hi);
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("capabilities are the preset's unless they are said", async () => {
    const of = (options: Partial<OpenAICompatibleOptions>): LLM => openAICompatible({ ...good, ...options });
    expect(of({}).capabilities).toMatchObject({
      streaming: true,
      tools: true,
      vision: true,
      tokenCounting: false,
      sources: false,
    });
    expect(of({ preset: "deepseek" }).capabilities.vision).toBe(false);
    expect(of({ capabilities: { tools: false, vision: undefined } as object }).capabilities).toMatchObject({
      tools: false,
      vision: true,
    });
  });

  test("the key is not to be seen on the LLM", () => {
    const llm = openAICompatible({ ...good, apiKey: key });
    expect(inspect(llm, { depth: 9, showHidden: true }) + JSON.stringify(llm)).not.toContain(key);
  });

  test("a fetch of one's own is used", async () => {
    const urls: string[] = [];
    const { llm } = await llmFor(json(completion()), {
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    expect((await llm.generate(hi)).text).toBe("Hello");
    expect(urls).toHaveLength(1);
  });
});

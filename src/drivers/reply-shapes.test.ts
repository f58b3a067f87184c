import { describe, expect, onTestFinished, test } from "vitest";
import { google } from "./google/index.js";
import { openAICompatible } from "./openai-compatible/index.js";
import { failure, hi } from "./testing/llm-for.js";
import { type Handler, json, serve, stream } from "./testing/serve.js";

const none = { code: "LLM_PROVIDER_ERROR", status: 502, retryable: true };
const bad = (excerpt: string) => ({
  ...{ code: "LLM_BAD_RESPONSE", status: 502, retryable: false },
  message: expect.stringContaining(excerpt),
});
const noContent: Handler = (response) => {
  response.writeHead(204);
  response.end();
};

describe.each(Object.entries({ openAICompatible, google }))("%s", (_driver, make) => {
  test.each<[string, Handler, object]>([
    ["nothing", json(""), none],
    ["nothing, with a 204", noContent, none],
    ["nothing, as a stream", stream(""), none],
    ["white space", json(" \n\n"), none],
    ["comments", stream(": ping\n\n: ping\n\n"), none],
    ["a sentinel", stream("data: [DONE]\n\n"), none],
    ["half an event", stream('data: {"cho'), none],
    ["null", stream("data: null\n\n"), none],
    ["{}", json("{}"), none],
    ["an event without fields", stream("data: {}\n\ndata: [DONE]\n\n"), none],
    ["text", json("all is well", 200, { "content-type": "text/plain" }), bad("all is well")],
    ["text on several lines", stream("all is well\nand so on\n"), bad("all is well")],
    ["a number", json("7"), bad("7")],
    ["a page", json("<div><h1>Sign in</h1></div>"), bad('an HTML page titled "Sign in"')],
    ["half a document", json('{"a":'), bad('{"a":')],
  ])("a 2xx with %s is the same to generate and to stream", async (_, handler, expected) => {
    const { baseURL } = await serve(handler);
    const llm = make({ baseURL, model: "m", maxRetries: 0 });
    onTestFinished(() => llm.close());
    expect(await failure(llm.generate(hi))).toMatchObject(expected);
    const streamed = await llm.stream(hi);
    expect(await failure(streamed.response())).toMatchObject(expected);
  });
});

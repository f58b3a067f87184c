import { expect, it } from "vitest";
import { createGoogleServer } from "./server.js";
import { call, declare, errorOf, model, send, told, user } from "./testing/requests.js";

const contents = [user({ text: "Hello you" })];
const count = (sent: object) => {
  const server = createGoogleServer({ script: [{ error: { code: "LLM_RATE_LIMITED" } }] });
  return { server, answer: send(server, sent, "countTokens") };
};

it.each<[string, object, number]>([
  ["contents", { contents }, 3],
  [
    "a whole request",
    { generateContentRequest: { model: "models/m", contents, systemInstruction: user({ text: "Be brief." }) } },
    5,
  ],
  [
    "results",
    { contents: [user({ text: "1234" }), model(call("f")), user(told("f", { response: { output: "5678" } }))] },
    2,
  ],
  // Who counts need not be about to ask.
  ["a model's words at the end", { contents: [model({ text: "1234" })] }, 1],
])("counts the tokens of %s, and uses up no reply", async (_, sent, tokens) => {
  const { server, answer } = count(sent);
  expect(await (await answer).json()).toEqual({
    totalTokens: tokens,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }],
  });
  expect(server.requests[0]).toMatchObject({ kind: "count-tokens", turn: { model: "m" } });
  expect((await send(server, { contents })).status).toBe(429);
});

// biome-ignore format: a table, a row a rule
it.each<[string, object, string]>([
  ["nothing", {}, "CountTokens requires generate_content_request or contents to be set."],
  ["both", { contents, generateContentRequest: { model: "models/m", contents } }, "CountTokens takes either generate_content_request or contents, not both."],
  ["no contents", { contents: [] }, "* CountTokensRequest.contents: contents is not specified\n"],
  ["a request without contents or a model", { generateContentRequest: {} }, "* CountTokensRequest.generate_content_request.contents: contents is not specified\n* CountTokensRequest.generate_content_request.model: model is not specified\n"],
  ["a function without a name", { generateContentRequest: { model: "models/m", contents, ...declare({}) } }, "* CountTokensRequest.generate_content_request.tools[0].function_declarations[0].name: Invalid function name."],
  ["an instruction beside contents", { contents, systemInstruction: user() }, `Unknown name "systemInstruction": Cannot find field.`],
])("refuses %s", async (_, sent, message) => {
  const { server, answer } = count(sent);
  expect(await errorOf(await answer)).toMatchObject({ code: 400, message: expect.stringContaining(message) });
  expect(server.requests[0]).not.toHaveProperty("turn");
});

// Every schema is sent with `strict: true` unless `strictJsonSchema` says otherwise, as its documentation has it.
// In strict mode OpenAI wants each property under `required` and `additionalProperties: false`, and refuses this
// schema.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "{}" }, finish_reason: "stop" }],
};
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", baseURL: `${origin}/v1`, supportsStructuredOutputs: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const schema = { type: "object", properties: { nickname: { type: "string" } } };
await provider("m").doGenerate({ prompt, responseFormat: { type: "json", schema } });
const { json_schema } = sent[0].response_format;

const isThere = json_schema.strict && json_schema.schema.required === undefined;
console.log(isThere ? `still there: ${JSON.stringify(json_schema)}` : "no longer there");
process.exit(isThere ? 0 : 1);

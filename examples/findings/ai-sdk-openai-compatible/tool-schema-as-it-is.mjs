// The schema of a tool goes to the server as it is, also one without `properties`, which JSON Schema does not require.
// OpenAI answers 400 to that: object schema missing properties.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
};
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
await provider("m").doGenerate({ prompt, tools: [{ type: "function", name: "now", inputSchema: { type: "object" } }] });
const { parameters } = sent[0].tools[0].function;

const isThere = parameters.type === "object" && parameters.properties === undefined;
console.log(isThere ? `still there: ${JSON.stringify(parameters)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// A reply that counts 0 output tokens has no `output_tokens`. UsageMetadata of @langchain/core has `output_tokens:
// number`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const { usage_metadata } = await model.invoke("Hi");

const isThere = usage_metadata.output_tokens === undefined;
console.log(isThere ? `still there: ${JSON.stringify(usage_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

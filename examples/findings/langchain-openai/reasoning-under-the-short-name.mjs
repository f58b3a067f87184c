// Servers tell reasoning, which OpenAI's API does not have here, as `reasoning_content` or as `reasoning`. The
// first is found in `additional_kwargs`; the second is dropped.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    { index: 0, message: { role: "assistant", content: "Hello", reasoning: "A greeting." }, finish_reason: "stop" },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const message = await model.invoke("Hi");

const isThere = !JSON.stringify([message.additional_kwargs, message.content, message.contentBlocks]).includes(
  "A greeting.",
);
console.log(isThere ? `still there: ${JSON.stringify(message.additional_kwargs)}` : "no longer there");
process.exit(isThere ? 0 : 1);

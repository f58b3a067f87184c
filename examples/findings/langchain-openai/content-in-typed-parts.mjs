// Some servers send the text of a message as a list of typed parts, as OpenAI takes it in requests. The package
// warns that it does not support such content: the text of a delta is not read, nor reasoning among the parts.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = chunk({ role: "assistant", content: [{ type: "text", text: "Hello" }] }) + chunk({}, "stop");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const { text } = chunks.reduce((all, chunk) => all.concat(chunk));

const isThere = text !== "Hello";
console.log(isThere ? `still there: ${JSON.stringify(text)}` : "no longer there");
process.exit(isThere ? 0 : 1);

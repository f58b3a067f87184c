// Chunks are joined by concat(), and so are the strings of their metadata: where two of them hold the finish
// reason, as some servers send, it becomes `stopstop`. OpenAI sends it once.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = chunk({ role: "assistant", content: "Hello" }, "stop") + chunk({}, "stop");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const { finish_reason } = chunks.reduce((all, chunk) => all.concat(chunk)).response_metadata;

const isThere = finish_reason === "stopstop";
console.log(isThere ? `still there: ${finish_reason}` : "no longer there");
process.exit(isThere ? 0 : 1);

// A stream whose connection ends before a finish reason and before [DONE] ends as a whole one does, without an
// error. OpenAI's API reference ends a stream with both.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = chunk({ role: "assistant", content: "Once upon" });
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);

const isThere = chunks.length > 0;
console.log(
  isThere ? `still there: ${JSON.stringify(chunks.map(({ content }) => content))} and no error` : "no longer there",
);
process.exit(isThere ? 0 : 1);

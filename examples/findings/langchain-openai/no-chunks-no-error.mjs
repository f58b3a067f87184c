// A body without events, here a gateway's page under a 200, is a stream that ends at once, without a chunk and
// without an error. OpenAI's API reference has events of the type text/event-stream.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>");
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const text = chunks.map(({ content }) => content).join("");

const isThere = text === "";
console.log(isThere ? `still there: ${chunks.length} chunks, no error` : "no longer there");
process.exit(isThere ? 0 : 1);

// OpenAI sends the name of a call whole, with its first fragment; some gateways send it in pieces, as arguments
// are. The last piece is taken for the name.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({
    role: "assistant",
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "get_", arguments: "" } }],
  }) +
  chunk({ tool_calls: [{ index: 0, function: { name: "time", arguments: "{}" } }] }) +
  chunk({}, "tool_calls");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const { tool_calls } = chunks.reduce((all, chunk) => all.concat(chunk));

const isThere = tool_calls[0]?.name === "time";
console.log(isThere ? `still there: ${JSON.stringify(tool_calls)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// The standard of server-sent events joins `data` lines between which there is no blank line; servers are known to
// leave it out. What is joined is no JSON, and throws a SyntaxError.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({ role: "assistant", content: "Hel" }).trimEnd() +
  "\n" +
  chunk({ content: "lo" }).trimEnd() +
  "\n" +
  chunk({}, "stop");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const error = await (async () => {
  for await (const _ of await model.stream("Hi"));
})().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof SyntaxError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

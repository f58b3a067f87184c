// Gateways put events of their own into a stream, which are no chunks of OpenAI's API. The stream helper throws a
// TypeError at one without `choices`, and the answer is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = `${chunk({ role: "assistant", content: "Hello" })}data: {"type":"ping"}\n\n${chunk({}, "stop")}data: [DONE]\n\n`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const error = await stream.finalChatCompletion().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof TypeError || error?.cause instanceof TypeError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

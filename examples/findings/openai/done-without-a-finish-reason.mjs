// OpenAI's API reference says that a stream is terminated by `data: [DONE]`. The stream helper says of one that
// ends so, and whose chunks hold no finish reason (some servers send none), that it failed.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = `${chunk({ role: "assistant", content: "Hello" })}data: [DONE]\n\n`;
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

const isThere = /missing finish_reason/.test(error?.message);
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

// OpenAI's API reference says that a stream is terminated by `data: [DONE]`. Where the server keeps the connection
// open behind it, the answer does not end.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = `${chunk({ role: "assistant", content: "Hello" })}${chunk({}, "stop")}data: [DONE]\n\n`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const ended = await Promise.race([stream.finalChatCompletion().then(() => true), sleep(500, false)]);

const isThere = !ended;
console.log(isThere ? `still there: 500 ms after [DONE] the stream is open` : "no longer there");
process.exit(isThere ? 0 : 1);

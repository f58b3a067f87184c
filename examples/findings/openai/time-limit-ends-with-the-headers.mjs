// `timeout` is documented as the longest time that the client waits for a response. It ends with the reply's
// headers: a stream that falls silent after them is waited for.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = chunk({ role: "assistant", content: "Once" });
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1`, timeout: 1000 });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const ended = await Promise.race([
  stream.finalChatCompletion().then(
    () => true,
    () => true,
  ),
  sleep(3000, false),
]);

const isThere = !ended;
console.log(isThere ? `still there: the stream goes on after 3000 ms, with a limit of 1000` : "no longer there");
process.exit(isThere ? 0 : 1);

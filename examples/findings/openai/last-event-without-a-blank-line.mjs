// The standard of server-sent events discards an event that no blank line ends; servers are known to end their
// streams so. The text in that event is lost, without an error.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = chunk({ role: "assistant", content: "Hel" }) + chunk({ content: "lo" }, "stop").trimEnd();
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const chunks = [];
for await (const chunk of await client.chat.completions.create({ model: "m", messages: [], stream: true }))
  chunks.push(chunk);
const text = chunks.map(({ choices }) => choices[0].delta.content).join("");

const isThere = text === "Hel";
console.log(isThere ? `still there: ${JSON.stringify(text)}` : "no longer there");
process.exit(isThere ? 0 : 1);

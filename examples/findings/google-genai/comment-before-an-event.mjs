// The standard of server-sent events has comments, other fields, and data in several lines. An event with a comment
// above its data, which gateways send to keep a connection alive, is lost without an error.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenAI } from "@google/genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = `${event("Hel")}: keep-alive\n${event("lo", { finishReason: "STOP" })}`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin } });
const texts = [];
for await (const { text } of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }))
  texts.push(text);
const text = texts.join("");

const isThere = text === "Hel";
console.log(isThere ? `still there: ${JSON.stringify(text)}` : "no longer there");
process.exit(isThere ? 0 : 1);

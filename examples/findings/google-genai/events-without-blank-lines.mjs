// The standard of server-sent events joins `data` lines between which there is no blank line; servers are known to
// leave it out. What is joined is no JSON, nor is an event of a gateway's own: either throws a SyntaxError.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenAI } from "@google/genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const last = event("lo", { finishReason: "STOP" });
const answers = [`${event("Hel").trimEnd()}\n${last}`, `${event("Hel")}data: now\n\n${last}`];
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answers.shift());
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin } });
const read = async () => {
  for await (const _ of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }));
};
const errors = [];
while (answers.length > 0) await read().catch((thrown) => errors.push(thrown));

const isThere = errors.length === 2 && errors.every((error) => error instanceof SyntaxError);
console.log(isThere ? `still there: ${errors.join("; ")}` : "no longer there");
process.exit(isThere ? 0 : 1);

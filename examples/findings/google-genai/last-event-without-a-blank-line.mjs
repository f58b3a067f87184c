// The standard of server-sent events discards an event that no blank line ends; servers are known to end their
// streams so. It is an error here, and the end of the answer is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenAI } from "@google/genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = event("Hel") + event("lo", { finishReason: "STOP" }).trimEnd();
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin } });
const error = await (async () => {
  for await (const _ of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }));
})().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error !== undefined;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

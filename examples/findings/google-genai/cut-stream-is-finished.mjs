// A stream whose connection ends before a finish reason ends as a whole one does, without an error. In Google's API
// an empty `finishReason` means that the model has not stopped generating.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenAI } from "@google/genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = event("Once upon");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin } });
const texts = [];
for await (const { text } of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }))
  texts.push(text);

const isThere = texts.length > 0;
console.log(isThere ? `still there: ${JSON.stringify(texts)} and no error` : "no longer there");
process.exit(isThere ? 0 : 1);

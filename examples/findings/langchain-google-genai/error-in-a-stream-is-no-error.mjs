// Google tells what goes wrong in a stream as an event with `error`. The stream ends quietly there.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = `${event("Once")}data: ${JSON.stringify({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } })}\n\n`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);

const isThere = chunks.length > 0;
console.log(
  isThere ? `still there: ${JSON.stringify(chunks.map(({ content }) => content))} and no error` : "no longer there",
);
process.exit(isThere ? 0 : 1);

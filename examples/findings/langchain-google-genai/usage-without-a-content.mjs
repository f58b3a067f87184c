// Usage in an event whose candidate has no content, as at the end of Google's streams, is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = `${event("Hello")}data: ${JSON.stringify({ candidates: [{ finishReason: "STOP" }], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 } })}\n\n`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const { usage_metadata } = chunks.reduce((all, chunk) => all.concat(chunk));

const isThere = !usage_metadata?.output_tokens;
console.log(isThere ? `still there: ${JSON.stringify(usage_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

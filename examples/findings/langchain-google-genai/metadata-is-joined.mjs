// Chunks are joined by concat(), and so are the strings of their metadata: where each of two events holds the
// finish reason, as Google's API has been seen to send, it becomes `STOPSTOP`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = event("Hel", { finishReason: "STOP" }) + event("lo", { finishReason: "STOP" });
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const chunks = [];
for await (const chunk of await model.stream("Hi")) chunks.push(chunk);
const { finishReason } = chunks.reduce((all, chunk) => all.concat(chunk)).response_metadata;

const isThere = finishReason === "STOPSTOP";
console.log(isThere ? `still there: ${finishReason}` : "no longer there");
process.exit(isThere ? 0 : 1);

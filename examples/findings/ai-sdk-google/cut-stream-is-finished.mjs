// A stream whose connection ends before a finish reason ends with the finish reason `other`, and without an error.
// In Google's API an empty `finishReason` means that the model has not stopped generating.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = event("Once upon");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const parts = [];
const { stream } = await provider("gemini-2.5-flash").doStream({ prompt });
for await (const part of stream) parts.push(part);
const last = parts.at(-1);

const isThere =
  !parts.some(({ type }) => type === "error") && last.type === "finish" && last.finishReason.unified === "other";
console.log(isThere ? `still there: ${JSON.stringify(last.finishReason)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// Gateways put events of their own into a stream; Google's API has replies in JSON alone. One that is no JSON is told
// as an `error` part, and the stream goes on.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = `${event("Hel")}data: now\n\n${event("lo", { finishReason: "STOP" })}`;
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
const failed = parts.find(({ type }) => type === "error");

const isThere = failed?.error.name === "AI_JSONParseError" && parts.at(-1).type === "finish";
console.log(isThere ? `still there: ${failed.error.name}, among ${parts.map(({ type }) => type)}` : "no longer there");
process.exit(isThere ? 0 : 1);

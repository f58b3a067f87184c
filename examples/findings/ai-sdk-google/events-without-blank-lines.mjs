// The standard of server-sent events joins `data` lines between which there is no blank line; servers are known to
// leave it out. What is joined is no JSON, and all of the answer is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = event("Hel").trimEnd() + "\n" + event("lo", { finishReason: "STOP" });
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

const isThere = failed?.error.name === "AI_JSONParseError" && !parts.some(({ type }) => type === "text-delta");
console.log(isThere ? `still there: ${failed?.error.name}` : "no longer there");
process.exit(isThere ? 0 : 1);

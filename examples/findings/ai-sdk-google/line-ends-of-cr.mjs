// The standard of server-sent events takes LF, CRLF and CR for the end of a line. The last event of a stream whose
// lines end in CR is lost, without an error.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const answer = (event("Hel") + event("lo", { finishReason: "STOP" })).replaceAll("\n", "\r");
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
const text = parts.map(({ delta }) => delta ?? "").join("");

const isThere = text !== "Hello";
console.log(isThere ? `still there: ${JSON.stringify(text)}` : "no longer there");
process.exit(isThere ? 0 : 1);

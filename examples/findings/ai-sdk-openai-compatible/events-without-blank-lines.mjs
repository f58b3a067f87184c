// The standard of server-sent events joins `data` lines between which there is no blank line; servers are known to
// leave it out. What is joined is no JSON, and all of the answer is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({ content: "Hel" }).trimEnd() + "\n" + chunk({ content: "lo" }).trimEnd() + "\n" + chunk({}, "stop");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const parts = [];
const { stream } = await provider("m").doStream({ prompt });
for await (const part of stream) parts.push(part);
const failed = parts.find(({ type }) => type === "error");

const isThere = failed?.error.name === "AI_JSONParseError" && !parts.some(({ type }) => type === "text-delta");
console.log(isThere ? `still there: ${failed?.error.name}` : "no longer there");
process.exit(isThere ? 0 : 1);

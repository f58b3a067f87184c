// OpenAI's API reference says that a stream is terminated by `data: [DONE]`. A stream that ends so, and whose
// chunks hold no finish reason (some servers send none), counts as failed.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = `${chunk({ content: "Hello" })}data: [DONE]\n\n`;
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

const isThere = /without a finish reason/.test(failed?.error.message);
console.log(isThere ? `still there: ${failed?.error.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

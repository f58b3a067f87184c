// A body without events, here a gateway's page under a 200, is told as a stream that ended without a finish reason;
// that it was no stream is not told. OpenAI's API reference has events of the type text/event-stream.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>");
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

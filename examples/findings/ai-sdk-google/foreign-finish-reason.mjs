// A gateway that says `max_tokens`, another protocol's word for MAX_TOKENS, has the finish reason `other`; the
// label itself is in `raw`. Google's API reference has upper case alone.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "max_tokens" }] };
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { finishReason } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere = finishReason.unified === "other";
console.log(isThere ? `still there: ${JSON.stringify(finishReason)}` : "no longer there");
process.exit(isThere ? 0 : 1);

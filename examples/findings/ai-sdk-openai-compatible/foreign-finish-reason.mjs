// A server that says `max_tokens`, another protocol's word for `length`, has the finish reason `other`; the label
// itself is in `raw`. OpenAI's API reference lists stop, length, tool_calls, content_filter and function_call.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "max_tokens" }],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { finishReason } = await provider("m").doGenerate({ prompt });

const isThere = finishReason.unified === "other";
console.log(isThere ? `still there: ${JSON.stringify(finishReason)}` : "no longer there");
process.exit(isThere ? 0 : 1);

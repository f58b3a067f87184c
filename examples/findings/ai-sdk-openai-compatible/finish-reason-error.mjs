// Some gateways end an answer that broke off with the finish reason `error`. It is `other`, as any label that
// OpenAI does not have, though LanguageModelV3FinishReason has `error`.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "error" }],
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

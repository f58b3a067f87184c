// OpenAI counts reasoning tokens within the completion; some servers count them beside it, as the total of 18 = 3 +
// 5 + 10 tells. The output is told as 5 tokens, 10 of them reasoning.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: {
    prompt_tokens: 3,
    completion_tokens: 5,
    total_tokens: 18,
    completion_tokens_details: { reasoning_tokens: 10 },
  },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { usage } = await provider("m").doGenerate({ prompt });

const isThere = usage.outputTokens.total === 5 && usage.outputTokens.reasoning === 10;
console.log(isThere ? `still there: ${JSON.stringify(usage.outputTokens)}` : "no longer there");
process.exit(isThere ? 0 : 1);

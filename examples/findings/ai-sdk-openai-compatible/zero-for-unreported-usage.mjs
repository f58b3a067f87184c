// A reply that tells the input tokens alone has 0 output tokens, and 0 of cache and reasoning. LanguageModelV3Usage
// of @ai-sdk/provider has `number | undefined` for each count.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { usage } = await provider("m").doGenerate({ prompt });

const isThere =
  usage.outputTokens.total === 0 && usage.outputTokens.reasoning === 0 && usage.inputTokens.cacheRead === 0;
console.log(isThere ? `still there: ${JSON.stringify(usage)}` : "no longer there");
process.exit(isThere ? 0 : 1);

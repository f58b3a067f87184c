// A reply that tells the input tokens alone has 0 output tokens, and 0 of cache and reasoning. LanguageModelV3Usage
// of @ai-sdk/provider has `number | undefined` for each count.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { usage } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere =
  usage.outputTokens.total === 0 && usage.outputTokens.reasoning === 0 && usage.inputTokens.cacheRead === 0;
console.log(isThere ? `still there: ${JSON.stringify(usage)}` : "no longer there");
process.exit(isThere ? 0 : 1);

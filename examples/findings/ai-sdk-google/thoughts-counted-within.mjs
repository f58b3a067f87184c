// Google's API counts thoughts beside the candidates; some gateways count them within, as the total of 18 = 3 + 15
// tells. They are added once more: the output is told as 25 tokens.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 15, thoughtsTokenCount: 10, totalTokenCount: 18 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { usage } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere = usage.outputTokens.total === 25;
console.log(isThere ? `still there: ${JSON.stringify(usage.outputTokens)}` : "no longer there");
process.exit(isThere ? 0 : 1);

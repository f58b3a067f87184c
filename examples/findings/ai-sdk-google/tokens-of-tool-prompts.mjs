// Google counts what its own tools put into the prompt as `toolUsePromptTokenCount`, beside `promptTokenCount`: 18
// = 3 + 10 + 5. The input is told as 3 tokens.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3, toolUsePromptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 18 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { usage } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere = usage.inputTokens.total === 3;
console.log(isThere ? `still there: ${JSON.stringify(usage.inputTokens)}` : "no longer there");
process.exit(isThere ? 0 : 1);

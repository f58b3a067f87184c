// Google counts thoughts beside the candidates: 18 = 3 + 5 + 10. The output is told as 5 tokens, and the thoughts
// nowhere; UsageMetadata of @langchain/core has `output_token_details.reasoning`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, thoughtsTokenCount: 10, totalTokenCount: 18 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const { usage_metadata } = await model.invoke("Hi");

const isThere = usage_metadata.output_tokens === 5 && usage_metadata.output_token_details?.reasoning === undefined;
console.log(isThere ? `still there: ${JSON.stringify(usage_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

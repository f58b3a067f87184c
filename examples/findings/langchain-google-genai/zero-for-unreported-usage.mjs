// A reply that tells the input tokens alone has 0 output tokens: what is not known is told as none.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const { usage_metadata } = await model.invoke("Hi");

const isThere = usage_metadata.output_tokens === 0;
console.log(isThere ? `still there: ${JSON.stringify(usage_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// Google tells which model answered as `modelVersion`. It is not found in the message; other chat models of
// LangChain have `response_metadata.model_name`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  modelVersion: "gemini-2.5-flash-001",
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const message = await model.invoke("Hi");

const isThere = !JSON.stringify(message).includes("gemini-2.5-flash-001");
console.log(isThere ? `still there: ${JSON.stringify(message.response_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// `args` is an object in Google's API reference; some gateways send a string of JSON. It is handed on so, where
// LangChain's ToolCall has `Record<string, any>`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = {
  candidates: [
    {
      content: { role: "model", parts: [{ functionCall: { id: "c1", name: "add", args: '{"n":1}' } }] },
      finishReason: "STOP",
    },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const { tool_calls } = await model.invoke("Hi");

const isThere = typeof tool_calls[0]?.args === "string";
console.log(isThere ? `still there: ${JSON.stringify(tool_calls)}` : "no longer there");
process.exit(isThere ? 0 : 1);

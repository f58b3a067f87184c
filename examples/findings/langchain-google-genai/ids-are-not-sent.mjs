// Calls and results go to Google without their ids, by which its API reference matches a response to its call.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const messages = [
  { role: "user", content: "Weather?" },
  {
    role: "assistant",
    content: "",
    tool_calls: [
      { type: "tool_call", id: "c1", name: "weather", args: { city: "Rome" } },
      { type: "tool_call", id: "c2", name: "weather", args: { city: "Oslo" } },
    ],
  },
  { role: "tool", tool_call_id: "c1", name: "weather", content: "sunny" },
  { role: "tool", tool_call_id: "c2", name: "weather", content: "cold" },
];
await model.invoke(messages);
const parts = sent[0].contents.flatMap(({ parts }) => parts);

const isThere = parts.every(
  ({ functionCall, functionResponse }) => (functionCall ?? functionResponse)?.id === undefined,
);
console.log(isThere ? `still there: ${JSON.stringify(parts)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// The results of two calls of one turn go to Google as two turns. Google wants as many function responses in the
// turn after a model's as that has function calls, and answers 400.
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
const turns = sent[0].contents.map(({ parts }) => parts.map((part) => Object.keys(part)[0]));

const isThere = turns.filter(([kind]) => kind === "functionResponse").length === 2;
console.log(isThere ? `still there: ${JSON.stringify(turns)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// What went wrong with a tool goes to Google as `{ error: { details } }`. Google documents the key `error` for it,
// whose value the model reads.
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
  { role: "assistant", content: "", tool_calls: [{ type: "tool_call", id: "c1", name: "weather", args: {} }] },
  { role: "tool", tool_call_id: "c1", name: "weather", content: "no such city", status: "error" },
];
await model.invoke(messages);
const { response } = sent[0].contents.at(-1).parts[0].functionResponse;

const isThere = response.error?.details === "no such city";
console.log(isThere ? `still there: ${JSON.stringify(response)}` : "no longer there");
process.exit(isThere ? 0 : 1);

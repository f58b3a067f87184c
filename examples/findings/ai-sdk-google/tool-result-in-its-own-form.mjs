// A tool's result goes to Google as `{ name, content }`. Google documents the keys `output` and `error`, and takes
// any other object as the output as a whole: the model reads the name as a part of it.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [
  { role: "user", content: [{ type: "text", text: "Weather?" }] },
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "weather", input: {} }] },
  {
    role: "tool",
    content: [{ type: "tool-result", toolCallId: "c1", toolName: "weather", output: { type: "text", value: "sunny" } }],
  },
];
await provider("gemini-2.5-flash").doGenerate({ prompt });
const { response } = sent[0].contents.at(-1).parts[0].functionResponse;

const isThere = response.content === "sunny" && response.name === "weather";
console.log(isThere ? `still there: ${JSON.stringify(response)}` : "no longer there");
process.exit(isThere ? 0 : 1);

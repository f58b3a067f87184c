// A call that came without an id gets one, as LanguageModelV3ToolCall needs it, and is sent back with it. APIs of
// an older form know no `id` there, and refuse it.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [
    { content: { role: "model", parts: [{ functionCall: { name: "weather", args: {} } }] }, finishReason: "STOP" },
  ],
};
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { content } = await provider("gemini-2.5-flash").doGenerate({ prompt });
const [{ toolCallId, toolName }] = content;
const call = { type: "tool-call", toolCallId, toolName, input: {} };
await provider("gemini-2.5-flash").doGenerate({ prompt: [...prompt, { role: "assistant", content: [call] }] });
const { functionCall } = sent[1].contents[1].parts[0];

const isThere = functionCall.id === toolCallId;
console.log(isThere ? `still there: ${JSON.stringify(functionCall)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// Some servers give calls no id. The stream helper makes one of 41 characters for such a call; OpenAI takes back 40
// at most.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({
    role: "assistant",
    tool_calls: [{ index: 0, type: "function", function: { name: "now", arguments: "{}" } }],
  }) + chunk({}, "tool_calls");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const completion = await stream.finalChatCompletion();
const { id } = completion.choices[0].message.tool_calls[0];

const isThere = id?.length === 41;
console.log(isThere ? `still there: ${id}` : "no longer there");
process.exit(isThere ? 0 : 1);

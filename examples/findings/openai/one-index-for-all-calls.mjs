// OpenAI's API reference gives each call of a stream an `index`; some servers give all the same, and an id each.
// The stream helper makes one call of two such, or fails.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({
    role: "assistant",
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "add", arguments: "" } }],
  }) +
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"n":1}' } }] }) +
  chunk({ tool_calls: [{ index: 0, id: "call_2", type: "function", function: { name: "add", arguments: "" } }] }) +
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"n":2}' } }] }) +
  chunk({}, "tool_calls");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const completion = await stream.finalChatCompletion().catch(() => undefined);
const calls = completion?.choices[0].message.tool_calls;

const isThere = calls?.length !== 2;
console.log(isThere ? `still there: ${JSON.stringify(calls)}` : "no longer there");
process.exit(isThere ? 0 : 1);

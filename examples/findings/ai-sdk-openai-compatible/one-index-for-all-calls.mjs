// OpenAI's API reference gives each call of a stream an `index`; some servers give all the same, and an id each.
// Two such calls are joined to one.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

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

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const parts = [];
const { stream } = await provider("m").doStream({ prompt });
for await (const part of stream) parts.push(part);
const calls = parts.filter(({ type }) => type === "tool-call");

const isThere = calls.length !== 2;
console.log(isThere ? `still there: ${JSON.stringify(calls)}` : "no longer there");
process.exit(isThere ? 0 : 1);

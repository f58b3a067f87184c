// OpenAI sends the name of a call whole, with its first fragment; some gateways send it in pieces, as arguments
// are. The stream helper takes the last piece for the name.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer =
  chunk({
    role: "assistant",
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "get_", arguments: "" } }],
  }) +
  chunk({ tool_calls: [{ index: 0, function: { name: "time", arguments: "{}" } }] }) +
  chunk({}, "tool_calls");
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const completion = await stream.finalChatCompletion();
const { name } = completion.choices[0].message.tool_calls[0].function;

const isThere = name === "time";
console.log(isThere ? `still there: ${name}` : "no longer there");
process.exit(isThere ? 0 : 1);

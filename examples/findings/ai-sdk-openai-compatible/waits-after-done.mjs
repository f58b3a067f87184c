// OpenAI's API reference says that a stream is terminated by `data: [DONE]`. What a server sends behind it is read as a
// part of the answer, and where it keeps the connection open, the answer does not end.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answer = `${chunk({ content: "Hello" })}${chunk({}, "stop")}data: [DONE]\n\n${chunk({ content: " again" })}`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { stream } = await provider("m").doStream({ prompt });
let text = "";
const drained = (async () => {
  for await (const part of stream) if (part.type === "text-delta") text += part.delta;
  return true;
})();
const ended = await Promise.race([drained, sleep(500, false)]);

const isThere = !ended && text === "Hello again";
console.log(
  isThere ? `still there: 500 ms after [DONE] the stream is open, and says ${JSON.stringify(text)}` : "no longer there",
);
process.exit(isThere ? 0 : 1);

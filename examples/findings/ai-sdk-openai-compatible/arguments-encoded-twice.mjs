// `arguments` is a string of JSON in OpenAI's API reference; some servers encode it twice. It is handed on so: what
// is parsed out of it is a string again.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "add", arguments: JSON.stringify(JSON.stringify({ n: 1 })) },
          },
        ],
      },
      finish_reason: "tool_calls",
    },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { content } = await provider("m").doGenerate({ prompt });
const { input } = content[0];

const isThere = typeof JSON.parse(input) === "string";
console.log(isThere ? `still there: ${input}` : "no longer there");
process.exit(isThere ? 0 : 1);

// `arguments` is a string of JSON in OpenAI's API reference; some servers encode it twice. `args` is a string then,
// where LangChain's ToolCall has `Record<string, any>`.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

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

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const { tool_calls } = await model.invoke("Hi");

const isThere = typeof tool_calls[0]?.args === "string";
console.log(isThere ? `still there: ${JSON.stringify(tool_calls)}` : "no longer there");
process.exit(isThere ? 0 : 1);

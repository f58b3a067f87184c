// Some gateways put what went wrong into the choice, with the finish reason `error`. invoke() gives a message, and
// no error.
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
      message: { role: "assistant", content: "" },
      finish_reason: "error",
      error: { code: 502, message: "provider disconnected" },
    },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const message = await model.invoke("Hi");

const isThere = message.content === "";
console.log(isThere ? `still there: ${JSON.stringify(message.response_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// OpenAI puts what went wrong under `error`; servers built with FastAPI say `detail`. The text of the latter is
// lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = { detail: "The prompt is too long." };
const server = createServer((_request, response) => {
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const error = await model.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error?.status === 400 && !JSON.stringify([error.message, error.error]).includes("too long");
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

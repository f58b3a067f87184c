// A reply of status 200 without a byte, as gateways send, throws a SyntaxError; it is no error of the package's
// own, and has no status.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end();
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const error = await model.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof SyntaxError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

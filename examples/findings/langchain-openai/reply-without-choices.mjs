// Some gateways tell an error in the body of a reply of status 200. Without `choices` a TypeError is thrown, and
// what the server said is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = { error: { message: "The model is overloaded.", type: "overloaded_error", code: 503 } };
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const error = await model.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof TypeError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

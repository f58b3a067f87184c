// A reply of status 200 without a byte, as gateways send, throws a SyntaxError; it is no APIError, and has no
// status.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end();
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const error = await client.chat.completions.create({ model: "m", messages: [] }).then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof SyntaxError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

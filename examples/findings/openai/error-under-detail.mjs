// OpenAI puts what went wrong under `error`; servers built with FastAPI say `detail`. The text of the latter is
// lost.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const answer = { detail: "The prompt is too long." };
const server = createServer((_request, response) => {
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const error = await client.chat.completions.create({ model: "m", messages: [] }).then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error?.status === 400 && !JSON.stringify([error.message, error.error]).includes("too long");
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

// A body without events, here a gateway's page under a 200, is told by the stream helper as a request that ended
// without sending any chunks; that it was no stream is not told. OpenAI's API reference has events of the type
// text/event-stream.
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>");
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new OpenAI({ apiKey: "key", maxRetries: 0, baseURL: `${origin}/v1` });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const error = await stream.finalChatCompletion().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = /without sending any chunks/.test(error?.message);
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

// JSON holds the characters U+2028 and U+2029 as they are, and the standard of server-sent events does not take them for
// the end of a line. An event whose text holds one fails, and a promise that nobody holds is rejected.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const content = { role: "model", parts: [{ text: "one\u2028two" }] };
const answer = `data: ${JSON.stringify({ candidates: [{ content, finishReason: "STOP" }] })}\n\n`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const stray = [];
process.on("unhandledRejection", (reason) => stray.push(reason));
const error = await (async () => {
  for await (const _ of await model.stream("Hi"));
})().then(
  () => undefined,
  (thrown) => thrown,
);
await new Promise(setImmediate);

const isThere = error !== undefined && stray.length > 0;
console.log(isThere ? `still there: ${error?.message}, and ${stray.length} unhandled rejection` : "no longer there");
process.exit(isThere ? 0 : 1);

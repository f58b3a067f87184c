// The standard of server-sent events has comments, which gateways send to keep a connection alive, LF and CRLF beside
// each other, and `data:` without a space; servers are known to end their streams without the last blank line. At each of
// them the stream fails, and a promise that nobody holds is rejected, which ends a Node process.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const hello = event("Hello", { finishReason: "STOP" });
const answers = [
  `: keep-alive\n\n${hello}`,
  `${hello.trimEnd()}\n\r\n`,
  hello.replace("data: ", "data:"),
  event("Hel") + event("lo", { finishReason: "STOP" }).trimEnd(),
];
const all = answers.length;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answers.shift());
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const stray = [];
process.on("unhandledRejection", (reason) => stray.push(reason));
const read = async () => {
  for await (const _ of await model.stream("Hi"));
};
const errors = [];
while (answers.length > 0) await read().catch((thrown) => errors.push(thrown));
await new Promise(setImmediate);

const isThere = errors.length === all && stray.length >= all;
console.log(
  isThere ? `still there: ${errors[0].message}, and ${stray.length} unhandled rejections` : "no longer there",
);
process.exit(isThere ? 0 : 1);

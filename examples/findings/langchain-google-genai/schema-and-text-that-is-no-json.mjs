// withStructuredOutput() with `includeRaw: true` gives the message beside what was parsed. invoke() does so for a
// text that is no JSON; stream() throws a SyntaxError.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const server = createServer((request, response) => {
  const isStream = request.url.includes("stream");
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  response.end(event("Sorry.", { finishReason: "STOP" }).slice(isStream ? 0 : "data: ".length));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const schema = { type: "object", properties: { city: { type: "string" } } };
const asked = model.withStructuredOutput(schema, { method: "jsonSchema", includeRaw: true });
const { raw } = await asked.invoke("Hi");
const error = await (async () => {
  for await (const _ of await asked.stream("Hi"));
})().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = raw.content === "Sorry." && error instanceof SyntaxError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);

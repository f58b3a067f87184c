// `timeout` of HttpOptions is documented as the timeout for the request in milliseconds, and bounds the whole of it: a
// stream that goes on is ended by it. There is no setting for the time between two events.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { GoogleGenAI } from "@google/genai";

const event = `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "on " }] } }] })}\n\n`;
const server = createServer(async (_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (; !response.destroyed; await sleep(50)) response.write(event);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin, timeout: 1000 } });
let events = 0;
const error = await (async () => {
  for await (const _ of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }))
    events++;
})().then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error?.name === "AbortError" && events > 1;
console.log(isThere ? `still there: ${error.name} after ${events} events, 50 ms apart` : "no longer there");
process.exit(isThere ? 0 : 1);

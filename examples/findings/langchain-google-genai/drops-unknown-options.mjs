// There is no place for fields of the request that the package does not know, such as `labels`: in the constructor
// and in the call they are dropped.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({
  model: "gemini-2.5-flash",
  apiKey: "key",
  maxRetries: 0,
  baseUrl: origin,
  labels: { team: "a" },
  modelKwargs: { labels: { team: "a" } },
});
await model.invoke("Hi", { labels: { team: "a" } });

const isThere = !JSON.stringify(sent[0]).includes("team");
console.log(isThere ? `still there: ${JSON.stringify(Object.keys(sent[0]))}` : "no longer there");
process.exit(isThere ? 0 : 1);

// `detail` of an image_url, a field that LangChain's type for it has, is left out without a word.
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

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=", detail: "low" } };
await model.invoke([{ role: "user", content: [image] }]);

const isThere = sent.length === 1 && !/detail|resolution|low/i.test(JSON.stringify(sent[0].contents));
console.log(isThere ? `still there: ${JSON.stringify(sent[0].contents)}` : "no longer there");
process.exit(isThere ? 0 : 1);

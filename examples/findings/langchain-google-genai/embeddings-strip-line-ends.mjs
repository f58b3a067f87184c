// Line ends become spaces before a text is sent, unless `stripNewLines: false` says otherwise; so its documentation
// has it. The vector is that of another text.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";

const answer = { embedding: { values: [0.25, 0.5] }, embeddings: [{ values: [0.25, 0.5] }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new GoogleGenerativeAIEmbeddings({ model: "m", apiKey: "key", maxRetries: 0, baseUrl: origin });
await embeddings.embedDocuments(["a\nb"]);
const text = sent[0].requests[0].content.parts[0].text;

const isThere = text === "a b";
console.log(isThere ? `still there: ${JSON.stringify(text)}` : "no longer there");
process.exit(isThere ? 0 : 1);

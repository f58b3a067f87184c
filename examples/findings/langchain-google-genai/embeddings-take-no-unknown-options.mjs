// There is no place for fields of the request that the package does not know: in the constructor they are dropped.
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

const embeddings = new GoogleGenerativeAIEmbeddings({
  model: "m",
  apiKey: "key",
  maxRetries: 0,
  baseUrl: origin,
  modelKwargs: { acme: "fast" },
});
await embeddings.embedDocuments(["Hi"]);

const isThere = !JSON.stringify(sent[0]).includes("fast");
console.log(isThere ? `still there: ${JSON.stringify(sent[0])}` : "no longer there");
process.exit(isThere ? 0 : 1);

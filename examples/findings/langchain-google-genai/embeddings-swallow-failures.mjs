// A request that was refused is no error: each of its texts gets an empty vector. Embeddings of @langchain/core
// promise the vectors, or reject.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";

const answer = { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } };
const server = createServer((_request, response) => {
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new GoogleGenerativeAIEmbeddings({ model: "m", apiKey: "key", maxRetries: 0, baseUrl: origin });
const vectors = await embeddings.embedDocuments(["one", "two"]);

const isThere = JSON.stringify(vectors) === "[[],[]]";
console.log(isThere ? `still there: ${JSON.stringify(vectors)}` : "no longer there");
process.exit(isThere ? 0 : 1);

// OpenAI tells the usage of an embedding request. LangChain's Embeddings.embedDocuments() gives vectors alone, and the
// package tells the usage nowhere else: neither on the object nor to its callbacks.
import { once } from "node:events";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { OpenAIEmbeddings } from "@langchain/openai";

const answer = {
  object: "list",
  model: "m",
  data: [{ object: "embedding", index: 0, embedding: [1, 0] }],
  usage: { prompt_tokens: 7531, total_tokens: 7531 },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new OpenAIEmbeddings({
  model: "m",
  apiKey: "key",
  maxRetries: 0,
  encodingFormat: "float",
  configuration: { baseURL: `${origin}/v1` },
});
const vectors = await embeddings.embedDocuments(["Hi"]);

const isThere =
  JSON.stringify(vectors) === "[[1,0]]" && !inspect([vectors, embeddings], { depth: 20 }).includes("7531");
console.log(isThere ? `still there: ${JSON.stringify(vectors)}, and no 7531 tokens` : "no longer there");
process.exit(isThere ? 0 : 1);

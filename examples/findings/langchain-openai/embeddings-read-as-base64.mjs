// Vectors are asked for in base64, as the openai package does by default, and read as base64 whatever came: servers
// that know numbers alone send numbers, and other numbers are told.
import { once } from "node:events";
import { createServer } from "node:http";
import { OpenAIEmbeddings } from "@langchain/openai";

const answer = {
  object: "list",
  model: "m",
  data: [{ object: "embedding", index: 0, embedding: [0.25, 0.5] }],
  usage: { prompt_tokens: 1, total_tokens: 1 },
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
  configuration: { baseURL: `${origin}/v1` },
});
const [vector] = await embeddings.embedDocuments(["Hi"]);

const isThere = JSON.stringify(vector) !== "[0.25,0.5]";
console.log(isThere ? `still there: ${JSON.stringify(vector)} for [0.25,0.5]` : "no longer there");
process.exit(isThere ? 0 : 1);

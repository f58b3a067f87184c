// In OpenAI's API reference the `index` of a vector tells its text. It is not looked at: vectors come in the order
// of the reply, and those of two texts are changed over here.
import { once } from "node:events";
import { createServer } from "node:http";
import { OpenAIEmbeddings } from "@langchain/openai";

const answer = {
  object: "list",
  model: "m",
  data: [
    { object: "embedding", index: 1, embedding: [0.1] },
    { object: "embedding", index: 0, embedding: [0] },
  ],
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
  encodingFormat: "float",
});
const vectors = await embeddings.embedDocuments(["zero", "one"]);

const isThere = vectors[0][0] === 0.1;
console.log(isThere ? `still there: ${JSON.stringify(vectors)}` : "no longer there");
process.exit(isThere ? 0 : 1);

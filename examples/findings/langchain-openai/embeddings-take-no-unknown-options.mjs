// The chat model of this package has `modelKwargs` for what it does not know itself; the embeddings have nothing of
// that kind, and drop it.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { OpenAIEmbeddings } from "@langchain/openai";

const answer = {
  object: "list",
  model: "m",
  data: [{ object: "embedding", index: 0, embedding: [0.25, 0.5] }],
  usage: { prompt_tokens: 1, total_tokens: 1 },
};
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new OpenAIEmbeddings({
  model: "m",
  apiKey: "key",
  maxRetries: 0,
  configuration: { baseURL: `${origin}/v1` },
  modelKwargs: { truncate: "END" },
});
await embeddings.embedDocuments(["Hi"]);

const isThere = sent[0].truncate === undefined;
console.log(isThere ? `still there: ${JSON.stringify(sent[0])}` : "no longer there");
process.exit(isThere ? 0 : 1);

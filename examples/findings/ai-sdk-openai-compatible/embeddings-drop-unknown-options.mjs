// The language model of this package sends options that it does not know to the server; its embedding model leaves
// them out, without a warning. EmbeddingModelV3Result has `warnings`.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

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

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const { warnings } = await provider
  .embeddingModel("m")
  .doEmbed({ values: ["Hi"], providerOptions: { acme: { truncate: "END" } } });

const isThere = sent[0].truncate === undefined && !warnings?.length;
console.log(isThere ? `still there: ${JSON.stringify({ sent, warnings })}` : "no longer there");
process.exit(isThere ? 0 : 1);

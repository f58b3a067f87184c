// Options that the package does not know are left out of the request, without a warning. EmbeddingModelV3Result has
// `warnings`.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = { embedding: { values: [0.25, 0.5] }, embeddings: [{ values: [0.25, 0.5] }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const { warnings } = await provider
  .embeddingModel("m")
  .doEmbed({ values: ["Hi"], providerOptions: { google: { acme: "fast" } } });

const isThere = !JSON.stringify(sent[0]).includes("fast") && !warnings?.length;
console.log(isThere ? `still there: ${JSON.stringify({ sent, warnings })}` : "no longer there");
process.exit(isThere ? 0 : 1);

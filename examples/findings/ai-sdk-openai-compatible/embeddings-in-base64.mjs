// OpenAI sends vectors as numbers or in base64, as `encoding_format` asks; some servers send base64 whatever was
// asked for. It fails the validation of the reply.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  object: "list",
  model: "m",
  data: [
    { object: "embedding", index: 0, embedding: Buffer.from(new Float32Array([0.25, 0.5]).buffer).toString("base64") },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const error = await provider
  .embeddingModel("m")
  .doEmbed({ values: ["Hi"] })
  .then(
    () => undefined,
    (thrown) => thrown,
  );

const isThere = error?.cause?.name === "AI_TypeValidationError";
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

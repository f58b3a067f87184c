// A reply is validated as a whole: one whose role is `model` fails, though its text is there. OpenAI's API
// reference has `assistant` alone; other servers are known to say otherwise.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "model", content: "Hello" }, finish_reason: "stop" }],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createOpenAICompatible({ name: "acme", apiKey: "key", baseURL: `${origin}/v1`, includeUsage: true });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const error = await provider("m")
  .doGenerate({ prompt })
  .then(
    () => undefined,
    (thrown) => thrown,
  );

const isThere = error?.cause?.name === "AI_TypeValidationError";
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

// Some gateways tell an error in the body of a reply of status 200. It is told as an invalid reply, not to be
// retried; what the server said is in `responseBody`, not in the message.
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const answer = { error: { message: "The model is overloaded.", type: "overloaded_error", code: 503 } };
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

const isThere = error !== undefined && !error.message.includes("overloaded") && !error.isRetryable;
console.log(isThere ? `still there: ${error?.message}, isRetryable ${error?.isRetryable}` : "no longer there");
process.exit(isThere ? 0 : 1);

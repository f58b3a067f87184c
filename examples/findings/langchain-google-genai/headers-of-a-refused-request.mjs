// A refusal tells in `retry-after` how long to wait. The error has the status and the text, and no headers.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = { error: { code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" } };
const server = createServer((_request, response) => {
  response.writeHead(429, { "content-type": "application/json", "retry-after": "7" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const error = await model.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error?.status === 429 && error.headers === undefined && error.response === undefined;
console.log(isThere ? `still there: ${error?.message}, with ${Object.keys(error ?? {})}` : "no longer there");
process.exit(isThere ? 0 : 1);

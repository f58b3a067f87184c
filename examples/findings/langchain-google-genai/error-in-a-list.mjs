// Google's streams without `alt=sse` are lists, and so are their errors; gateways send them so too. What such an
// error says is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = [{ error: { code: 400, message: "The prompt is too long.", status: "INVALID_ARGUMENT" } }];
const server = createServer((_request, response) => {
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const error = await model.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error !== undefined && !error.message.includes("too long");
console.log(isThere ? `still there: ${error?.message}` : "no longer there");
process.exit(isThere ? 0 : 1);

// A server that never answers is waited for: neither the embeddings nor the client under them have a setting for a
// time limit, so `timeout` below is nothing to them.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";

const server = createServer(() => {});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new GoogleGenerativeAIEmbeddings({
  model: "m",
  apiKey: "key",
  maxRetries: 0,
  baseUrl: origin,
  timeout: 50,
});

const ended = await Promise.race([
  embeddings.embedDocuments(["Hi"]).then(
    () => true,
    () => true,
  ),
  sleep(500, false),
]);

const isThere = !ended;
console.log(isThere ? `still there: the call goes on after 500 ms` : "no longer there");
process.exit(isThere ? 0 : 1);

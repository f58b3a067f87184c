// LangChain's Embeddings.embedDocuments() takes texts alone, so a caller has no place for a signal: the request
// goes on when the caller gives up.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";

let hungUp = false;
const server = createServer((_request, response) => {
  response.on("close", () => {
    hungUp = true;
  });
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const embeddings = new GoogleGenerativeAIEmbeddings({ model: "m", apiKey: "key", maxRetries: 0, baseUrl: origin });
const controller = new AbortController();
const arrived = once(server, "request");
embeddings.embedDocuments(["Hi"], { signal: controller.signal }).catch(() => {});
await arrived;
controller.abort();
await sleep(500);

const isThere = !hungUp;
console.log(isThere ? `still there: the request is open 500 ms after its signal` : "no longer there");
process.exit(isThere ? 0 : 1);

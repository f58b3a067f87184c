// invoke() takes a `signal`, as every runnable of LangChain. The request to Google does not end with it.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

let hungUp = false;
const server = createServer((_request, response) => {
  response.on("close", () => {
    hungUp = true;
  });
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const controller = new AbortController();
const arrived = once(server, "request");
model.invoke("Hi", { signal: controller.signal }).catch(() => {});
await arrived;
controller.abort();
await sleep(500);

const isThere = !hungUp;
console.log(isThere ? `still there: the request is open 500 ms after its signal` : "no longer there");
process.exit(isThere ? 0 : 1);

// RunnableConfig of @langchain/core documents `timeout` as the timeout for this call in milliseconds. invoke() goes
// on after it; stream() does not.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const server = createServer(() => {});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });

const ended = await Promise.race([
  model.invoke("Hi", { timeout: 50 }).then(
    () => true,
    () => true,
  ),
  sleep(500, false),
]);

const isThere = !ended;
console.log(isThere ? `still there: the call goes on after 500 ms` : "no longer there");
process.exit(isThere ? 0 : 1);
